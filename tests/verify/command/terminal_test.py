# SPDX-License-Identifier: Apache-2.0
"""What a person at a terminal sees: suggestions and colour. Arguments: ATTEST ATTEST_CHECK REPOSITORY [test ...]"""
import os
import pty
import re
import subprocess
import sys
import unittest

from command_test_case import ATTEST, CommandTest

COLOR = re.compile(r"\x1b\[[0-9;]*m")
RED, GREEN, END = "\x1b[31m", "\x1b[32m", "\x1b[0m"
CLAIM = "positional.benes-paths"  # false as printed


class Suggestions(CommandTest):
    def test_claims(self):
        for asked, meant in (("lemma-b3", "'positional.lemma-b3'"), ("positional.lema-b3", "'positional.lemma-b3'"),
                             ("positionl.lemma-b3", "'positional.lemma-b3'"), ("Positional.Lemma_B3", "'positional.lemma-b3'"),
                             ("urpe.theorem2", "'urpe.theorem-2'"), ("tables", "'urpe.tables' or 'srpe.tables'")):
            for command in ("explain", "check", "recheck"):
                done = self.attest(command, asked)
                self.assert_one_clear_line(done, 3, f"unknown claim '{asked}'", "attest claims")
                self.assertTrue(done.stderr.endswith(f"; did you mean {meant}?\n"), done.stderr)
        self.assertEqual(list(self.work.iterdir()), [])

    def test_commands_and_options(self):
        for arguments, meant in (("chekc", "'check'"), ("exlpain", "'explain'"), ("exact bukcet", "'bucket'"),
                                 ("kernels validat", "'validate'"), ("construct univ", "'universal'"),
                                 ("check --thorogh", "'--thorough'"), ("check --thor", "'--thorough'"),
                                 ("claims --oout x", "'--out'"), ("--sorce x claims", "'--source'"),
                                 ("check --budget 3 --threds=2", "'--threads'"), ("exact bucket --jsn f", "'--json'")):
            self.assert_one_clear_line(self.attest(*arguments.split()), 64, f"; did you mean {meant}? (see attest")

    def test_nothing_is_guessed_where_nothing_is_near(self):
        for arguments in ("frobnicate", "exact frobnicate", "check --frobnicate", "describ", "kernels sandbx", "x", "check -q",
                          "explain", "claims extra", "construct universal --lipschitz -3"):
            self.assertNotIn("did you mean", self.assert_usage(arguments))
        for claim in ("positional.nothing", "xyzzy", "positional.", ".", ""):
            done = self.attest("explain", claim)
            self.assertEqual(done.returncode, 3)
            self.assertNotIn("did you mean", done.stderr)

    def assert_usage(self, arguments):
        done = self.attest(*arguments.split())
        self.assert_one_clear_line(done, 64)
        return done.stderr


class Colour(CommandTest):
    def on_a_terminal(self, *arguments, **environment):
        """Both streams, as a terminal gets them."""
        ours, theirs = pty.openpty()
        environment = dict({"TERM": "xterm"}, **environment)
        full = {key: value for key, value in dict(self.environment, **environment).items() if value is not None}
        full.pop("NO_COLOR", None) if "NO_COLOR" not in environment else None
        process = subprocess.Popen([ATTEST, *arguments], cwd=self.work, env=full, stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        text = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            text += piece
        os.close(ours)
        self.assertEqual(process.wait(), 0, text)
        return text.decode().replace("\r\n", "\n")

    def setUp(self):
        super().setUp()
        self.environment.pop("NO_COLOR", None)
        self.succeed("check", CLAIM)

    def test_only_on_a_terminal(self):
        for command in (["explain", CLAIM], ["claims"], ["recheck", CLAIM], ["check", CLAIM]):
            with self.subTest(command):
                plain, seen = self.succeed(*command), self.on_a_terminal(*command)
                self.assertNotIn("\x1b", plain.stdout + plain.stderr)
                self.assertRegex(seen, re.escape(RED) + "(✗ )?false" + re.escape(END))
                # Colour alone: the same words at the same places.
                self.assertIn(plain.stdout, COLOR.sub("", seen))
                for off in ({"TERM": "dumb"}, {"TERM": None}, {"TERM": ""}, {"NO_COLOR": "1"}):
                    self.assertIsNone(COLOR.search(self.on_a_terminal(*command, **off)), off)
                self.assertIn(RED, self.on_a_terminal(*command, NO_COLOR=""))

    def test_as_asked(self):
        for when in ("always", "never"):
            for command in (["--color", when, "explain", CLAIM], ["explain", CLAIM, "--color", when]):
                self.assertEqual(RED in self.succeed(*command).stdout, when == "always")
        self.assertIn(RED, self.succeed("claims", "--color=always", NO_COLOR="1", TERM="dumb").stdout)
        self.assertNotIn(RED, self.on_a_terminal("claims", "--color=never"))
        self.assert_one_clear_line(self.attest("claims", "--color", "blue"), 64, "--color", "auto,always,never")

    def test_what_programs_read_has_none(self):
        for command in (["explain", CLAIM, "--json"], ["claims", "--json"], ["check", CLAIM, "--json"], ["report"]):
            self.assertIsNone(COLOR.search(self.succeed(*command, "--color", "always").stdout), command)
        for file in (self.work / "attest-out").rglob("*"):
            if file.is_file():
                self.assertNotIn(b"\x1b", file.read_bytes(), file)

    def test_progress_in_colour(self):
        self.assertIn(f"printed {RED}false{END} (certified", self.on_a_terminal("check", CLAIM, "--fresh"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
