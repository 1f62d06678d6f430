# SPDX-License-Identifier: Apache-2.0
"""Compiled files of our own Coq library, kept between runs, so that a proof of the user's that requires it waits for Coq once, and
one of ours that was edited waits for itself and what needs it.

A kept file's name holds the SHA-256 of all that it follows from: the text, the names of what it needs with theirs, Coq's version
and the installed mathcomp. Of each module one is kept. Coq believes a compiled file, so whoever can write the folder can prove
anything: a folder that is not this user's alone is not used, and `attest recheck` uses none."""
import hashlib
import os
import pathlib
import shutil
import subprocess

SUFFIXES = (".glob", ".vo")  # in the order of writing: where the second is, the first is


class Kept:
    """Without a folder, or one that is not this user's alone, nothing is kept; of a user's own proofs nothing ever is."""

    def __init__(self, folder, version, all_ours):
        self.folder, self.keys, self.all_ours = None, {}, all_ours
        if folder is None:
            return
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            status = folder.stat()
            if status.st_uid == os.geteuid() and status.st_mode & 0o022 == 0:
                self.folder = folder
                self.installed = f"{version}\n{installed_files()}"
        except OSError:
            pass

    def keeps(self, source):
        return self.folder and (self.all_ours or source.is_library)

    def key(self, source, sources):
        """By what the module is compiled from, and all below it."""
        if source.module not in self.keys:
            parts = [self.installed, source.module, source.text, *(f"{need} {self.key(sources[need], sources)}" for need in source.needs)]
            self.keys[source.module] = hashlib.sha256("\0".join(parts).encode()).hexdigest()
        return self.keys[source.module]

    def take(self, source, sources, work):
        """Whether the compiled module now lies in the folder `work`."""
        if not self.keeps(source):
            return False
        try:
            for suffix in SUFFIXES:
                shutil.copyfile(self.folder / f"{source.module}-{self.key(source, sources)}{suffix}", work / f"{source.module}{suffix}")
            return True
        except OSError:
            for suffix in SUFFIXES:
                (work / f"{source.module}{suffix}").unlink(missing_ok=True)
            return False

    def keep(self, source, sources, work):
        if not self.keeps(source):
            return
        try:
            for old in self.folder.glob(f"{source.module}-*"):
                old.unlink(missing_ok=True)
            for suffix in SUFFIXES:
                kept = self.folder / f"{source.module}-{self.key(source, sources)}{suffix}"
                begun = kept.with_name(f"{kept.name}.{os.getpid()}")
                shutil.copyfile(work / f"{source.module}{suffix}", begun)
                os.replace(begun, kept)
        except OSError:
            pass  # a full disk, say: the next run compiles it again


def installed_files():
    """Coq's own libraries and mathcomp's, by what changes when they are installed anew."""
    where = pathlib.Path(subprocess.run(["coqc", "-where"], capture_output=True, text=True).stdout.strip())
    files = [*sorted(where.glob("user-contrib/mathcomp/**/*.vo")), where / "theories/Init/Prelude.vo"]
    return "\n".join(f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in files if path.is_file())
