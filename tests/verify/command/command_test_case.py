# SPDX-License-Identifier: Apache-2.0
"""What the tests of the command line share. Their arguments: ATTEST ATTEST_CHECK REPOSITORY [test ...]

Everything runs without Coq (it is not on the PATH of these tests), so that a claim takes a fraction of a second.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ATTEST, ATTEST_CHECK, ROOT = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])


def contents(folder):
    """Every file below a folder with its bytes, by relative path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


class CommandTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="attest-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.work = self.folder / "work"
        self.work.mkdir()
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "python3").symlink_to(sys.executable)
        self.environment = dict(os.environ, PATH=str(programs), ATTEST_SOURCE=str(ROOT),
                                XDG_STATE_HOME=str(self.folder / "state-home"))

    def attest(self, *arguments, program=ATTEST, **environment):
        return subprocess.run([program, *map(str, arguments)], cwd=self.work, env=dict(self.environment, **environment),
                              capture_output=True, text=True, errors="backslashreplace", timeout=300)

    def succeed(self, *arguments, **environment):
        done = self.attest(*arguments, **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def assert_one_clear_line(self, done, code, *fragments):
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for fragment in fragments:
            self.assertIn(fragment, done.stderr)

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path
