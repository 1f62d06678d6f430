# SPDX-License-Identifier: Apache-2.0
"""The language's semantics: every operator and built-in, each with what makes it undefined or unknown; errors in
files."""

import hashlib
import unittest

from harness import HEADER, TRIVIAL, load, outcome_of_loading, value

UNDEFINED, UNKNOWN_ENDS, MALFORMED = "Rejected", "Undecided", "Malformed"
U = "exp(1) = exp(1)"  # an unknown boolean

# fmt: off
VALUES = {
    # arithmetic on exact numbers
    "1/3 + 1/6": "1/2", "1 - 3/2": "-1/2", "2/3 * 3/2": "1", "7 / 2 / 7": "1/2", "-2^2": "-4", "(-2)^3": "-8",
    "2^-1": "1/2", "2^3^2": "512", "0^0": "1", "(2/3)^-2": "9/4", "1/0": UNDEFINED, "0^-1": UNDEFINED,
    "2^(1/2)": UNDEFINED, "true + 1": UNDEFINED, '"a" * 2': UNDEFINED, "[1] + [1]": UNDEFINED,
    "-true": UNDEFINED, "7 div 2": "3", "-7 div 2": "-4", "7 div -2": "-4", "7 mod 3": "1", "-7 mod 3": "2",
    "7 mod -3": "-2", "1 div 0": UNDEFINED, "1 mod 0": UNDEFINED, "1/2 div 1": UNDEFINED,
    "exp(1) mod 2": UNKNOWN_ENDS, "2^exp(1)": UNKNOWN_ENDS, "1 - -1": "2", "2 - 1 - 1": "0", "2 * -3": "-6",
    "1/0^0": "1", "2 div 3 * 3": "0",
    # enclosures in arithmetic
    "0 * exp(1)": "0", "exp(1) / 0": UNDEFINED, "1 / (exp(1) - exp(1))": UNKNOWN_ENDS, "exp(1)^0": "1",
    "max(5, exp(1))": "5", "(exp(1) - exp(1))^-1": UNKNOWN_ENDS, "exp(1) + true": UNDEFINED,
    "1/2 < exp(-1/2)^2 < 1/2": False,
    # lists and records
    "2..4": ["2", "3", "4"], "2..1": [], "1..1": ["1"], "1/2..2": UNDEFINED, "1..exp(1)": UNKNOWN_ENDS,
    "[1] ++ [] ++ [2, [3]]": ["1", "2", ["3"]], "[1] ++ 2": UNDEFINED, "[5, 6][2]": "6",
    "[5, 6][0]": UNDEFINED, "[5, 6][3]": UNDEFINED, "[5, 6][1/2]": UNDEFINED, "[5, 6][true]": UNDEFINED,
    "5[1]": UNDEFINED, "[5, 6][exp(0)]": "5", "[5, 6][exp(1)]": UNKNOWN_ENDS, "[[1, 2], [3]][1][2]": "2",
    '{a: 1, b: "t"}.b': "t", "{a: 1}.b": UNDEFINED, "[1].a": UNDEFINED, "{a: {b: 2}}.a.b": "2",
    'has({a: 1}, "a")': True, 'has({a: 1}, "b")': False, 'has(1, "b")': UNDEFINED, "has({a: 1}, 2)": UNDEFINED,
    "1..2 ++ 4..5": ["1", "2", "4", "5"],
    # equality
    "1/2 = 2/4": True, "1 = true": UNDEFINED, '"a" = "a"': True, '"a" != "b"': True, '"a" = 1': UNDEFINED,
    "true = false": False, "[1, [2]] = [1, [2]]": True, "[1] = [1, 2]": False, "[] = []": True,
    "[1] = 1": UNDEFINED, "{a: 1} = {a: 1}": UNDEFINED, "[1, true] = [2, 1]": False,
    "[1, true] = [1, 1]": UNDEFINED, "[exp(1), 1] = [exp(1), 2]": False, "[exp(1)] = [exp(1)]": "unknown",
    "exp(1) = 3": False, "exp(1) != 3": True, "exp(1) != exp(1)": "unknown",
    # order
    "1 < 2 <= 2 < 3": True, "1 < 2 > 2": False, "2 <= 1 < 1/0": False, "1 < 1/0": UNDEFINED,
    '"a" < "b"': UNDEFINED, "true < false": UNDEFINED, "[1] < [2]": UNDEFINED, "exp(1) > 27/10": True,
    "exp(1) >= 3": False, "exp(1) <= exp(1)": "unknown", "1 < 2 = 2": True, "exp(1) < exp(1) < 0": False,
    # Kleene's connectives
    f"{U}": "unknown", f"not ({U})": "unknown", f"({U}) and false": False, f"false and ({U})": False,
    f"({U}) and true": "unknown", f"({U}) or true": True, f"({U}) or false": "unknown", f"true or ({U})": True,
    "false and 1/0 = 1": False, "true or 1/0 = 1": True, f"({U}) or 1/0 = 1": UNKNOWN_ENDS,
    "1 and true": UNDEFINED, "true and 1": UNDEFINED, "false and 1": False, "not 1": UNDEFINED,
    "not not true": True, f"[{U}]": ["unknown"], f"(({U}) = true) or true": True,
    f"{{a: {U}}}": {"a": "unknown"}, f"let b = ({U}) in b or true": True, f"({U}) = ({U})": "unknown",
    f"({U}) != true": "unknown", f"[{U}, 1] = [true, 2]": False, f"is_boolean({U})": True, f"is_number({U})": False,
    f"({U}) + 1": UNDEFINED, f"max({U}, 1)": UNDEFINED, f"max({U} for i in [1])": UNDEFINED, f"[1][{U}]": UNDEFINED,
    "true and (1 / (exp(1) - exp(1)) > 0) or true": UNKNOWN_ENDS,
    # let, if, fold
    "let x = 2 in let y = x * x in x + y": "6", "let x = 1 in (let x = 2 in x) + x": "3",
    "if 1 < 2 then 1 else 1/0": "1", "if 1 then 2 else 3": UNDEFINED, f"if {U} then 1 else 1": UNKNOWN_ENDS,
    "fold s = 1 for x in [2, 3, 4] then s * x": "24", "fold s = 7 for x in [] then 1/0": "7",
    "fold s = [] for x in 1..3 then [x] ++ s": ["3", "2", "1"],
    f"(fold s = true for x in [1] then {U}) or true": True, "fold s = 0 for x in 3 then s": UNDEFINED,
    # generators
    "[i + 10*j for i in 1..2, j in i..2]": ["11", "21", "22"],
    "[i for i in 1..6 if i mod 2 = 0]": ["2", "4", "6"], "[i for i in []]": [],
    "[i for i in 1..2 if i]": UNDEFINED, f"[i for i in 1..2 if {U}]": UNKNOWN_ENDS,
    "[i for i in 5]": UNDEFINED, "[[j for j in 1..i] for i in 1..2]": [["1"], ["1", "2"]],
    "sum(i for i in 1..4)": "10", "sum(i for i in [])": "0", "sum(true for i in [1])": UNDEFINED,
    "product(i for i in 1..4)": "24", "product(i for i in [])": "1", "product(true for i in [1])": UNDEFINED,
    "max(i * (4 - i) for i in 0..4)": "4", "max(i for i in [])": UNDEFINED, "min(1/i for i in 1..4)": "1/4",
    "max([1, 3, 2])": "3", "min([1/2, 1/3])": "1/3", "max([])": UNDEFINED, "max([true])": UNDEFINED,
    "max(true for i in [1])": UNDEFINED, "max(1, 2)": "2", "min(1, 2)": "1", "max(1, true)": UNDEFINED,
    "max(3)": UNDEFINED, "all(i < 3 for i in 1..2)": True, "all(i < 2 for i in 1..2)": False,
    "all(1/0 = 1 for i in [])": True, "any(i > 1 for i in 1..2)": True, "any(true for i in [])": False,
    "all(1/(2 - i) > 1 for i in 1..2)": False, "any(1/(2 - i) = 1 for i in 1..2)": True,
    "all(1 for i in [1])": UNDEFINED, f"all(if i = 1 then {U} else false for i in 1..2)": False,
    f"all(if i = 1 then {U} else true for i in 1..2)": "unknown",
    f"any(if i = 1 then {U} else true for i in 1..2)": True, "count(i < 3 for i in 1..5)": "2",
    f"count({U} for i in 1..2)": UNKNOWN_ENDS,
    f"count(if i = 1 then {U} else 1/0 = 1 for i in 1..2)": UNDEFINED, "count(1 for i in [1])": UNDEFINED,
    # the other functions
    "len([1, 2])": "2", "len(1)": UNDEFINED, "abs(-1/2)": "1/2", "abs(true)": UNDEFINED, "floor(-1/2)": "-1",
    "ceil(-1/2)": "0", "floor(7/2)": "3", "ceil(7/2)": "4", "floor(exp(1))": "2", "ceil(exp(1))": "3",
    "floor(exp(1) - exp(1))": UNKNOWN_ENDS, "floor(true)": UNDEFINED, "sqrt(9/4)": "3/2", "sqrt(0)": "0",
    "sqrt(-1)": UNDEFINED, "sqrt(2) < 3/2": True, "sqrt(exp(1) - exp(1))": UNKNOWN_ENDS,
    "sqrt(0 - exp(1))": UNKNOWN_ENDS, "exp(0)": "1", "log(1)": "0", "log(0)": UNDEFINED, "log(-1)": UNDEFINED,
    "log(exp(1) - exp(1))": UNKNOWN_ENDS, "log(true)": UNDEFINED, "exp([1])": UNDEFINED,
    "permutations(0)": [[]], "permutations(2)": [["1", "2"], ["2", "1"]],
    "[p[1] for p in permutations(3)]": ["1", "1", "2", "2", "3", "3"], "permutations(-1)": UNDEFINED,
    "permutations(1/2)": UNDEFINED, "tuples([0, 1], 2)": [["0", "0"], ["0", "1"], ["1", "0"], ["1", "1"]],
    "tuples([], 0)": [[]], "tuples([], 1)": [], "tuples([1], -1)": UNDEFINED, "tuples(1, 1)": UNDEFINED,
    "is_number(exp(1))": True, "is_number(true)": False, "is_integer(2)": True, "is_integer(1/2)": False,
    "is_integer(exp(1))": False, "is_integer(exp(1) - exp(1))": "unknown", "is_integer(true)": False,
    "is_boolean(false)": True, "is_boolean(0)": False, 'is_symbol("a")': True, "is_symbol(1)": False,
    "is_list([])": True, "is_list({a: 1})": False, "is_record({a: 1})": True, "is_record([])": False,
    # budgets
    "sum(1 for i in 1..10^9)": "Undecided", "len(1..10^12)": "Undecided", "len(permutations(30))": "Undecided",
    "2^(10^12)": "Undecided", "1^(10^12)": "1", "fold s = 2 for i in 1..100 then s * s": "Undecided",
    "fold s = 1/3 for i in 1..100 then s * s": "Undecided", "exp(10^30)": "Undecided",
    
    # what is no expression of the language
    "1 +": MALFORMED, "01": MALFORMED, "unknown_name": MALFORMED, "exp": MALFORMED, "exp(1, 2)": MALFORMED,
    "sum([1])": MALFORMED, "len(i for i in [1])": MALFORMED, "1..2..3": MALFORMED, "a = not b": MALFORMED,
    "let len = 1 in 1": MALFORMED, "{a: 1, a: 2}": MALFORMED, "{let: 1}": MALFORMED, "{}": MALFORMED,
    "[1,]": MALFORMED, "let x = 1 in x(1)": MALFORMED, "1\t+ 1": MALFORMED, "'a'": MALFORMED, "(1": MALFORMED,
    "1 2": MALFORMED, "forall x in [1]: true": MALFORMED, "1 # c": "1", "1 é": MALFORMED,
    "(" * 2000 + "1" + ")" * 2000: MALFORMED, "(" * 200 + "1" + ")" * 200: "1", "1" + " + 1" * 199: "200",
}

