# SPDX-License-Identifier: Apache-2.0
"""The case files that both checkers share:
tests/verify/trusted/cases/<rule>/{accept,reject,malformed,undecided}/*.json."""

import glob
import json
import os
import re
import unittest

from harness import ROOT, checking

TRUSTED = os.path.join(ROOT, "tests", "verify", "trusted")
OUTCOMES = {"accept": "Accepted", "reject": "Rejected", "malformed": "Malformed", "undecided": "Undecided"}


def claims_by_id():
    """Every claim below the shared cases, by its id."""
    claims = {}
    for path in sorted(glob.glob(os.path.join(TRUSTED, "**", "*.claim"), recursive=True)):
        with open(path, encoding="utf-8", errors="replace") as file:
            found = re.search(r'"id"\s*:\s*"([^"]*)"', file.read())
        if found:
            claims.setdefault(found[1], path)
    return claims


def claim_of(case, claims):
    """The claim that a case is checked against: the file of its name; else the nearest claim in or above its
    folder; else its id's."""
    beside = os.path.splitext(case)[0] + ".claim"
    if os.path.exists(beside):
        return beside
    folder = os.path.dirname(case)
    while len(folder) >= len(TRUSTED):
        nearest = sorted(glob.glob(os.path.join(folder, "*.claim")))
        if len(nearest) == 1:
            return nearest[0]
        folder = os.path.dirname(folder)
    with open(case, encoding="utf-8", errors="replace") as file:
        found = re.search(r'"claim"\s*:\s*"([^"]*)"', file.read())
    return claims.get(found[1]) if found else None


class SharedCases(unittest.TestCase):
    def test_cases(self):
        claims = claims_by_id()
        cases = [
            (path, expected)
            for folder, expected in OUTCOMES.items()
            for path in sorted(glob.glob(os.path.join(TRUSTED, "cases", "*", folder, "*.json")))
        ]
        self.assertTrue(cases, f"no case below {TRUSTED}")
        for path, expected in cases:
            with self.subTest(os.path.relpath(path, TRUSTED)):
                claim = claim_of(path, claims) or next(iter(claims.values()))
                with open(path, "rb") as file:
                    data = file.read()
                report = checking.check_file(claim, None, lambda: data, 10**7)
                self.assertEqual(report["outcome"], expected, json.dumps(report))


if __name__ == "__main__":
    unittest.main()
