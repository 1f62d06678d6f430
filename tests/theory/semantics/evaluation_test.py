# SPDX-License-Identifier: Apache-2.0
"""Evaluation in Coq (theory/semantics/evaluation.v, over the rational numbers) against the second checker's, on closed expressions:
each operator and built-in function by hand, and expressions made at random, most of which have a value and some none."""
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "theory/semantics"))
import second_printer  # noqa: E402
import tree  # noqa: E402
from failures import Undefined  # noqa: E402  (the second checker's)

SEMANTICS = ROOT / "theory/semantics"
FILES = ("syntax", "values", "evaluation", "meaning", "sanity")

DEFINITIONS = """claim { "id": "test" }
def half(x) = x / 2;
def three = 3;
def both(a, b) = [half(a), half(b) + three];
statement printed = true;
"""

BY_HAND = """1 + 2 * 3 - 4 / 5; -2^2; (-2)^3; 2^-2; 0^0; 0^-1; 2^(1/2); 7 div 2; -7 div 2; 7 div -2; 7 mod -2; -7 mod 3; 7 mod 0; 1/2 div 1; 1 / 0
1..4; 3..1; 2..2; -1..1; 1..1/2; [1, 2] ++ [] ++ ["a"]; [1] ++ 2; 1 = 1; 1 = true; "a" = "a"; "a" != "b"; [1, [2]] = [1, [2]]; [1] = [1, 2]
[1, "a"] = [2, 3]; [1, "a"] = [1, 3]; {a: 1} = {a: 1}; [{a: 1}] = [1, 2]; 1 < 2 <= 2 < 2; 1 < "a"; 2 < 1 < 1/0; 1 < 2 < 1/0; 1 > 0 >= 0; true < false
true and false; false and 1/0 = 1; true or 1/0 = 1; false or 3; true and 1; not true; not 1; true and true and false; false or false or true
if 1 = 1 then 2 else 1/0; if 1 then 2 else 3; let x = 2 in x * x; let x = 1 in let x = 2 in x; fold s = 0 for x in [1, 2, 3] then s * 10 + x
fold s = 0 for x in [] then 1/0; fold s = 1 for x in [1, 0] then s / x; fold s = 1 for x in 3 then s; fold x = 1 for x in [5] then x
sum(x for x in [1, 2, 1/2]); sum(x for x in []); sum("a" for x in [1]); product(x for x in 1..5); product(x for x in []); sum(i * j for i in 1..3, j in 1..i)
sum(i for i in 1..5 if i mod 2 = 1); sum(i for i in 1..3 if 1); [[i, j] for i in 1..2, j in i..2]; [1/i for i in 0..1]; [i for i in 1..4 if i != 2]
max(x for x in [1, 3, 2]); min(x for x in [1/2, 1/3]); max(x for x in []); max(1, 2); min(1, 2); max([3, 1]); min([3, 1]); max([]); max([1, true]); max([true])
max(1, true); max(1, 2, 3 - 1) = 1 or true; all(x > 0 for x in [1, 2]); all(x for x in []); any(x for x in []); any(1/x > 0 for x in [1, 0])
all(1/x > 1 for x in [1, 0]); any(1/x > 2 for x in [1, 0]); all(1 for x in [1]); count(x > 1 for x in [1, 2, 3]); count(1 for x in [1]); count(x for x in [])
any(j = 1 for i in [1, 0], j in 1..1/i); all(j = 2 for i in [1, 0], j in 1..1/i); any(true for i in [0, 1] if 1/i > 0); all(i > 1 for i in [1, 0] if 1/i > 0)
len([1, 2]); len([]); len(1); abs(-3/2); abs(2); abs("a"); floor(7/2); floor(-7/2); ceil(7/2); ceil(-7/2); ceil(3); floor(true)
permutations(3); permutations(0); permutations(-1); permutations(1/2); tuples([0, 1], 2); tuples([], 0); tuples([], 1); tuples([1], -1); tuples(1, 1)
is_number(1/2); is_number("a"); is_integer(2); is_integer(1/2); is_integer("a"); is_boolean(true); is_boolean(1); is_symbol("a"); is_list([]); is_record({a: 1})
is_number(1/0); has({a: 1}, "a"); has({a: 1}, "b"); has(1, "a"); has({a: 1}, 1); {a: 1, b: [2]}.b; {a: 1}.b; [1].a; {a: 1/0}; {f: 1}.f
[1, 2][1]; [1, 2][2]; [1, 2][0]; [1, 2][3]; [1, 2][-1]; [1, 2][1/2]; [[1, 2], [3]][1][2]; 3[1]; half(3); three; both(1, three); half("a"); half(three)[1]
[[x, y] for x in [1, 2], y in [x, 1/x]]; [x for x in 1..3, y in 1..x if y = 2]; -"a"; 1 + true; [1/0]; 2^3^2; -2^-1; 1 - 2 - 3; 8 / 4 / 2; 8 div 3 * 3 + 8 mod 3"""


