#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A paper that brings no construction: papers_test.py ATTEST REPOSITORY PAPER. Its claims are decided by the search alone, as a stranger's would
be, and every statement's verdict is the one that theory/papers/verdicts.txt has. With --record that is written there first."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import on_record  # noqa: E402

RECORD = "--record" in sys.argv
ARGUMENTS = [argument for argument in sys.argv[1:] if argument != "--record"]
ATTEST, ROOT, NAME = pathlib.Path(ARGUMENTS[0]).resolve(), pathlib.Path(ARGUMENTS[1]).resolve(), ARGUMENTS[2]
PAPER = ROOT / "theory/papers" / NAME
VERDICTS = ROOT / "theory/papers/verdicts.txt"


def decided(out):
    """The results of all claims of the paper's folder."""
    done = subprocess.run([ATTEST, "--source", ROOT, "check", PAPER, "--out", out, "--without-proofs", "--threads", "2"],
                          capture_output=True, text=True)
    if done.returncode not in (0, 2):
        raise AssertionError(done.stdout + done.stderr)
    return json.loads((pathlib.Path(out) / "results.json").read_text())["claims"]


def verdicts(claim):
    """One line a statement: claim, statement, status, assurance. What printed is called may rest on the claim's other statements, too."""
    yield f"{claim['id']} printed {claim['printed']['status']} {claim['printed']['assurance']}"
    for statement in claim["statements"]:
        if statement["name"] != "printed":
            yield f"{claim['id']} {statement['name']} {statement['status']} {statement['assurance']}"


def recorded(name):
    return [line for line in VERDICTS.read_text().splitlines() if line.split(".")[0] == name]


class Papers(unittest.TestCase):
    maxDiff = None

    def test_the_search_decides_every_statement_as_recorded(self):
        with tempfile.TemporaryDirectory() as folder:
            found = [line for claim in decided(folder) for line in verdicts(claim)]
        if RECORD:
            lines = {line for line in VERDICTS.read_text().splitlines() if line and line.split(".")[0] != NAME}
            VERDICTS.write_text("\n".join(sorted(lines | set(found))) + "\n")
        self.assertTrue(found)
        self.assertEqual(sorted(found), sorted(recorded(NAME)))

    def test_the_page_names_every_claim(self):
        page = (ROOT / "docs/papers" / f"{NAME}.md").read_text()
        claims = sorted((PAPER / "claims").glob("*.claim"))
        self.assertTrue(claims)
        for claim in claims:
            name = claim.stem.replace(f"{NAME}_", f"{NAME}.", 1).replace("_", "-")
            self.assertIn(f'"id": "{name}"', claim.read_text())
            self.assertIn(f"`{name}`", page)

    def test_every_verdict_is_of_a_paper_that_is_there(self):
        papers = {path.parent.name for path in PAPER.parent.glob("*/claims")} - {path.name for path in on_record.papers()}
        self.assertEqual({line.split(".")[0] for line in VERDICTS.read_text().splitlines()}, papers)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
