# SPDX-License-Identifier: Apache-2.0
"""`attest check` where Coq is installed. Arguments: ATTEST ATTEST_CHECK REPOSITORY [test ...]"""
import json
import os
import shutil
import sys
import unittest

from command_test_case import CommandTest

CLAIMS = ["urpe.lemma-8", "positional.lemma-b3", "positional.relu-min-max"]  # in the order of the list


class Proofs(CommandTest):
    def setUp(self):
        super().setUp()
        self.environment["PATH"] = os.environ["PATH"]

    def check(self, *arguments):
        """Every certificate of the printed statements that refers to a proof."""
        done = self.succeed("check", *CLAIMS, "--out", "out", *arguments)
        results = json.loads((self.work / "out/results.json").read_text())
        self.assertEqual([claim["id"] for claim in results["claims"]], CLAIMS)
        printed = [statement for claim in results["claims"] for statement in claim["statements"]
                   if statement["name"] == "printed"]
        self.assertEqual(len(printed), len(CLAIMS))
        proofs = [certificate for statement in printed for certificate in statement["certificates"]
                  if certificate["is_proof"]]
        self.assertEqual(len(proofs), len(CLAIMS))
        return done, printed, proofs

    def test_coq_is_asked(self):
        _, printed, proofs = self.check()
        for statement, proof in zip(printed, proofs):
            assurance = "proved" if proof["proof_bound_by_program"] else "proved (bound by a reader)"
            self.assertEqual((statement["status"], statement["assurance"]), ("holds", assurance))
            self.assertTrue(proof["proof_checked"])
            self.assertRegex(proof["proof_status"], "^checked by Coq 8")
        self.assertEqual([proof["proof_bound_by_program"] for proof in proofs], [False, False, True])
        done, printed, proofs = self.check("--without-proofs")
        self.assertNotIn("already decided", done.stderr)
        for statement, proof in zip(printed, proofs):
            self.assertFalse(proof["proof_checked"])
            self.assertEqual(proof["proof_status"], "--without-proofs")
            self.assertIn("a proof exists and was not checked here (--without-proofs)", statement["scope"])
        # The report's first table says so in the verdict itself, whatever else stands in a row's scope.
        rows = [row for row in (self.work / "out/report.md").read_text().splitlines() if row.startswith("| [")]
        for claim in CLAIMS:
            row = [row for row in rows if row.startswith(f"| [{claim}](")]
            self.assertEqual(len(row), 1)
            self.assertIn("a proof exists, not checked here", row[0].split(" | ")[1])
        self.assertTrue(any(statement["status"] == "supported" for statement in printed))


if __name__ == "__main__":
    if not shutil.which("coqc"):
        print("skipped: coqc is not installed")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
