# SPDX-License-Identifier: Apache-2.0
"""The tutorial's worked example, command by command: what it prints is what docs/tutorial.md says. Arguments: ATTEST ATTEST_CHECK REPOSITORY [test ...]"""
import re
import shlex
import sys
import unittest

from command_test_case import ROOT, CommandTest

HEADING = "## 7. A worked example"


def section():
    text = (ROOT / "docs/tutorial.md").read_text()
    return text.split(f"\n{HEADING}", 1)[1].split("\n## ", 1)[0]


def commands():
    """Each command with the lines that stand below it in its block."""
    for block in re.findall(r"(?:^    .*\n|^ *\n(?=    ))+", section(), re.MULTILINE):
        lines = [line[4:] for line in block.strip("\n").splitlines()]
        for at, line in enumerate(lines):
            if line.startswith("$ "):
                end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith("$ ")), len(lines))
                yield shlex.split(line[2:]), "".join(each + "\n" for each in lines[at + 1:end])


def pattern(printed):
    """A line of three dots stands for lines that are left out: hashes, what few need."""
    return "(?s:.*)".join(map(re.escape, re.split(r"^\.\.\.\n", printed, flags=re.MULTILINE)))


class Tutorial(CommandTest):
    def test_every_command_prints_what_the_page_says(self):
        run = []
        for (program, *arguments), printed in commands():
            if program == "cat":  # the page's file
                (self.work / arguments[0]).write_text(printed)
                continue
            self.assertEqual(program, "attest")
            said = self.succeed(*arguments).stdout
            self.assertRegex(said, rf"\A{pattern(printed)}\Z", arguments)
            run.append(arguments[0])
        self.assertEqual(run, ["check", "eval", "explain", "recheck"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
