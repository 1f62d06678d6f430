#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Debian package: what it says of itself, what is in it, and that it works where it is unpacked.

Arguments: BUILD SOURCE CMAKE [test ...]. Exit code 77 (skipped) where Debian's tools are not there.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import on_record  # noqa: E402

BUILD, SOURCE, CMAKE = (pathlib.Path(argument) for argument in sys.argv[1:4])
CPACK = CMAKE.parent / "cpack"
CLAIM = "positional.benes-paths"


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=200, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="attest-package-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        run(CPACK, "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", cls.folder, cwd=cls.folder)
        (cls.package,) = cls.folder.glob("*.deb")
        cls.root = cls.folder / "root"
        run("dpkg-deb", "-x", cls.package, cls.root)
        cls.control = cls.folder / "control"
        run("dpkg-deb", "-e", cls.package, cls.control)

    def test_what_it_says_of_itself(self):
        version = re.search(r"project\(attest VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text()).group(1)
        field = lambda name: run("dpkg-deb", "-f", self.package, name).strip()
        self.assertEqual((field("Package"), field("Version"), field("Section")), ("attest", version, "science"))
        self.assertRegex(self.package.name, rf"^attest_{re.escape(version)}_\w+\.deb$")
        self.assertTrue(field("Description").startswith("decides published claims"), field("Description"))
        # Found in the programs themselves, and what is run.
        for dependency in ("libc6", "libgmp10", "libflint", "libmpfr6", "python3"):
            self.assertIn(dependency, field("Depends"))

    def test_what_is_in_it(self):
        claims = [f"share/attest/{on_record.claim_name(path.stem)}" for path in on_record.claim_files()]
        self.assertGreater(len(claims), 100)
        listed = {line.split()[5] for line in run("dpkg-deb", "-c", self.package).splitlines()}
        for name in ("bin/attest", "bin/attest-check", "lib/libattest_kernels.so", "lib/pkgconfig/attest_kernels.pc",
                     "lib/cmake/attest_kernels/attest_kernels-config.cmake", "include/attest/kernels/attest_kernel.h",
                     "share/attest/verify/second/attest_check.py", "share/attest/theory/proofs/check.py",
                     "share/attest/docs/kernels.md", "share/doc/attest/copyright",
                     "share/man/man1/attest.1", "share/bash-completion/completions/attest", *claims):
            self.assertIn(f"./usr/{name}", listed)
        self.assertFalse([name for name in listed if "pycache" in name or not name.startswith(("./usr/", "./"))])

    def test_it_works_where_it_is_unpacked(self):
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "XDG_STATE_HOME": str(self.folder / "state")}
        said = run(self.root / "usr/bin/attest", "check", CLAIM, "--without-proofs", cwd=self.folder, env=environment)
        self.assertRegex(said, rf"{re.escape(CLAIM)} +false \(certified\)")

    def test_its_scripts(self):
        for name in ("postinst", "prerm"):
            script = self.control / name
            self.assertTrue(os.access(script, os.X_OK), name)
            run("sh", "-n", script)
            if shutil.which("shellcheck"):
                run("shellcheck", script)


if __name__ == "__main__":
    if not all(shutil.which(tool) for tool in ("dpkg-deb", "dpkg-shlibdeps")):
        print("skipped: no dpkg-deb or dpkg-shlibdeps (Debian's package dpkg-dev)")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
