# SPDX-License-Identifier: Apache-2.0
"""`attest check` where Coq is installed. Arguments: ATTEST ATTEST_CHECK REPOSITORY [test ...]"""
import json
import os
import shutil
import sys
import unittest

from command_test_case import CommandTest

CLAIMS = ["urpe.theorem-2-bound", "positional.relu-min-max"]  # in the order of the list; of the proofs that Coq reads soonest


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

    def own(self):
        """The statements of tiny.lemma as they were decided."""
        results = json.loads((self.work / "own/results.json").read_text())
        return {statement["name"]: statement for claim in results["claims"] if claim["id"] == "tiny.lemma" for statement in claim["statements"]}

    def test_a_proof_of_ones_own(self):
        """One run of Coq for the right proof and for all that may not count."""
        claim = self.work / "tiny lemma.claim"
        names = ["printed", "finding_admitted", "finding_axiom", "finding_hash", "finding_type", "finding_reader", "finding_open"]
        claim.write_text('claim { "id": "tiny.lemma" }\n' + "".join(
            f"statement {name} = forall x in reals: abs(x) <= abs(x) + {number + 1};\n" for number, name in enumerate(names)))
        for name in names:
            self.succeed("new", "proof", "tiny lemma.claim", name)
        folder = self.work / "tiny lemma_proof"
        self.assert_one_clear_line(self.attest("new", "proof", "tiny lemma.claim"), 3, "not taken")
        files = {name: folder / f"bound_tiny_lemma_{name}.v" for name in names}
        proof = "meaning_for_all => x _ _; meaning_value.\nby rewrite ler_addl ler0n.\nQed."

        def fill(name, *changes):
            text = files[name].read_text().replace("Abort.", proof)
            for old, new in changes:
                self.assertIn(old, text)
                text = text.replace(old, new)
            files[name].write_text(text)

        # One of ours may be required; it is compiled once for all runs of this user.
        self.environment["XDG_CACHE_HOME"] = str(self.work / "cache")
        fill("printed", ("ler0n", "ler01"), ("Set Implicit Arguments.", "From attest Require field_tactics.\nSet Implicit Arguments."))
        fill("finding_admitted", ("Qed.", "Admitted."))
        fill("finding_axiom", (proof, "exact: shortcut.\nQed."), ("(* attest:", "Axiom shortcut : Holds finding_axiom.\n(* attest:"))
        digest = files["finding_open"].read_text().split("sha256:")[1][:64]
        own_digest = files["finding_hash"].read_text().split("sha256:")[1][:64]
        fill("finding_hash", (own_digest, digest))
        fill("finding_type", ("Holds finding_type.", "Holds printed."), ("ler0n", "ler01"))
        files["finding_reader"].write_text("(* attest: tiny.lemma finding_reader sha256:" +
                                           files["finding_reader"].read_text().split("sha256:")[1][:64] +
                                           " theorem:finding_reader_holds *)\nTheorem finding_reader_holds : True.\nProof. exact I. Qed.\n")
        done = self.succeed("check", claim.name, "--out", "own")
        statements = self.own()
        self.assertEqual((statements["printed"]["status"], statements["printed"]["assurance"]), ("holds", "proved"))
        self.assertIn("no axioms, bound by a program", statements["printed"]["checked_by"])
        self.assertEqual(len(list((self.work / "cache/attest/coq").glob("field_tactics-*.vo"))), 1)
        reasons = {"finding_admitted": "'Admitted' leaves a proof out", "finding_axiom": "declares an axiom",
                   "finding_hash": "but the", "finding_type": "does not take its type",
                   "finding_reader": "not recorded in read_theorems.txt", "finding_open": "no theorem finding_open_holds"}
        for name, reason in reasons.items():
            self.assertEqual(statements[name]["status"], "supported", name)
            self.assertIn("its proof was not accepted", statements[name]["scope"])
            self.assertIn(reason, statements[name]["scope"])
            self.assertEqual(done.stdout.count(f"the proof of {name} was not accepted: "), 1)
        self.assertEqual(done.stderr.count("attest: Coq compiles what the proof needs"), 1)
        explained = " ".join(self.succeed("explain", "tiny.lemma", "--out", "own").stdout.split())
        for name, reason in reasons.items():
            self.assertRegex(explained, f"The proof of {name.replace('finding_', 'finding: ')}, {name}_holds in \\S+, was rejected: [^-]*{reason.split()[0]}")
        again = self.succeed("check", claim.name, "--out", "own")
        self.assertIn("already decided", again.stderr)
        self.assertNotIn("Coq compiles", again.stderr)
        # An edited proof is another one: what was decided does not say of it that it was checked.
        copy = self.work / "own/own/tiny_lemma/proofs/bound_tiny_lemma_printed.v"
        kept = copy.read_text()
        copy.write_text(kept.replace("Qed.", "Qed. "))
        self.assert_one_clear_line(self.attest("report", "--out", "own"), 3, "is not the file that was checked")
        self.assert_one_clear_line(self.attest("recheck", "tiny.lemma", "--out", "own"), 3, "decide tiny.lemma again")
        copy.write_text(kept)
        again = self.succeed("recheck", "tiny.lemma", "--out", "own")
        self.assertIn("The same verdict.", again.stdout)
        self.assertIn("check.py --work own/own/tiny_lemma/coq", again.stdout)
        for name in names[1:]:
            files[name].unlink()
        files["printed"].write_text(files["printed"].read_text().replace("Qed.", "Abort."))
        done = self.succeed("check", claim.name, "--out", "own")
        self.assertNotIn("already decided", done.stderr)
        self.assertEqual(self.own()["printed"]["status"], "supported")

    def test_a_proof_by_a_certificate(self):
        """What the search found, with Coq's kernel in place of the checkers; spoiled, it is no proof."""
        claim = self.work / "tiny.claim"
        claim.write_text('claim { "id": "tiny.lemma" }\n'
                         "statement printed = forall x, y in reals: x * y <= (x^2 + y^2) / 2;\n"
                         "statement finding_spoiled = forall x, y in reals: 2 * x * y <= x^2 + y^2;\n"
                         "statement finding_refuted = forall x in reals: x > 0;\n"
                         "statement finding_some = forall n in naturals from 1: n * (n + 1) mod 2 = 0;\n")
        self.succeed("check", claim.name, "--out", "own")
        certificates = "own/certificates/tiny_lemma."
        new = ["new", "proof", claim.name]
        for name, certificate, reason in (("finding_refuted", "finding_refuted.1", "complete certificate: it refutes"),
                                          ("finding_some", "finding_some.1", "complete certificate: it is about some elements only"),
                                          ("finding_some", "printed.1", "of the statement that is to be proved")):
            self.assert_one_clear_line(self.attest(*new, name, "--certificate", f"{certificates}{certificate}.json"), 3, reason)
        for name in ("printed", "finding_spoiled"):
            self.succeed(*new, name, "--certificate", f"{certificates}{name}.1.json")
        spoiled = self.work / "tiny_proof/bound_tiny_lemma_finding_spoiled.v"
        text = spoiled.read_text()
        self.assertIn('Polynomials "y" ', text)
        spoiled.write_text(text.replace('Polynomials "y" ', 'Polynomials "z" '))
        self.environment["XDG_CACHE_HOME"] = str(self.work / "cache")
        self.succeed("check", claim.name, "--out", "own")
        proofs = {name: [(one["proof_checked"], one["proof_bound_by_program"]) for one in statement["certificates"] if one["is_proof"]]
                  for name, statement in self.own().items()}
        self.assertEqual([(True, True)], proofs["printed"])
        self.assertEqual([False], [checked for checked, _ in proofs["finding_spoiled"]])

    def test_coq_is_asked(self):
        _, printed, proofs = self.check()
        for statement, proof in zip(printed, proofs):
            self.assertEqual((statement["status"], statement["assurance"]), ("holds", "proved"))
            self.assertTrue(proof["proof_checked"])
            self.assertRegex(proof["proof_status"], "^checked by Coq 8")
        self.assertTrue(all(proof["proof_bound_by_program"] for proof in proofs))
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
