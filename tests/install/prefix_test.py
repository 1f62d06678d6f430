#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cmake --install` into a temporary prefix: others build against it, it is moved, and it answers as the build tree does.

Arguments: BUILD SOURCE CMAKE CC [test ...]
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, SOURCE, CMAKE, CC = (pathlib.Path(argument) for argument in sys.argv[1:5])
CONSUMER = pathlib.Path(__file__).resolve().parent / "consumer"
CLAIM = "positional.benes-paths"  # refuted, without Coq, in a fraction of a second
NOBODY = 65534


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=100, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def contents(folder):
    """Every file below a folder with its bytes; seals are each user's own."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix != ".seal"}


class Prefix(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="attest-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.folder.chmod(0o755)
        installed = cls.folder / "first/prefix"
        for component in ("programs", "kernels"):
            run(CMAKE, "--install", BUILD, "--prefix", installed, "--component", component)
        # Moved: an absolute path of the first place would lead nowhere.
        cls.prefix = cls.folder / "second place"
        installed.rename(cls.prefix)
        (cls.folder / "first").rmdir()

    def work(self, name):
        folder = self.folder / name
        folder.mkdir()
        folder.chmod(0o777)
        return folder

    def library_folder(self):
        return next(self.prefix.rglob("libattest_kernels.so")).parent

    # --- the kernels' C interface ---
    def attend(self, program, **environment):
        said = run(program, cwd=self.folder, env=dict(os.environ, **environment))
        self.assertRegex(said, r"^attest \d+\.\d+\.\d+: [1-9]\d* kernels agree\n$")

    def test_find_package(self):
        build = self.work("by find_package")
        run(CMAKE, "-S", CONSUMER, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DCMAKE_C_COMPILER={CC}")
        cache = (build / "CMakeCache.txt").read_text()
        self.assertIn(f"attest_kernels_DIR:PATH={self.prefix}", cache)
        run(CMAKE, "--build", build)
        self.attend(build / "attend")

    def test_a_version_that_does_not_fit_is_not_found(self):
        (self.work("other version") / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.16)\nproject(other LANGUAGES NONE)\nfind_package(attest_kernels 9 REQUIRED)\n")
        done = subprocess.run([CMAKE, "-S", self.folder / "other version", "-B", self.folder / "other version/build",
                               f"-DCMAKE_PREFIX_PATH={self.prefix}"], capture_output=True, text=True, timeout=100)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn('compatible with requested version "9"', done.stderr)

    @unittest.skipUnless(shutil.which("pkg-config"), "pkg-config is not installed")
    def test_pkg_config(self):
        build = self.work("by pkg-config")
        folder = self.library_folder()
        flags = run("pkg-config", "--cflags", "--libs", "attest_kernels",
                    env=dict(os.environ, PKG_CONFIG_PATH=str(folder / "pkgconfig")))
        run(CC, "-std=c11", "-Wall", "-Werror", CONSUMER / "attend.c", *shlex.split(flags), "-o", build / "attend")
        self.attend(build / "attend", LD_LIBRARY_PATH=str(folder))

    def test_a_kernel_of_ones_own(self):
        """docs/examples/naive_attention.c, from the installed copy, against the installed header."""
        library = self.work("own kernel") / "libnaive.so"
        example = self.prefix / "share/attest/docs/examples/naive_attention.c"
        run(CC, "-std=c99", "-O2", "-fPIC", "-shared", f"-I{self.prefix}/include/attest", example, "-lm", "-o", library)
        said = run(self.prefix / "bin/attest", "kernels", "validate", "--library", library, "--inputs", "ties", cwd=self.folder)
        self.assertIn("attention_float32_naive", said)

    def test_the_header_that_is_installed_is_the_trees(self):
        self.assertEqual((self.prefix / "include/attest/kernels/attest_kernel.h").read_bytes(),
                         (SOURCE / "kernels/attest_kernel.h").read_bytes())

    # --- the programs ---
    def ask(self, program, name, account=None):
        """What the three commands print and write, in a folder of their own."""
        work = self.work(name)
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}  # no HOME, no XDG_STATE_HOME, no ATTEST_SOURCE
        options = {"cwd": work, "env": environment}
        if account is not None:
            options.update(user=account, group=account, extra_groups=[])
        answers = [run(program, "claims", **options), run(program, "check", CLAIM, "--without-proofs", **options),
                   run(program, "explain", CLAIM, **options), run(program, "recheck", CLAIM, "--json", **options)]
        return answers, contents(work / "attest-out")

    def test_it_answers_as_the_build_tree_does(self):
        (built, built_files) = self.ask(BUILD / "bin/attest", "built")
        for path in [self.prefix, *self.prefix.rglob("*")]:
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & ~0o222)
        before = contents(self.prefix / "share")
        account = NOBODY if os.geteuid() == 0 else None
        installed, installed_files = self.ask(self.prefix / "bin/attest", "installed", account)
        for path in [self.prefix, *self.prefix.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
        self.assertEqual(contents(self.prefix / "share"), before)
        self.assertEqual(installed[:3], built[:3])
        # `recheck` shows commands for a stranger, which name files where they lie: but for that, the same.
        names = {str(BUILD / "bin"): "BIN", str(self.prefix / "bin"): "BIN", str(SOURCE): "DATA",
                 str(self.prefix / "share/attest"): "DATA"}
        for answers in (installed, built):
            for path in sorted(names, key=len, reverse=True):
                answers[3] = answers[3].replace(path, names[path])
        self.assertEqual(installed[3], built[3])
        self.assertIn("results.json", installed_files)
        self.assertEqual(sorted(installed_files), sorted(built_files))
        for name, text in installed_files.items():
            self.assertEqual(text, built_files[name], name)

    # --- the files ---
    def test_nothing_names_the_tree_or_the_first_place(self):
        for path in self.prefix.rglob("*"):
            if path.is_file() and not path.is_symlink() and path.parent.name != "bin" and ".so" not in path.name:
                text = path.read_bytes()
                for place in (SOURCE, self.folder):
                    self.assertNotIn(str(place).encode(), text, path)

    def test_all_data_are_there(self):
        data = self.prefix / "share/attest"
        for folder, suffix in (("theory/definitions", ".stm"), ("theory/proofs", ".v"),
                               ("theory/proofs", ".txt"), ("theory/proofs", ".py"), ("theory/semantics", ".v"), ("theory/semantics", ".py"), ("theory/variants", ".json"),
                               ("verify/second", ".py"), ("docs/claims", ".md"), ("docs", ".md"), ("docs/examples", "")):
            tree = {path.name for path in (SOURCE / folder).iterdir() if path.is_file() and path.suffix.endswith(suffix)}
            self.assertTrue(tree, folder)
            self.assertLessEqual(tree, {path.name for path in (data / folder).iterdir()}, folder)
        papers = {path.relative_to(SOURCE) for path in (SOURCE / "theory/papers").rglob("*") if path.is_file()}
        self.assertTrue(papers)
        self.assertLessEqual(papers, {path.relative_to(data) for path in (data / "theory/papers").rglob("*")})
        self.assertEqual([path for path in data.rglob("__pycache__")], [])

    def test_readme_finds_what_it_links(self):
        readme = self.prefix / "share/doc/attest/README.md"
        links = re.findall(r'(?:\]\(|src=")((?:docs|CITATION)[^)"#]*)', readme.read_text())
        self.assertGreater(len(links), 10)
        for link in links:
            self.assertTrue((readme.parent / link).exists(), link)

    def test_manual_pages_and_completion_are_where_they_are_looked_for(self):
        for name in ("man/man1/attest.1", "man/man1/attest-check.1", "bash-completion/completions/attest",
                     "bash-completion/completions/attest-check", "zsh/site-functions/_attest",
                     "fish/vendor_completions.d/attest.fish"):
            self.assertGreater((self.prefix / "share" / name).stat().st_size, 500, name)

    def test_the_version_is_one(self):
        version = re.search(r"project\(attest VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text()).group(1)
        for program in ("attest", "attest-check"):
            self.assertEqual(run(self.prefix / "bin" / program, "--version"), f"{program} {version}\n")
        self.assertIn(f"attest_kernels VERSION {version} ", (SOURCE / "kernels/CMakeLists.txt").read_text())
        self.assertIn(f"Version: {version}\n", (self.library_folder() / "pkgconfig/attest_kernels.pc").read_text())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])