class Random:
    """Expressions of small size; `names` are bound around them, by kind."""

    def __init__(self, seed):
        self.choose = random.Random(seed)

    def pick(self, *makers):
        return self.choose.choice(makers)()

    def named(self, names, kind, otherwise):
        known = [name for name, its in names.items() if its == kind]
        return self.choose.choice(known) if known and self.choose.random() < 0.6 else otherwise()

    def number(self, names, depth):
        integer = lambda: str(self.choose.randrange(4))  # noqa: E731
        if depth == 0 or self.choose.random() < 0.15:
            return self.named(names, "number", integer)
        n, b, l = (lambda: self.number(names, depth - 1)), (lambda: self.boolean(names, depth - 1)), (lambda: self.list(names, depth - 1))
        x = f"x{len(names)}"
        inner = {**names, x: "number"}
        return self.pick(
            lambda: f"({n()} + {n()})", lambda: f"({n()} - {n()})", lambda: f"({n()} * {n()})", lambda: f"({n()} / {n()})",
            lambda: f"({n()} mod {n()})", lambda: f"({n()} div {n()})", lambda: f"(-{n()})", lambda: f"({n()})^{self.choose.randrange(3)}",
            lambda: f"(if {b()} then {n()} else {n()})", lambda: f"(let {x} = {n()} in {self.number(inner, depth - 1)})",
            lambda: f"{self.choose.choice(['sum', 'product', 'max', 'min'])}({self.number(inner, depth - 1)} for {x} in {l()})",
            lambda: f"sum({self.number(inner, depth - 1)} for {x} in {l()} if {self.boolean(inner, depth - 1)})",
            lambda: f"(fold s{len(names)} = {n()} for {x} in {l()} then {self.number({**inner, f's{len(names)}': 'number'}, depth - 1)})",
            lambda: f"{self.choose.choice(['max', 'min'])}({n()}, {n()})", lambda: f"{self.choose.choice(['abs', 'floor', 'ceil', 'half'])}({n()})",
            lambda: f"count({self.boolean(inner, depth - 1)} for {x} in {l()})", lambda: f"len({l()})", lambda: f"{l()}[{n()}]")

    def boolean(self, names, depth):
        if depth == 0:
            return self.choose.choice(["true", "false"])
        n, b, l = (lambda: self.number(names, depth - 1)), (lambda: self.boolean(names, depth - 1)), (lambda: self.list(names, depth - 1))
        x = f"x{len(names)}"
        sign = lambda: self.choose.choice(["=", "!=", "<", "<=", ">", ">="])  # noqa: E731
        return self.pick(
            lambda: f"({n()} {sign()} {n()})", lambda: f"({n()} {sign()} {n()} {sign()} {n()})", lambda: f"({b()} and {b()})",
            lambda: f"({b()} or {b()} or {b()})", lambda: f"(not {b()})", lambda: f"({l()} = {l()})", lambda: f"is_integer({n()})",
            lambda: f"{self.choose.choice(['all', 'any'])}({self.boolean({**names, x: 'number'}, depth - 1)} for {x} in {l()})")

    def list(self, names, depth):
        n = lambda: self.number(names, max(depth - 1, 0))  # noqa: E731
        x = f"x{len(names)}"
        if depth == 0:
            return f"[{n()}, {n()}]"
        return self.pick(
            lambda: f"[{n()}, {n()}, {n()}]", lambda: "[]", lambda: f"({self.choose.randrange(3)}..{self.choose.randrange(5)})", lambda: f"[{n()}]",
            lambda: f"[{self.number({**names, x: 'number'}, depth - 1)} for {x} in {self.list(names, depth - 1)}]",
            lambda: f"({self.list(names, depth - 1)} ++ {self.list(names, depth - 1)})")


