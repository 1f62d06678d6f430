# SPDX-License-Identifier: Apache-2.0
"""Manual pages and completion, made from the command line. Arguments: ATTEST ATTEST_CHECK REPOSITORY [test ...]"""
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

from command_test_case import ATTEST, ATTEST_CHECK, CommandTest

BASH = shutil.which("bash")


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=60, **options)


class Files(CommandTest):
    def setUp(self):
        super().setUp()
        self.share = self.folder / "share"
        self.succeed("describe", "files", self.share)

    def tree(self, *path):
        """What --help lists, recursively: ((words of the command, options), ...)."""
        text = self.succeed(*path, "--help").stdout
        options = set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", text, re.MULTILINE))
        self.assertIn("--help", options)
        yield path, options
        for name in re.findall(r"^  (\w[\w-]*)", text.partition("\nSubcommands:\n")[2].partition("\n\n")[0], re.MULTILINE):
            yield from self.tree(*path, name)

    # --- manual pages ---
    def test_the_page_has_every_command_and_option(self):
        page = (self.share / "man/man1/attest.1").read_text().replace("\\-", "-")
        sections = dict(zip(re.findall(r'^\.SS "(.*)"$', page, re.MULTILINE), re.split(r'^\.SS ".*"$', page, flags=re.MULTILINE)[1:]))
        tree = list(self.tree())
        self.assertGreater(len(tree), 20)
        for path, options in tree[1:]:
            section = sections.pop(" ".join(("attest", *path)))
            for option in options:
                self.assertIn(f"\\fB{option}\\fR", section, path)
        self.assertEqual(sections, {})
        for option in tree[0][1]:
            self.assertIn(f"\\fB{option}\\fR", page.partition(".SH COMMANDS")[0])
        version = self.succeed("--version").stdout.strip()
        self.assertIn(f'.TH "ATTEST" 1 "" "{version}" "User Commands"', page)

    def test_the_checkers_page(self):
        page = (self.share / "man/man1/attest-check.1").read_text().replace("\\-", "-")
        for line in run(ATTEST_CHECK, "--help").stdout.splitlines():
            for word in re.findall(r"--\w+", line):
                self.assertIn(word, page)
        self.assertIn("attest-check [--definitions DIR] --header CLAIM\n.br", page)

    def test_the_pages_are_clean(self):
        lint = [["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z"]] if shutil.which("man") else []
        if shutil.which("groff"):
            lint.append(["groff", "-man", "-ww", "-Tutf8"])
        if not lint:
            self.skipTest("neither man nor groff is installed")
        for page in sorted((self.share / "man/man1").iterdir()):
            for command in lint:
                done = run(*command, page, env=dict(os.environ, LC_ALL="C.UTF-8"))
                self.assertEqual((done.returncode, done.stderr), (0, ""), command)

    # --- completion ---
    def complete(self, *words):
        """What bash offers for the last of the words."""
        script = self.share / "bash-completion/completions" / words[0]
        function = "_" + words[0].replace("-", "_")
        ask = (f'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); {function} "$ATTEST"; '
               'printf "%s\\n" "${COMPREPLY[@]}"')
        done = run(BASH, "--norc", "-c", ask, script, *words, cwd=self.work, env=dict(self.environment, ATTEST=str(ATTEST)))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines() if done.stdout.strip() else []

    @unittest.skipUnless(BASH, "bash is not installed")
    def test_bash(self):
        ids = [claim["id"] for claim in json.loads(self.succeed("claims", "--json").stdout)]
        positional = [id for id in ids if id.startswith("positional.")]
        self.assertGreater(len(positional), 20)
        for command in ("explain", "recheck", "check"):
            self.assertEqual(self.complete("attest", command, "positional."), positional)
        self.assertEqual(self.complete("attest", "check", ids[0], ids[-1][:-1])[-1], ids[-1])
        self.assertEqual(self.complete("attest", "explain", "--out", "out", "urpe.theorem-3"), ["urpe.theorem-3"])
        self.assertEqual(self.complete("attest", "explain", "no."), [])
        self.assertEqual(self.complete("attest", "ex"), ["explain", "exact"])
        self.assertEqual(self.complete("attest", "kernels", ""), ["list", "validate", "bench", "temperature"])
        self.assertEqual(self.complete("attest", "check", "--thr"), ["--threads"])
        self.assertEqual(self.complete("attest", "check", "--sou"), ["--source"])
        self.assertEqual(self.complete("attest", "construct", "universal", "--layout", ""), ["narrow", "wide"])
        (self.work / "a folder").mkdir()
        (self.work / "a file").write_text("")
        self.assertEqual(self.complete("attest", "report", "--out", "a"), ["a folder"])
        self.assertEqual(sorted(self.complete("attest", "audit", "a f")), ["a file", "a folder"])
        self.assertEqual(self.complete("attest-check", "--def"), ["--definitions"])
        self.assertNotIn("describe", self.complete("attest", ""))

    @unittest.skipUnless(BASH, "bash is not installed")
    def test_bash_has_every_command_and_option(self):
        for path, options in self.tree():
            self.assertLessEqual(options, set(self.complete("attest", *path, "--")), path)

    @unittest.skipUnless(shutil.which("shellcheck"), "shellcheck is not installed")
    def test_the_bash_script_is_clean(self):
        done = run("shellcheck", "-s", "bash", self.share / "bash-completion/completions/attest")
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_reads_its_script(self):
        done = run("zsh", "-n", self.share / "zsh/site-functions/_attest")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish(self):
        for script in (self.share / "fish/vendor_completions.d").iterdir():
            done = run("fish", "--no-execute", script)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        ask = f"source {self.share}/fish/vendor_completions.d/attest.fish; complete -C 'attest explain positional.lemma-b3'"
        path = f"{ATTEST.parent}:{os.environ['PATH']}"
        done = run("fish", "-c", ask, env=dict(os.environ, PATH=path, HOME=str(self.folder)))
        self.assertEqual(done.stdout.split("\t")[0].strip(), "positional.lemma-b3")

    def test_other_shells_have_every_command(self):
        zsh = (self.share / "zsh/site-functions/_attest").read_text()
        fish = (self.share / "fish/vendor_completions.d/attest.fish").read_text()
        self.assertTrue(zsh.startswith("#compdef attest attest-check\n"))
        for path, options in self.tree():
            command = " ".join(("attest", *path))
            here = fish.partition(f"-n '__attest_at {command}'")[2]
            self.assertIn(f"('{command}')", zsh)
            for option in options:
                self.assertIn(f"'{option}:", zsh.partition(f"    ('{command}')\n")[2])
                self.assertIn(f" -l {option[2:]}", here)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
