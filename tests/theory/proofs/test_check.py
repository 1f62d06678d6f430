#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of theory/proofs/check.py: it accepts the real proofs, and rejects every spoiled one for its own reason."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PROOFS = ROOT / "theory" / "proofs"
HASHES = ("--claims", ROOT / "theory" / "papers", "--checker", f"{sys.executable} -B {ROOT}/verify/second/attest_check.py")

# What certificates refer to: (claim, statement, file, theorem).
REFERRED_TO = {
    ("urpe.identical-rows", "printed", "bound_identical_rows.v", "identical_rows"),
    ("urpe.theorem-2", "printed", "bound_identical_rows.v", "theorem_2"),
    ("urpe.theorem-2-bound", "printed", "bound_theorem_2.v", "theorem_2_bound_printed"),
    ("urpe.lemma-8", "printed", "bound_lemma_8.v", "lemma_8"),
    ("urpe.position-aware-condition", "printed", "bound_position_aware.v", "position_aware_condition"),
    ("urpe.position-identification", "printed", "bound_position_network.v", "position_identification"),
    ("urpe.synthetic-ceilings", "finding_two_heads_tell_the_index", "bound_t5_index.v", "two_heads_tell_the_index"),
    ("positional.relu-min-max", "printed", "bound_relu.v", "relu_min_max"),
    ("positional.lemma-b3", "printed", "bound_softmax.v", "lemma_b3"),
    ("positional.odd-even-sort", "repaired", "bound_odd_even_sort.v", "odd_even_sorts"),
    ("urpe.attentive-bias", "repaired", "bound_attentive_bias.v", "query_side_threshold"),
    ("urpe.permutation-symmetry", "repaired", "bound_symmetry.v", "scores_and_networks_are_equivariant"),
    ("urpe.causal-c", "repaired", "bound_causal_masked.v", "masked_encodings_are_causal"),
    ("urpe.biases", "finding_one_token", "bound_bias_free.v", "one_token"),
    ("urpe.all-ones-c", "printed", "bound_ones.v", "ones_change_nothing"),
    ("urpe.tables", "finding_subset_within_one_deviation", "bound_certificates.v", "urpe_tables_finding_subset_within_one_deviation"),
    ("variants.t5", "printed", "bound_variants_answers.v", "variants_t5_printed"),
    ("urpe.cost", "finding_rounding_of_time", "bound_machine_certificates.v", "urpe_cost_finding_rounding_of_time"),
}

# Every file of rejected/, and what must be said of it.
REASONS = {
    "added_axiom.v": "'Axiom' declares an axiom",
    "admitted.v": "admitted.v:8: 'Admitted' leaves a proof out",
    "another_theorem.v": "'Theorem another_theorem' was expected on the next line",
    "axiom_outside_section.v": "assumes axiom_outside_section.lnK, which is not in allowed_axioms.txt",
    "bound_machine_compute.v": "bound_machine_compute.v:6: 'vm_compute' relies on compiled evaluation",
    "bound_machine_native.v": "bound_machine_native.v:6: 'native_compute' relies on compiled evaluation",
    "machine_elsewhere.v": "machine_elsewhere.v:3: 'machine' evaluates by Coq's virtual machine, and is for bound_machine_*.v alone",
    "misspelt_binding.v": "misspelt_binding.v:3: '(* attest: <claim>",
    "section_premise.v": "'Hypothesis minimum : forall x y : F, Num.max x y = Num.min x y.' is not in",
    "unguarded.v": "'bypass_check' switches off a check of the kernel",
    "wrong_hash.v": "bound to sha256:" + "0" * 64 + ", but the statement's hash is sha256:",
    "wrong_theorem.v": "coqc refuses it: File",
}


# Where this build's tests keep what was compiled of ours: the first that needs it compiles it, from nothing in a fresh build folder.
KEPT = ("--library", os.environ["ATTEST_COQ_LIBRARY"]) if "ATTEST_COQ_LIBRARY" in os.environ else ()