def coq_value(value):
    if isinstance(value, bool):
        return f"Bool {str(value).lower()}"
    if isinstance(value, str):
        return f'Symb "{value}"'
    if isinstance(value, tuple):
        return "List [:: " + "; ".join(map(coq_value, value)) + "]" if value else "List [::]"
    if isinstance(value, dict):
        return "Rec [:: " + "; ".join(f'("{name}"%string, {coq_value(item)})' for name, item in value.items()) + "]"
    number = Fraction(value)
    sign, size = ("Negz", -number.numerator - 1) if number < 0 else ("Posz", number.numerator)
    return f"quotient_of ({sign} {size}) {number.denominator}"


def is_small(value):
    if isinstance(value, (tuple, list)):
        return all(map(is_small, value))
    if isinstance(value, dict):
        return all(map(is_small, value.values()))
    return not isinstance(value, (int, Fraction)) or max(abs(Fraction(value).numerator), Fraction(value).denominator) < 200


class Evaluation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.work = pathlib.Path(temporary.name)
        claims = cls.work / "claims"
        claims.mkdir()
        (claims / "test.claim").write_text(DEFINITIONS)
        cls.claim = second_printer.claims.Claim(str(claims / "test.claim"))
        cls.definitions = "[" + "; ".join(item[4] for item in tree.claim_items(claims / "test.claim") if item[0] == "def") + "]"
        for module in FILES:
            (cls.work / f"{module}.v").write_text((SEMANTICS / f"{module}.v").read_text())
            cls.compile(f"{module}.v")

    @classmethod
    def compile(cls, name):
        result = subprocess.run(["coqc", "-q", "-R", str(cls.work), "attest", "-w", "-notation-overridden,-ambiguous-paths", name],
                                cwd=cls.work, capture_output=True, text=True)
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout

    def expected(self, text):
        try:
            return self.claim.evaluate(text)
        except Undefined:
            return None

    def disagreements(self, texts):
        """The expressions on which Coq's value is another."""
        terms = []
        for text in texts:
            parser = tree.Parser(text, "test")
            term, value = parser.expression(), self.expected(text)
            terms.append((term, "Undefined" if value is None else f"Value ({coq_value(value)})"))
        trees = tree.HEADING + f"Definition definitions := {self.definitions}.\n" + "".join(
            f"Definition e{i} := {term}.\n" for i, (term, _) in enumerate(terms))
        (self.work / "expressions.v").write_text(trees)
        self.compile("expressions.v")
        (self.work / "compared.v").write_text(
            "From mathcomp Require Import all_ssreflect all_algebra.\nFrom Coq Require Import String.\n"
            "From attest Require Import syntax values evaluation meaning sanity expressions.\n"
            + "".join(f"Eval vm_compute in agrees definitions e{i} ({value}).\n" for i, (_, value) in enumerate(terms)))
        answers = [line.split()[1] for line in self.compile("compared.v").splitlines() if line.strip().startswith("=")]
        self.assertEqual(len(answers), len(texts))
        return [text for text, answer in zip(texts, answers) if answer != "true"]

    def test_by_hand(self):
        texts = [text.strip() for line in BY_HAND.splitlines() for text in line.split(";") if "2, 3 - 1" not in text]
        self.assertGreater(len(texts), 150)
        self.assertEqual([], self.disagreements(texts))
        self.assertEqual(["2 + 2 = 4"], self.wrongly_expected("2 + 2 = 4"))

    def wrongly_expected(self, text):
        """What the comparison says where the value that is expected is wrong."""
        self.expected = lambda _: False
        try:
            return self.disagreements([text])
        finally:
            del self.expected

    def test_at_random(self):
        source, texts = Random(7), []
        while len(texts) < 300:
            text = source.pick(lambda: source.number({}, 3), lambda: source.boolean({}, 3), lambda: source.list({}, 3))
            value = self.expected(text)
            if (value is not None or source.choose.random() < 0.6) and is_small(value):
                texts.append(text)
        self.assertGreater(sum(self.expected(text) is None for text in texts), 20)
        self.assertGreater(sum(self.expected(text) is not None for text in texts), 150)
        self.assertEqual([], self.disagreements(texts))


if __name__ == "__main__":
    if not shutil.which("coqc"):
        sys.exit(77)
    unittest.main()