DEFINITIONS = "def half(x) = x / 2; def c = half(3); def id(b) = b; def unsure(x) = exp(x) = exp(x);\n"
WITH_DEFINITIONS = {
    "half(c)": "3/4", "half": MALFORMED, "half(1, 2)": MALFORMED, "c(1)": MALFORMED,
    "half(x for x in [1])": MALFORMED, "let c = 1 in c": MALFORMED, "[half for half in [1]]": MALFORMED,
    "fold c = 1 for x in [1] then c": MALFORMED, "unsure(1) or true": True,
    "id(unsure(1)) or true": True, "sum(half(i) for i in 1..3)": "3",
}

# Files: (text after the header, outcome of loading)
FILES = [
    (TRIVIAL, "Accepted"),
    ("", MALFORMED),
    ("def a = 1; def a = 2;" + TRIVIAL, MALFORMED),
    ("def a = b; def b = 1;" + TRIVIAL, MALFORMED),
    ("def a = a;" + TRIVIAL, MALFORMED),
    ("def sum = 1;" + TRIVIAL, MALFORMED),
    ("def f(x, x) = x;" + TRIVIAL, MALFORMED),
    ("def f(len) = 1;" + TRIVIAL, MALFORMED),
    ("def f(x) = y;" + TRIVIAL, MALFORMED),
    (TRIVIAL + TRIVIAL, MALFORMED),
    (TRIVIAL + "def late = 1;", "Accepted"),
    ("def a = 1; statement s = forall a in [1]: true;", MALFORMED),
    ("statement s = forall x in naturals: true;", MALFORMED),
    ("statement s = parts { };", MALFORMED),
    ("statement s = parts { a: true; a: true; };", MALFORMED),
    ("statement s = forall x in reals from 0: true;", MALFORMED),
    ("statement s = forall x in values where x = 1: x = 1;", "Accepted"),
    ("statement s = (forall x in [1]: true);", MALFORMED),
    ("statement s = true", MALFORMED),
    ('use "missing";' + TRIVIAL, MALFORMED),
    ('use "../claims/test";' + TRIVIAL, MALFORMED),
    (TRIVIAL + 'use "d";', MALFORMED),
    ("statement s = " + "forall x in [1]: " * 2000 + "true;", MALFORMED),
    ("def a = " + "-" * 5000 + "1;" + TRIVIAL, MALFORMED),
    ("def a = " + "not " * 5000 + "true;" + TRIVIAL, MALFORMED),
]
# fmt: on