def run_check(*arguments, work=None):
    with tempfile.TemporaryDirectory() as folder:
        kept = () if "--library" in arguments else KEPT
        command = [sys.executable, "-B", str(PROOFS / "check.py"), "--work", str(work or folder), *map(str, arguments), *kept]
        return subprocess.run(command, capture_output=True, text=True)


class RealProofs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = run_check("--json", *HASHES)
        cls.entries = json.loads(cls.result.stdout)

    def test_every_theorem_is_proved_without_axioms_and_bound_to_its_statement(self):
        self.assertEqual([], [entry for entry in self.entries if not entry["ok"] or entry["axioms"]])
        self.assertEqual(0, self.result.returncode, self.result.stderr)

    def test_all_that_certificates_refer_to_is_bound(self):
        bound = {tuple(entry[key] for key in ("claim", "statement", "file", "theorem")) for entry in self.entries}
        self.assertEqual(set(), REFERRED_TO - bound)

    def test_what_the_virtual_machine_evaluates_is_in_files_that_say_so(self):
        self.assertEqual({entry["file"] for entry in self.entries if entry["file"].startswith("bound_machine_")},
                         {entry["file"] for entry in self.entries if entry["evaluated_by"] == "Coq's virtual machine"})

    def test_the_sources_are_left_as_they_were(self):
        self.assertEqual([], [path.name for path in PROOFS.iterdir() if path.suffix in (".vo", ".vok", ".vos", ".glob", ".aux")])


class SpoiledProofs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = run_check("--json", "--source", HERE / "rejected", *HASHES)
        cls.entries = {entry["file"]: entry for entry in json.loads(cls.result.stdout)}

    def test_the_list_of_reasons_is_complete(self):
        self.assertEqual(set(REASONS), {path.name for path in (HERE / "rejected").glob("*.v")})
        self.assertEqual(set(REASONS), set(self.entries))

    def test_each_is_rejected_for_its_own_reason(self):
        self.assertEqual(1, self.result.returncode)
        for name, reason in REASONS.items():
            with self.subTest(name):
                self.assertFalse(self.entries[name]["ok"])
                self.assertIn(reason, self.entries[name]["reason"])

    def test_without_claims_the_wrong_hash_is_the_callers_to_compare(self):
        with tempfile.TemporaryDirectory() as folder:
            ledger = ("--ledger", pathlib.Path(folder) / "ledger.txt")
            self.assertIn("not recorded", run_check("--source", HERE / "rejected", "--only", "wrong_hash.v", *ledger).stdout)
            run_check("--source", HERE / "rejected", "--only", "wrong_hash.v", *ledger, "--record")
            result = run_check("--source", HERE / "rejected", "--only", "wrong_hash.v", *ledger)
        self.assertEqual((0, "ok: wrong_hash.v: positional.relu-min-max printed wrong_hash: no axioms\n"),
                         (result.returncode, result.stdout))


class Reader(unittest.TestCase):
    """A theorem that a reader binds: Remark 5.2 as it stands is read and recorded, and then its section's variables are replaced by
    definitions: the allowed hypothesis exp_gt0 is then false, and everything vacuous."""

    BINDING = f"(* attest: positional.remark-5-2 printed sha256:{'1' * 64} theorem:remark_5_2 *)\n"

    def test_functions_that_are_no_variables(self):
        text = re.sub(r"\(\* attest: .*\*\)\n", "", (PROOFS / "theorem_5_1.v").read_text()).replace("Theorem remark_5_2", self.BINDING + "Theorem remark_5_2", 1)
        before = "Variables (F : realFieldType) (exp ln : F -> F)."
        self.assertEqual((1, 1), (text.count(before), text.count(self.BINDING)))
        spoiled = text.replace(before, "Variable F : realFieldType.\nDefinition exp (x : F) : F := 0.\nDefinition ln (x : F) : F := 0.")
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "theorem_5_1.v"
            for needed in re.findall(r"From attest Require Import ([\w ]+)\.", text):
                for name in needed.split():
                    shutil.copy(PROOFS / f"{name}.v", folder)
            ask = ("--source", folder, "--only", "theorem_5_1.v", "--ledger", pathlib.Path(folder) / "ledger.txt")
            source.write_text(text)
            self.assertIn("not recorded", run_check(*ask).stdout)
            self.assertEqual(0, run_check(*ask, "--record").returncode)
            self.assertEqual("ok: theorem_5_1.v: positional.remark-5-2 printed remark_5_2: no axioms\n", run_check(*ask).stdout)
            source.write_text(spoiled)
            result = run_check(*ask)
        self.assertEqual(1, result.returncode, result.stdout)
        self.assertRegex(result.stdout, "FAILED: theorem_5_1.v: positional.remark-5-2 printed remark_5_2: .*(not the one that was read|coqc refuses it)")


