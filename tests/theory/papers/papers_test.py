#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The papers that bring no construction: papers_test.py ATTEST REPOSITORY. Every claim is decided by the search alone, as a stranger's would be,
and every statement's verdict is the one that theory/papers/verdicts.txt has. With --record that file is written instead."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

RECORD = "--record" in sys.argv
ARGUMENTS = [argument for argument in sys.argv[1:] if argument != "--record"]
ATTEST, ROOT = pathlib.Path(ARGUMENTS[0]).resolve(), pathlib.Path(ARGUMENTS[1]).resolve()
PAPERS = ROOT / "theory/papers"
VERDICTS = PAPERS / "verdicts.txt"


def decide(paper, out):
    """The results of all claims of one paper's folder."""
    done = subprocess.run([ATTEST, "--source", ROOT, "check", paper, "--out", out, "--without-proofs", "--threads", "2"],
                          capture_output=True, text=True)
    if done.returncode not in (0, 2):
        raise AssertionError(f"{paper}: {done.stdout}{done.stderr}")
    return json.loads((out / "results.json").read_text())["claims"]


def verdicts(claim):
    """One line a statement: claim, statement, status, assurance. printed may be a typo or a gap, which its other statements make it."""
    yield f"{claim['id']} printed {claim['printed']['status']} {claim['printed']['assurance']}"
    for statement in claim["statements"]:
        if statement["name"] != "printed":
            yield f"{claim['id']} {statement['name']} {statement['status']} {statement['assurance']}"


class Papers(unittest.TestCase):
    maxDiff = None

    def test_the_search_decides_every_claim_as_recorded(self):
        found = []
        with tempfile.TemporaryDirectory() as folder:
            for paper in sorted(path for path in PAPERS.iterdir() if path.is_dir()):
                for claim in decide(paper, pathlib.Path(folder) / paper.name):
                    self.assertEqual(claim["id"].split(".")[0], paper.name)
                    found += verdicts(claim)
        if RECORD:
            VERDICTS.write_text("\n".join(found) + "\n")
        self.assertEqual(found, VERDICTS.read_text().splitlines())

    def test_each_paper_has_a_page_that_names_its_claims(self):
        for paper in sorted(path for path in PAPERS.iterdir() if path.is_dir()):
            page = (ROOT / "docs/papers" / f"{paper.name}.md").read_text()
            for claim in sorted((paper / "claims").glob("*.claim")):
                name = claim.stem.replace(f"{paper.name}_", f"{paper.name}.", 1).replace("_", "-")
                self.assertIn(f'"id": "{name}"', claim.read_text())
                self.assertIn(f"`{name}`", page)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
