# SPDX-License-Identifier: Apache-2.0
"""What binds a theorem to a statement does not survive a change of the statement, of a definition that it reaches, of the theorem or of
the printer of trees. In each of these the hash that a comment would have is the changed statement's own: a hash notices none of them."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROOFS, SEMANTICS = ROOT / "theory/proofs", ROOT / "theory/semantics"
sys.path.insert(0, str(PROOFS))
sys.path.insert(0, str(ROOT / "tests"))
import on_record  # noqa: E402
import program_binding  # noqa: E402
import trees_test  # noqa: E402
tree = program_binding.tree

KEPT = ["--library", os.environ["ATTEST_COQ_LIBRARY"]] if "ATTEST_COQ_LIBRARY" in os.environ else []  # tests/theory/proofs/test_check.py

CLAIM = on_record.claim_file("positional_relu_min_max")
STATEMENT = """statement printed =
  forall x1 in reals:
  forall x2 in reals:
    relu_min(x1, x2) = min(x1, x2) and relu_max(x1, x2) = max(x1, x2);"""
FOR_ALL = "forall x1 in reals: forall x2 in reals: "
EQUATION = "relu_min(x1, x2) = min(x1, x2) and relu_max(x1, x2) = max(x1, x2)"
STATEMENTS = [FOR_ALL + body for body in (
    "x1 < x2", "true", "false", "x1 = x1", "relu_min(x1, x2) = min(x1, x2)", "relu_max(x1, x2) = max(x1, x2)", "0 = 0 and 1 = 1",
    "relu_min(x1, x2) = min(x1, x2) or relu_max(x1, x2) = max(x1, x2)", "relu_max(x1, x2) = max(x1, x2) and relu_min(x1, x2) = min(x1, x2)",
    "relu_min(x1, x2) = max(x1, x2) and relu_max(x1, x2) = max(x1, x2)", "relu_min(x2, x1) = min(x1, x2) and relu_max(x1, x2) = max(x1, x2)",
    "relu_min(x1, x2) <= min(x1, x2) and relu_max(x1, x2) = max(x1, x2)", "relu_min(x1, x2) >= min(x1, x2) and relu_max(x1, x2) = max(x1, x2)",
    "relu_min(x1, x2) != min(x1, x2) and relu_max(x1, x2) = max(x1, x2)", "relu_min(x1, x2) = min(x1, x2) and relu_max(x1, x2) = max(x1, x2) and true",
    "not (" + EQUATION + ")", "if x1 < x2 then " + EQUATION + " else true", "let y = x1 in relu_min(y, x2) = min(x1, x2) and relu_max(x1, x2) = max(x1, x2)",
    "relu_min(x1, x2) = min([x1, x2]) and relu_max(x1, x2) = max(x1, x2)", "relu_min(x1, x1) = min(x1, x1) and relu_max(x1, x2) = max(x1, x2)",
    "relu_min(x1, x2) = min(x1, x2) + 0 and relu_max(x1, x2) = max(x1, x2)", "2 * relu_min(x1, x2) = min(x1, x2) and relu_max(x1, x2) = max(x1, x2)",
    "relu_min(x1, x2) = min(x1, x2) = relu_min(x1, x2) and relu_max(x1, x2) = max(x1, x2)", "parts { a: " + EQUATION + "; }",
    "relu_min(x1, x2) = x1 and relu_max(x1, x2) = x2")] + [quantified + EQUATION for quantified in (
        "exists x1 in reals: forall x2 in reals: ", "forall x1 in reals: exists x2 in reals: ", "forall x2 in reals: forall x1 in reals: ",
        "forall x1 in reals where x1 > 0: forall x2 in reals: ", "forall x1 in reals from 0 to 1: forall x2 in reals: ",
        "forall x1 in naturals from 0: forall x2 in reals: ", "forall x1 in [0]: forall x2 in reals: ", "forall x1 in []: forall x2 in reals: ",
        "forall x1 in values where is_number(x1): forall x2 in reals: ", "forall x1 in reals: forall x2 in reals where x1 <= x2: ",
        "forall x1 in reals: forall x2 in reals where 3: ", "forall x0 in reals: forall x1 in reals: forall x2 in reals: ")]

RELU, MIN, MAX = "max(t, 0)", "1/2 * (relu(a + b) - relu(-a - b) - relu(a - b) - relu(b - a))", "1/2 * (relu(a + b) - relu(-a - b) + relu(a - b) + relu(b - a))"
DEFINITIONS = [(RELU, new) for new in (
    "max(0, t)", "min(t, 0)", "max(t, 1)", "max(t, -0)", "t", "0", "max(t, 0) + 1", "max(2 * t, 0)", "if t < 0 then 0 else t", "max([t, 0])", "abs(t)", "max(t, 0)^1",
    "let s = t in max(s, 0)", "true")] + [(MIN, new) for new in (
        MAX, "min(a, b)", "min(b, a)", "1/2 * (relu(a + b) - relu(-a - b) - relu(a - b))", "1/3 * (relu(a + b) - relu(-a - b) - relu(a - b) - relu(b - a))",
        "1/2 * (relu(a + b) - relu(-a - b) - relu(b - a) - relu(a - b))", "(relu(a + b) - relu(-a - b) - relu(a - b) - relu(b - a)) / 2",
        "1/2 * (relu(b + a) - relu(-a - b) - relu(a - b) - relu(b - a))", "1/2 * (relu(a + b) - relu(-(a + b)) - relu(a - b) - relu(b - a))",
        "1/2 * relu(a + b)", "1/2 * (relu(a + a) - relu(-a - b) - relu(a - b) - relu(b - a))")] + [(MAX, new) for new in (
            MIN, "max(a, b)", "1/2 * (relu(a + b) - relu(-a - b) + relu(a - b) - relu(b - a))", "1/2 * (relu(a + b) + relu(-a - b) + relu(a - b) + relu(b - a))",
            "1 * (relu(a + b) - relu(-a - b) + relu(a - b) + relu(b - a))", "a")] + [
    ("relu(t)", "relu(s)"), ("relu_min(a, b)", "relu_min(b, a)"), ("def relu_min", "def other = 1;\ndef relu_min")]

# Types of theorems that are not the statement's meaning; each is a type in a file that has what the real theorem has.
THEOREMS = ["True", "False", "forall S : numbers, True", "forall S : numbers, S = S :> numbers", "Holds finding_three_are_enough_for_one", "Holds finding_two_are_not_enough",
    "Fails printed", "forall S : numbers, Fails_over (functions_of S) printed", "0%N = 0%N -> Holds printed", "False -> Holds printed",
    "Holds printed \\/ True", "Holds printed \\/ Holds printed", "Holds printed /\\ True", "exists S : numbers, Holds_over (functions_of S) printed", "~ ~ Holds printed",
    "forall S : numbers, Holds_over (functions_of S) printed", "forall S T : numbers, Holds_over (functions_of S) printed",
    "forall S : numbers, (0 : S) < 1 -> Holds_over (functions_of S) printed", "forall S : numbers, ~ Fails_over (functions_of S) printed",
    "forall S : numbers, Holds_over (functions_of S) (Statement (rev (definitions printed)) (asserted printed))",
    "forall S : numbers, Holds_over (functions_of S) (Statement [::] (asserted printed))",
    "forall S : numbers, Holds_over (functions_of S) (Statement (definitions printed) (Parts [::]))",
    "forall S : numbers, Holds_over (Functions (@floor_of S) (@Num.sqrt S) (@exp_of S) (@exp_of S)) printed",
    "forall F : rcfType, forall x1 x2 : F, relu.relu_min x1 x2 = Num.min x1 x2 /\\ relu.relu_max x1 x2 = Num.max x1 x2",
    "forall S : numbers, forall x1 x2 : S, relu.relu_min x1 x2 = Num.min x1 x2", "forall S : numbers, forall x1 x2 : S, x1 = x1",
    "forall S : numbers, Says (functions_of S) (calls (functions_of S) printed) false [::] (asserted printed)",
    "forall S : numbers, Says (functions_of S) (fun _ _ => Undefined) true [::] (asserted printed)",
    'forall S : numbers, Says (functions_of S) (calls (functions_of S) printed) true [:: ("x1"%string, Num (0 : S))] (asserted printed)',
    "forall s : statement, Holds s -> Holds s", "forall s : statement, Fails s -> Holds printed", "statement", "numbers -> statement", "bool"]

# Changes of theory/semantics/tree.py, each of which parses or prints something else.
PRINTER = [("\"=\": \"Equal\"", "\"=\": \"Different\""), ("\"<\": \"Less\"", "\"<\": \"AtMost\""), ("\"<=\": \"AtMost\"", "\"<=\": \"Less\""), ("\">\": \"Greater\"", "\">\": \"Less\""),
    ("\">=\": \"AtLeast\"", "\">=\": \"AtMost\""), ("\"+\": \"Add\"", "\"+\": \"Subtract\""), ("\"-\": \"Subtract\"", "\"-\": \"Add\""), ("\"*\": \"Multiply\"", "\"*\": \"Add\""),
    ("\"/\": \"Divide\"", "\"/\": \"Div\""), ("\"div\": \"Div\"", "\"div\": \"Divide\""), ("\"mod\": \"Mod\"", "\"mod\": \"Div\""), ('"Binary", "Power", base', '"Binary", "Multiply", base'),
    ('term("Negate", self.unary())', "self.unary()"), ('term("Not", self.negation())', "self.negation()"), ('"Or", "or"', '"And", "or"'), ('"And", "and"', '"Or", "and"'),
    ("quantifier.capitalize()", '"Forall"'), ('condition = option(self.expression() if self.take("where") else None)', 'self.take("where") and self.expression(); condition = option(None)'),
    ('term("Number", text)', 'term("Number", "1")'), ('term("Truth", truth)', 'term("Truth", "true")'), ('term("If", condition, yes, self.expression())', 'term("If", condition, self.expression(), yes)'),
    ('term("Let", quoted(name), value, self.expression())', "self.expression()"), ("listed(links)", "listed(links[:1])"), ("self.bounds())", "option(None))", ),
    ("return option(pair(first, self.expression()))", "return option(pair(self.expression(), first))"), ("listed(map(quoted, parameters))", "listed(map(quoted, parameters[::-1]))"),
    ("items.extend(own)", "items[:0] = own"), ("names |= mentioned", "pass"), ('kind == "def" and name in names:', 'kind == "def" and name in names or name == "relu":'),
    ("[first] + (self.several(self.expression) if self.take(\",\") else [])))", "(self.several(self.expression) if self.take(\",\") else []) + [first]))"),
    ('term("Index", base, self.expression())', 'term("Index", self.expression(), base)'), ('for name, _, source in generators), condition', 'for name, _, source in generators[::-1]), condition'),
    ("condition = option(self.expression() if self.take(\"if\") else None)", "condition = option(self.expression() and None if self.take(\"if\") else None)"),
    ('term("Parts", listed(parts))', 'term("Parts", listed(parts[:1]))'), ('term("Naturals", self.expression())', 'term("Naturals", self.expression() and "(Number 0)")'),
    ("[1-9][0-9]*)(?!", "[1-9][0-8]*)(?!"), ("left = term(\"Binary\", signs[sign], left, operand())", "left = term(\"Binary\", signs[sign], operand(), left)")]


class Changed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.work = pathlib.Path(temporary.name)
        (cls.work / "claims").mkdir()
        if not shutil.which("coqc"):
            raise unittest.SkipTest("coqc is not installed")
        # The theorem is compiled with a module of trees of its own, which stays as it is.
        (cls.work / "as_read.v").write_text(tree.statements_file(CLAIM))
        bound = (PROOFS / "bound_relu.v").read_text()
        (cls.work / "bound_relu.v").write_text(bound.replace("statements_positional_relu_min_max", "as_read"))
        for folder, names in ((SEMANTICS, "syntax values evaluation meaning rules generators formulas numbers"), (PROOFS, "attention relu")):
            for name in names.split():
                shutil.copy(folder / f"{name}.v", cls.work)
        for name in "syntax values evaluation meaning rules generators formulas numbers as_read attention relu bound_relu".split():
            result = cls.coq("-w", "-notation-overridden,-ambiguous-paths", f"{name}.v")
            assert result.returncode == 0, result.stderr

    @classmethod
    def coq(cls, *arguments):
        return subprocess.run(["coqc", "-q", "-R", str(cls.work), "attest", *arguments], cwd=cls.work, capture_output=True, text=True)

    def accepted(self, texts):
        """Whether the theorem is, for Coq, the meaning of `printed`, in each of these texts of the claim. Each has a hash of its own."""
        terms, hashes = [], set()
        for text in texts:
            path = self.work / "claims/positional_relu_min_max.claim"
            path.write_text(text)
            items = tree.claim_items(path)
            terms.append(tree.statement_term(items, "printed"))
            hashes.add(tree.statement_hash(items, "printed"))
        self.assertEqual(len(hashes), len(texts))
        (self.work / "changed.v").write_text(tree.HEADING + "".join(f"Definition s{i} : statement := {term}.\n" for i, term in enumerate(terms)))
        self.assertEqual(self.coq("changed.v").stderr, "")
        return self.refusals("Require attest.changed attest.bound_relu attest.meaning.\n",
                             [program_binding.phrase(f"b{i}", f"attest.changed.s{i}", "attest.bound_relu.relu_min_max") for i in range(len(texts))])

    def refusals(self, heading, phrases):
        """[whether Coq takes the phrase], by way of Fail, which is an error where it does."""
        (self.work / "asked.v").write_text(heading + "".join("Fail " + phrase for phrase in phrases))
        result = self.coq("-w", "none", "asked.v")
        if result.returncode == 0:
            return [False] * len(phrases)
        if len(phrases) == 1:
            self.assertIn("The command has not failed!", result.stderr)
            return [True]
        middle = len(phrases) // 2
        return self.refusals(heading, phrases[:middle]) + self.refusals(heading, phrases[middle:])

    def test_what_is_not_changed_is_accepted(self):
        text = CLAIM.read_text()
        self.assertIn(STATEMENT, text)
        self.assertEqual([True], self.accepted([text]))
        self.assertEqual([True], self.accepted([text.replace("statement printed =", "# a comment\nstatement   printed =")]))

    def test_statements(self):
        self.assertGreaterEqual(len(STATEMENTS), 30)
        self.assertEqual([False] * len(STATEMENTS), self.accepted([CLAIM.read_text().replace(STATEMENT, f"statement printed = {new};") for new in STATEMENTS]))

    def test_definitions(self):
        self.assertGreaterEqual(len(DEFINITIONS), 30)
        texts = []
        for old, new in DEFINITIONS:
            self.assertIn(f"= {old};" if old in (RELU, MIN, MAX) else old, CLAIM.read_text())
            text = CLAIM.read_text().replace(f"= {old};", f"= {new};", 1) if old in (RELU, MIN, MAX) else CLAIM.read_text().replace(old, new, 1)
            texts.append(text.replace("= min(x1, x2) and", "= min(x1, x2) + 0 * other and") if "other" in new else text)
        self.assertEqual([False] * len(texts), self.accepted(texts))

    def test_theorems(self):
        self.assertGreaterEqual(len(THEOREMS), 30)
        heading = ("From mathcomp Require Import all_ssreflect all_algebra.\nFrom Coq Require Import String.\n"
                   "From attest Require Import syntax values evaluation meaning relu as_read.\nLocal Open Scope ring_scope.\n"
                   + "".join(f"Axiom t{i} : {kind}.\n" for i, kind in enumerate(THEOREMS)) + "Axiom same : Holds printed.\n")
        phrases = [program_binding.phrase(f"b{i}", "attest.as_read.printed", f"t{i}") for i in range(len(THEOREMS))]
        self.assertEqual([False] * len(phrases), self.refusals(heading, phrases))
        self.assertEqual([True], self.refusals(heading, [program_binding.phrase("b", "attest.as_read.printed", "same")]))

    def test_an_instance_that_coq_would_insert(self):
        # A premise for which an instance is found wherever the file is required: an axiom of what Coq makes of the theorem's name, not of the theorem.
        heading = ("From attest Require Import syntax meaning as_read.\nClass Cheat : Prop := cheat : Holds printed.\nAxiom hidden : Cheat.\n"
                   "#[global] Existing Instance hidden.\nLemma cheated {h : Cheat} : Holds printed.\nProof. exact h. Qed.\n")
        self.assertEqual([False], self.refusals(heading, [program_binding.phrase("b", "attest.as_read.printed", "cheated")]))


class ChangedPrinter(unittest.TestCase):
    def test_printers(self):
        self.assertGreaterEqual(len(PRINTER), 30)
        paths = [path for path in on_record.claim_files() if path.stat().st_size < 6000 and "floating" not in path.name]
        second = {}
        for path in paths:
            claim = trees_test.second_printer.claims.Claim(str(path))
            second[path] = "".join(trees_test.second_text(claim, name) for name in claim.statements)
        source = (SEMANTICS / "tree.py").read_text()

        def is_noticed(printer):
            for path in paths:
                try:
                    if printer.statements_file(path) != printer.HEADING + second[path]:
                        return True
                except (printer.DoesNotParse, TypeError):
                    return True
            return False

        def printer_of(text):
            module = types.ModuleType("changed_tree")
            exec(compile(text, "tree.py", "exec"), module.__dict__)
            return module

        self.assertFalse(is_noticed(printer_of(source)))
        for old, new in PRINTER:
            self.assertIn(old, source)
            self.assertTrue(is_noticed(printer_of(source.replace(old, new))), f"{old} -> {new}")


class WholeRun(unittest.TestCase):
    """check.py itself, over a copy of a proof that says what it is to say, or not."""

    def setUp(self):
        if not shutil.which("coqc"):
            raise unittest.SkipTest("coqc is not installed")
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        (self.folder / "proofs").mkdir()
        shutil.copytree(ROOT / "theory/definitions", self.folder / "definitions")
        (self.folder / "claims").mkdir()
        self.claim = self.folder / "claims/positional_relu_min_max.claim"
        self.claim.write_text(CLAIM.read_text())
        for name in ("attention.v", "relu.v", "bound_relu.v"):
            (self.folder / "proofs" / name).write_text((PROOFS / name).read_text())
        self.bound = self.folder / "proofs/bound_relu.v"

    def check(self):
        result = subprocess.run([sys.executable, "-B", str(PROOFS / "check.py"), "--work", str(self.folder / "work"), "--source", str(self.folder / "proofs"),
                                 "--claims", str(self.folder / "claims"), "--checker", f"{sys.executable} -B {ROOT}/verify/second/attest_check.py",
                                 "--only", "bound_relu.v", *KEPT], capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr

    def test_accepted(self):
        code, text = self.check()
        self.assertEqual((0, 3), (code, text.count("no axioms, bound by a program")), text)

    def test_the_statement_is_changed_and_the_hash_with_it(self):
        items = tree.claim_items(self.claim)
        old = tree.statement_hash(items, "printed")
        # The untouched theorem: it keeps the tree that it had, as a definition of its own.
        (self.folder / "proofs/kept.v").write_text(tree.statements_file(self.claim))
        self.claim.write_text(self.claim.read_text().replace(EQUATION, "x1 < x2", 1))
        new = tree.statement_hash(tree.claim_items(self.claim), "printed")
        bound = self.bound.read_text().replace(old, new)
        bound = bound.replace("relu statements_positional_relu_min_max.", "relu statements_positional_relu_min_max kept.")
        self.bound.write_text(re.sub(r"Holds (\w+)", r"Holds kept.\1", bound))
        code, text = self.check()
        self.assertEqual(1, code, text)
        self.assertRegex(text, "FAILED: bound_relu.v: positional.relu-min-max printed relu_min_max: Coq does not take its type for the meaning")
        self.assertIn("ok: bound_relu.v: positional.relu-min-max finding_three_are_enough_for_one", text)

    def test_another_hash(self):
        self.bound.write_text(self.bound.read_text().replace(tree.statement_hash(tree.claim_items(self.claim), "printed"), "0" * 64))
        code, text = self.check()
        self.assertEqual((1, True), (code, "the tree is printed from sha256:" in text), text)

    def false_claim(self, source):
        """What is said of a theorem, by this source, that x < x for all x; {binding} is its comment, {heading} its first lines."""
        self.claim.write_text(re.sub(r"statement printed =.*?;", "statement printed = forall x in reals: x < x;", self.claim.read_text(), 1, re.DOTALL))
        digest = tree.statement_hash(tree.claim_items(self.claim), "printed")
        self.bound.write_text(source.format(
            heading="(* SPDX *)\nFrom attest Require Import syntax meaning statements_positional_relu_min_max.\nClass Cheat : Prop := cheat : Holds printed.",
            binding=f"(* attest: positional.relu-min-max printed sha256:{digest} theorem:cheated *)"))
        return self.check()

    def test_a_premise_that_is_no_sentence_of_its_own(self):
        code, text = self.false_claim("{heading}\nTime Variable hidden : Cheat.\n{binding}\nTheorem cheated : Holds printed.\nProof. exact hidden. Qed.\n")
        self.assertEqual((1, True), (code, "is not in allowed_section_variables.txt" in text), text)

    def test_an_axiom_of_the_library(self):
        code, text = self.false_claim("{heading}\nFrom Coq Require Import Compat.AdmitAxiom.\n{binding}\nTheorem cheated : Holds printed.\n"
                                      "Proof. destruct proof_admitted. Qed.\n")
        self.assertEqual((1, True), (code, "leaves a proof out" in text), text)

    def test_code_between_tokens_that_look_like_a_comment(self):
        code, text = self.false_claim("{heading}\nNotation \"a %(* b\" := (a + b) (at level 50).\nNotation \"a %*) b\" := (a + b) (at level 50).\n"
                                      "Definition one := 1 %(* 2.\nAxiom hidden : Cheat.\nDefinition two := 1 %*) 2.\n{binding}\n"
                                      "Theorem cheated : Holds printed.\nProof. exact hidden. Qed.\n")
        self.assertEqual((3, True), (code, "white space before a comment was expected" in text), text)

    def test_a_meaning_of_its_own(self):
        (self.folder / "proofs/meaning.v").write_text("Definition Holds (s : nat) := True.\n")
        code, text = self.check()
        self.assertEqual((3, True), (code, "meaning.v: another name was expected" in text), text)


if __name__ == "__main__":
    if not shutil.which("coqc"):
        sys.exit(77)
    unittest.main()