class OurLibrary(unittest.TestCase):
    """A file that is not ours may require ours. What was compiled of them is kept, if that is asked for."""

    MINE = ("From mathcomp Require Import all_ssreflect all_algebra.\nFrom attest Require Import attention relu.\nLocal Open Scope ring_scope.\n"
            f"(* attest: a.b printed sha256:{'1' * 64} theorem:mine *)\n"
            "Theorem mine (F : realFieldType) (t : F) : relu t - relu (- t) = t.\nProof. exact: relu_sub. Qed.\n")

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder, self.library = pathlib.Path(temporary.name) / "source", pathlib.Path(temporary.name) / "cache/library"
        self.folder.mkdir()
        (self.folder / "mine.v").write_text(self.MINE)

    def check(self, *arguments):
        return run_check("--source", self.folder, "--ledger", self.folder / "ledger.txt", "--record", *arguments)

    def kept(self):
        return {path.name.split("-")[0]: path for path in self.library.glob("*.vo")}

    def test_it_is_compiled_once(self):
        accepted = "ok: mine.v: a.b printed mine: no axioms\n"
        result = self.check("--library", self.library)
        self.assertEqual((0, accepted), (result.returncode, result.stdout))
        self.assertEqual({"attention", "relu"}, set(self.kept()))  # what it needs of ours, and nothing of its own
        self.assertEqual(0o700, self.library.stat().st_mode & 0o777)
        times = {name: path.stat().st_mtime_ns for name, path in self.kept().items()}
        self.assertEqual(accepted, self.check("--library", self.library).stdout)
        self.assertEqual(times, {name: path.stat().st_mtime_ns for name, path in self.kept().items()})
        # The kept file is what Coq reads: one that is broken is refused, unless others could have written it.
        self.kept()["relu"].write_bytes(b"no compiled file")
        self.assertIn("FAILED: mine.v", self.check("--library", self.library).stdout)
        self.library.chmod(0o770)
        self.assertEqual(accepted, self.check("--library", self.library).stdout)
        self.assertEqual(accepted, self.check().stdout)

    def test_a_name_of_ours_that_ours_need(self):
        (self.folder / "attention.v").write_text("Lemma nothing : True.\nProof. exact I. Qed.\n")
        result = self.check()
        self.assertEqual((3, "check.py: attention.v: another name was expected, our relu.v requires ours\n"), (result.returncode, result.stderr))
        (self.folder / "mine.v").write_text(self.MINE.replace("relu.", "no_such_file.", 1))
        self.assertEqual(3, self.check().returncode)


