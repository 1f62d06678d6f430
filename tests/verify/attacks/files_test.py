# SPDX-License-Identifier: Apache-2.0
"""Forged state, results, certificates, claims and pages. Arguments: ATTEST ATTEST_CHECK REPOSITORY [test ...]"""
import json
import os
import pathlib
import shutil
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[2]), str(pathlib.Path(__file__).resolve().parents[1] / "command")]
import on_record  # noqa: E402
from command_test_case import ROOT, CommandTest  # noqa: E402

CLAIM, STEM = "urpe.theorem-2-bound", "urpe_theorem_2_bound"
REFUTED, REFUTED_STEM = "positional.benes-paths", "positional_benes_paths"


class Files(CommandTest):
    """One source tree, one folder of results; each attack changes one file and asks again."""

    def setUp(self):
        super().setUp()
        self.source = self.folder / "source"
        for part in ("theory/papers", "theory/definitions", "theory/proofs", "docs/claims", "verify/second"):
            shutil.copytree(ROOT / part, self.source / part, symlinks=True)
        self.environment["ATTEST_SOURCE"] = str(self.source)
        self.out = self.work / "out"
        self.decide()
        self.before = self.results()

    def decide(self):
        return self.succeed("check", CLAIM, REFUTED, "--out", "out")

    def results(self):
        return json.loads((self.out / "results.json").read_text())

    def verdicts(self):
        return {claim["id"]: [(s["name"], s["status"], s["assurance"], s["extent"]) for s in claim["statements"]] for claim in self.results()["claims"]}

    def edit(self, path, *replacements):
        text = path.read_text()
        for before, after in replacements:
            self.assertIn(before, text)
            text = text.replace(before, after)
        path.write_text(text)

    def assert_decided_again(self):
        """The forged file changes no verdict, and is not believed."""
        before = {claim["id"]: [(s["name"], s["status"], s["assurance"], s["extent"]) for s in claim["statements"]] for claim in self.before["claims"]}
        done = self.decide()
        self.assertEqual(done.stderr.count("already decided"), 1, done.stderr)
        self.assertEqual(self.verdicts(), before)

    # --- state ---
    def test_state_that_says_holds(self):
        self.edit(self.out / f"state/{REFUTED_STEM}.json", ('"status": "false"', '"status": "holds"'), ('"assurance": "certified"', '"assurance": "proved"'))
        self.assert_decided_again()

    def test_state_whose_checkers_accept(self):
        """A consistent forgery: the evidence itself is another one."""
        path = self.out / f"state/{REFUTED_STEM}.json"
        state = json.loads(path.read_text())
        for statement in state["claims"][0]["statements"]:
            statement.update(status="holds", assurance="exhaustive", extent="", scope="by witness", certificate=statement["certificates"][0]["path"])
            for certificate in statement["certificates"]:
                certificate["goal"] = True
                for checker in certificate["checkers"]:
                    checker["assumed"] = []
        path.write_text(json.dumps(state))
        self.assert_decided_again()

    def test_state_with_the_seal_of_another_text(self):
        shutil.copy(self.out / f"state/{STEM}.seal", self.out / f"state/{REFUTED_STEM}.seal")
        self.assert_decided_again()

    def test_state_without_a_seal(self):
        (self.out / f"state/{REFUTED_STEM}.seal").unlink()
        self.assert_decided_again()

    def test_state_of_another_claim(self):
        for end in ("json", "seal"):
            shutil.copy(self.out / f"state/{STEM}.{end}", self.out / f"state/{REFUTED_STEM}.{end}")
        self.assert_decided_again()

    def test_state_of_another_user(self):
        self.environment["XDG_STATE_HOME"] = str(self.folder / "other-home")
        done = self.decide()
        self.assertNotIn("already decided", done.stderr)

    def test_a_key_that_others_can_read_is_no_key(self):
        key = self.folder / "state-home/attest/seal.key"
        self.assertEqual(key.stat().st_mode & 0o77, 0)
        key.chmod(0o644)
        self.environment["HOME"] = str(self.folder / "home")
        self.assertNotIn("already decided", self.decide().stderr)

    def test_a_certificate_exchanged_below_the_state(self):
        certificates = sorted((self.out / "certificates").glob(f"{REFUTED_STEM}.printed.*.json"))
        certificates[0].write_text(certificates[0].read_text() + "\n")
        self.assert_decided_again()

    # --- results ---
    def assert_refused(self, *fragments):
        for command in (["report"], ["claims"], ["explain", REFUTED]):
            self.assert_one_clear_line(self.attest(*command, "--out", "out"), 3, "results.json", *fragments)

    def test_results_that_say_holds(self):
        self.edit(self.out / "results.json", ('"status": "false"', '"status": "holds"'))
        self.assert_refused("expected what")

    def test_results_whose_evidence_is_another_one(self):
        results = self.results()
        for claim in results["claims"]:
            claim["title"] = claim["header"]["title"] = "A theorem"
        (self.out / "results.json").write_text(json.dumps(results, indent=1) + "\n")
        self.assert_refused("edited or made elsewhere")

    def test_results_of_another_user(self):
        self.environment["XDG_STATE_HOME"] = str(self.folder / "other-home")
        self.assert_refused("edited or made elsewhere")

    def test_results_of_schema_1(self):
        self.edit(self.out / "results.json", ("attest.results/2", "attest.results/1"))
        self.assert_refused("/schema")

    # --- what the results were derived from ---
    def test_a_certificate_that_was_exchanged(self):
        certificate = sorted((self.out / "certificates").glob("*.json"))[0]
        certificate.write_text(certificate.read_text() + "\n")
        self.assert_one_clear_line(self.attest("report", "--out", "out"), 3, certificate.name, "is not the file that was checked")

    def test_a_claim_whose_words_were_edited(self):
        self.edit(self.source / on_record.claim_name(STEM), ('"title": "', '"title": "No longer '))
        self.assert_one_clear_line(self.attest("report", "--out", "out"), 3, "the header of", "was edited")
        self.assertIn("edited since it was decided", self.succeed("claims", "--out", "out").stdout)
        self.assertNotEqual(self.attest("recheck", CLAIM, "--out", "out").returncode, 3)

    def test_a_claim_whose_statement_was_edited(self):
        self.edit(self.source / on_record.claim_name(STEM), ("naturals from 3", "naturals from 4"))
        self.assert_one_clear_line(self.attest("report", "--out", "out"), 3, "or a definition that it reaches, was edited")

    def test_a_second_checker_that_was_exchanged(self):
        with open(self.source / "verify/second/rules.py", "a", encoding="utf-8") as file:
            file.write("\n# another\n")
        self.assert_one_clear_line(self.attest("report", "--out", "out"), 3, "second checker")

    def test_an_untouched_folder_is_reported(self):
        files = self.succeed("report", "--out", "out").stdout.splitlines()
        self.assertEqual(files, ["out/report.html", "out/report.md", "out/report.tex", "out/digest.tex", "out/claims (4 files)"])

    # --- what a reader does not see ---
    def test_a_carriage_return_in_a_comment(self):
        claim = self.source / on_record.claim_name(STEM)
        claim.write_bytes(claim.read_bytes().replace(b"statement printed", b"# seen\rstatement printed = true;\n\nstatement printed", 1))
        self.assertIn("U+000D", self.attest("check", CLAIM, "--out", "out").stderr)

    def test_an_escape_on_a_page(self):
        page = self.source / f"docs/claims/{STEM}.md"
        page.write_bytes(page.read_bytes() + b"\n\x1b[2Jproved\n")
        done = self.attest("check", CLAIM, "--out", "out")
        self.assertEqual(done.returncode, 3)
        self.assertIn("U+001B", done.stderr)

    def test_a_mark_of_direction_in_a_definition(self):
        definitions = self.source / "theory/definitions/linear_algebra.stm"
        definitions.write_text(definitions.read_text() + "# \u202e\n")
        done = self.attest("check", "urpe.theorem-2", "--out", "out")
        self.assertEqual(done.returncode, 3)
        self.assertIn("U+202E", done.stderr)

    # --- recheck ---
    def test_recheck_says_the_same(self):
        for claim in (CLAIM, REFUTED):
            done = self.succeed("recheck", claim, "--out", "out")
            self.assertLessEqual(done.stdout.count("\n"), 60)
            for part in ("The same verdict.", "attest-check ", "attest_check.py", "SHA-256", "$ "):
                self.assertIn(part, done.stdout)
        found = json.loads(self.succeed("recheck", REFUTED, "--out", "out", "--json").stdout)
        self.assertTrue(found["same"])
        self.assertEqual(found["status"], "false")
        command = found["steps"][0]["command"]
        self.assertEqual(self.attest(*command[1:], program=command[0]).returncode, 0)
        self.assert_one_clear_line(self.attest("recheck", CLAIM, "--statement", "nonsense", "--out", "out"), 3, "--statement", "printed")

    def test_recheck_with_another_checker_does_not_say_the_same(self):
        rules = self.source / "verify/second/rules.py"
        self.edit(rules, ("if self.truth(formula, step) is not goal:", "if self.truth(formula, step) is goal:"))
        done = self.attest("recheck", REFUTED, "--out", "out")
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("ANOTHER VERDICT", done.stdout)


if __name__ == "__main__":
    os.umask(0o022)
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