class Language(unittest.TestCase):
    def test_values(self):
        for expression, expected in VALUES.items():
            with self.subTest(expression[:80]):
                self.assertEqual(value(expression), expected)

    def test_definitions(self):
        for expression, expected in WITH_DEFINITIONS.items():
            with self.subTest(expression):
                self.assertEqual(value(expression, DEFINITIONS), expected)

    def test_files(self):
        for text, expected in FILES:
            with self.subTest(text[:80]):
                self.assertEqual(outcome_of_loading(HEADER + text), expected)

    def test_headers(self):
        for header, expected in [
            ('claim { "id": "a", "title": "b" }', "Accepted"),
            ('claim { "id": "a", }', MALFORMED),
            ('claim { "title": "b" }', MALFORMED),
            ("claim { }", MALFORMED),
            ('claim { "id": "a", "id": "b" }', MALFORMED), ('claim { "id": 1 }', MALFORMED), ("", MALFORMED),
        ]:
            with self.subTest(header):
                self.assertEqual(outcome_of_loading(header + TRIVIAL), expected)

    def test_use(self):
        used = [
            ("d", "def two = 2;"),
            ("e", 'use "d"; def four = two * two;'),
            ("loop", 'use "pool";'),
            ("pool", 'use "loop";'),
            ("with_statement", TRIVIAL),
            ("again", "def two = 3;"),
        ]
        for text, expected in [
            ('use "e"; statement s = four = two + two;', "Accepted"),
            ('use "d"; use "e"; use "d"; statement s = true;', "Accepted"),
            ('use "loop";' + TRIVIAL, MALFORMED),
            ('use "with_statement";' + TRIVIAL, MALFORMED),
            ('use "d"; use "again";' + TRIVIAL, MALFORMED),
            ('use "d"; def two = 2;' + TRIVIAL, MALFORMED),
        ]:
            with self.subTest(text):
                self.assertEqual(outcome_of_loading(HEADER + text, used), expected)

    def test_hash(self):
        """Comments and blanks do not count; what the statement reaches does; what it does not reach does not."""
        base = "def a = 1; def b = a + 1; def c = 5; statement s = b = 2;"
        digest = load(HEADER + base).hash("s")
        text = "attest.statement/1\ndef a = 1 ;\ndef b = a + 1 ;\nstatement s = b = 2 ;\n"
        self.assertEqual(digest, hashlib.sha256(text.encode()).hexdigest())
        for other, equal in [
            ("def a=1 ; # one\ndef b = a+1;\n\ndef c = 6; statement s=b=2;", True),
            ("def a = 2; def b = a + 1; def c = 5; statement s = b = 2;", False),
            ("def a = 1; def b = a + 1; def c = 5; statement s = b = 3;", False),
            ("def a = 1; def c = 5; def b = a + 1; statement s = b = 2;", True),
            ("def c = 5; def a = 1; def b = a + c; statement s = b = 2;", False),
        ]:
            with self.subTest(other):
                self.assertEqual(load(HEADER + other).hash("s") == digest, equal)


if __name__ == "__main__":
    unittest.main()