class Machine(unittest.TestCase):
    """Coq's virtual machine: one line may use it, where it stands, and what rests on it is said."""

    LINE = (ROOT / "theory/semantics/machine.v").read_text()

    def faults(self, path, text):
        path.write_text(text)
        sys.path.insert(0, str(PROOFS))
        import check
        return check.Source(path, ()).faults

    def test_the_line_counts_nowhere_else(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("machine.v", "bound_machine_x.v"):
                self.assertRegex("; ".join(self.faults(pathlib.Path(folder) / name, self.LINE)), "'vm_cast_no_check' relies on compiled evaluation")

    def test_what_rests_on_it(self):
        needs = {"below": [], "machine": ["below"], "bound_machine_x": ["machine"], "other": ["below"], "above": ["other", "bound_machine_x"], "top": ["above"]}
        sys.path.insert(0, str(PROOFS))
        import check
        sources = {module: types.SimpleNamespace(needs=needed) for module, needed in needs.items()}
        self.assertEqual({"machine", "bound_machine_x", "above", "top"}, check.resting_on_machine(sources, list(needs)))

    def test_it_is_said(self):
        result = run_check("--only", "bound_machine_certificates.v")
        self.assertEqual((0, ""), (result.returncode, result.stderr))
        for line in result.stdout.splitlines():
            self.assertTrue(line.endswith(": no axioms, by Coq's virtual machine, bound by a program"), line)


class EditedProofs(unittest.TestCase):
    """A small theory of two files, edited."""

    BELOW = "Lemma below : 1 = 1.\nProof. reflexivity. Qed.\n"
    ABOVE = ("From attest Require Import below.\n"
             "(* a \"(*\" in a string opens no comment; (* this one is nested *) *)\n"
             f"(* attest: a.b printed sha256:{'1' * 64} theorem:above *)\n"
             "Theorem above : 1 = 1.\nProof. exact below. Qed.\n")

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name) / "source"
        self.work = pathlib.Path(temporary.name) / "work"
        self.folder.mkdir()

    def check(self, below=BELOW, above=ABOVE, *arguments):
        """What is said of the edited files, after the files as they stand were read."""
        ledger = ("--ledger", self.folder.parent / "ledger.txt")
        for texts, extra in (((self.BELOW, self.ABOVE), ("--record",)), ((below, above), arguments)):
            (self.folder / "below.v").write_text(texts[0])
            (self.folder / "above.v").write_text(texts[1])
            result = run_check("--source", self.folder, *ledger, *extra, work=self.work)
        return result

    def test_as_it_stands_it_is_accepted(self):
        result = self.check()
        self.assertEqual((0, "ok: above.v: a.b printed above: no axioms\n"), (result.returncode, result.stdout))

    def test_coqchk_accepts_it_too(self):
        self.assertEqual(0, self.check(self.BELOW, self.ABOVE, "--coqchk").returncode)

    def test_a_fault_below_a_theorem_is_a_fault_of_the_theorem(self):
        result = self.check(below=self.BELOW.replace("reflexivity. Qed", "Admitted"))
        self.assertEqual(1, result.returncode)
        self.assertIn("FAILED: above.v: a.b printed above: below.v:2: 'Admitted' leaves a proof out", result.stdout)

    def test_an_older_compiled_file_does_not_stand_in_for_one_that_fails(self):
        self.assertEqual(0, self.check().returncode)
        self.assertEqual(1, self.check(below=self.BELOW.replace("1 = 1", "1 = 2")).returncode)

    def test_no_way_around_is_open(self):
        for sentence in ("Parameter p : False.", "Conjecture p : False.", "Unset Guard Checking.", "Unset  Universe\nChecking.",
                         "Set Type In Type.", "Declare ML Module \"x\".", "Load below.", "Require Import below.",
                         "From elsewhere Require Import x.", "Section S. Context (p : False). End S.",
                         "Definition q := ltac:(vm_cast_no_check I).", "Definition q := eq_refl <: 1 = 1.", "Definition q := eq_refl <<: 1 = 1.",
                         "Lemma q : 1 = 1. Proof. vm_compute; reflexivity. Qed.", "Lemma q : 1 = 1. Proof. native_compute; reflexivity. Qed.",
                         "Ltac q := by_machine Evaluate.", "Import attest.machine.",
                         "Admit Obligations.", "Program Definition q : 1 = 1 := _.", "Next Obligation.", "Module M. End M.",
                         "Module Type T. End T.", "Export below.", "Include below."):
            with self.subTest(sentence):
                result = self.check(above=sentence + "\n" + self.ABOVE)
                self.assertEqual(1, result.returncode, result.stdout)
                self.assertIn("above.v:", result.stdout)

    def test_words_in_comments_and_in_longer_names_do_not_count(self):
        self.assertEqual(0, self.check(above="(* Axiom, Admitted, Module *)\nDefinition Admitted_not := 1.\n" + self.ABOVE).returncode)

    def test_a_theorem_that_says_something_else_was_not_read(self):
        edits = {
            "True": self.ABOVE.replace("Theorem above : 1 = 1.\nProof. exact below.", "Theorem above : True.\nProof. exact I."),
            "a premise": self.ABOVE.replace("above : 1 = 1.\nProof. exact", "above : 2 = 1 -> 1 = 1.\nProof. intros _; exact"),
            "a notation": 'Notation "x = y" := True : type_scope.\n' + self.ABOVE.replace("exact below.", "exact I."),
            "a vacuous section": "Section S.\nLet F := False.\n" + self.ABOVE.replace("above : 1 = 1.\nProof. exact", "above : F -> 1 = 1.\nProof. intros _; exact") + "End S.\n",
        }
        for name, above in edits.items():
            with self.subTest(name):
                result = self.check(above=above)
                self.assertEqual(1, result.returncode, result.stdout)
                self.assertIn("is not the one that was read", result.stdout)

    def test_a_definition_that_a_theorem_reaches_was_not_read(self):
        below = "Definition two := 1 + 1.\nDefinition even n := exists m, n = two * m.\n"
        above = self.ABOVE.replace("Theorem above : 1 = 1.\nProof. exact below.", "Theorem above : even 0.\nProof. exists 0; reflexivity.")
        self.BELOW, self.ABOVE = below, above
        self.assertEqual(0, self.check(below, above).returncode)
        result = self.check(below.replace("1 + 1", "1 + 2"), above)
        self.assertEqual(1, result.returncode, result.stdout)
        self.assertIn("is not the one that was read", result.stdout)
        self.assertEqual(0, self.check("Definition three := 3.\n" + below, above).returncode)

    def test_another_statement_was_not_read(self):
        result = self.check(above=self.ABOVE.replace("1" * 64, "2" * 64))
        self.assertEqual(1, result.returncode, result.stdout)
        self.assertIn("it is not recorded in read_theorems.txt", result.stdout)

    def test_the_same_binding_twice(self):
        result = self.check(above=self.ABOVE + self.ABOVE.split("\n", 2)[2].replace("Theorem above", "Module M.\nTheorem above"))
        self.assertEqual(1, result.returncode)

    def test_bad_input_names_the_place(self):
        for below, above, message in ((self.BELOW, self.ABOVE + "(* open", r"above\.v:6: a comment that is closed was expected"),
                                      (self.BELOW, self.ABOVE.replace("below.", "other."), r"above\.v: the file other\.v was expected"),
                                      ("From attest Require Import above.\n", self.ABOVE, r"it needs itself"),
                                      (self.BELOW, "", r"a \.v file with a binding comment was expected")):
            with self.subTest(message):
                result = self.check(below, above)
                self.assertEqual(3, result.returncode, result.stdout)
                self.assertEqual(1, result.stderr.count("\n"))
                self.assertTrue(re.search(message, result.stderr), result.stderr)

    def test_usage(self):
        self.assertEqual(64, run_check("--source", self.folder, work=self.folder / "inside").returncode)
        self.assertEqual(64, run_check("--claims", self.folder).returncode)
        self.assertEqual(64, run_check("--nonsense").returncode)


if __name__ == "__main__":
    if not shutil.which("coqc"):
        print("skipped: coqc is not installed")
        sys.exit(77)
    unittest.main()
