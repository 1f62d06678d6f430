# SPDX-License-Identifier: Apache-2.0
"""The rules and the certificate's form: for each, what it accepts, what it rejects and why, and what it reports."""

import copy
import json
import os
import subprocess
import sys
import tempfile
import unittest

from harness import HEADER, ROOT, checking, claim_file, load

STATEMENTS = """
def small(x) = x < 3;
statement two = 1 + 1 = 2;
statement list = forall x in 1..4 where x != 2: exists y in [1, 2, 3, 4, {a: 1}]: x + y = 5;
statement numbers = forall n in naturals from 3: forall m in 1..n: m <= n;
statement interval = forall x in reals from 0 to 2 where x > 1: x * x >= 1;
statement line = forall x in reals: x < 0 or x + 1 > 0;
statement matrix = forall A in matrices(2, 1) from 0 to 1: A[1][1] + A[2][1] <= 2;
statement anything = exists v in values where is_record(v): v.a = [1, "t", true];
statement both = parts { one: small(1); two: small(2) and not small(3); };
statement pair = exists v in vectors(2) from 0 to 1: v[1] + v[2] = 3/2;
statement sharp = exp(1) > 271828182845904523536028747135266249775724/10^41;
statement equality = exp(1) = exp(1);
statement undefined = 1/0 = 1;
statement ends = forall x in reals from 1 to 1: x = 1;
"""
EVALUATE = {"rule": "evaluate"}


def witness(var, value, then=EVALUATE):
    return {"rule": "witness", "var": var, "value": value, "then": then}


def exhaustive(var, **branch):
    return {"rule": "exhaustive", "var": var, **branch}


def box(cells, var="x", **branch):
    return {"rule": "box", "var": var, "cells": cells, **(branch or {"then": EVALUATE})}


def instances(var, **keys):
    return {"rule": "instances", "var": var, **keys}


WITNESSES = [witness("y", str(5 - x)) for x in (1, 3, 4)]
FOR_M = exhaustive("m", then=EVALUATE)
THEOREM = {"rule": "proof", "system": "coq", "file": "theory/proofs/a.v", "theorem": "t"}
HALVES = {"one": EVALUATE, "two": EVALUATE}
A, R, U, M = "Accepted", "Rejected", "Undecided", "Malformed"

# (statement, goal, steps, outcome)
CASES = [
    ("two", True, EVALUATE, A),
    ("two", False, EVALUATE, R),
    ("two", True, witness("x", "1"), R),
    ("two", True, {"rule": "guess"}, M),
    ("undefined", True, EVALUATE, R),
    ("undefined", False, EVALUATE, R),
    ("equality", True, EVALUATE, U),
    ("equality", False, EVALUATE, U),
    ("sharp", True, EVALUATE, A),
    ("sharp", False, EVALUATE, R),
    ("list", True, exhaustive("x", cases=WITNESSES), A),
    ("list", True, exhaustive("x", cases=WITNESSES[:2]), R),
    ("list", True, exhaustive("x", cases=WITNESSES + WITNESSES[:1]), R),
    ("list", True, exhaustive("x", cases=WITNESSES[::-1]), R),
    ("list", True, exhaustive("x", then=WITNESSES[0]), R),
    ("list", True, exhaustive("z", cases=WITNESSES), R),
    ("list", True, exhaustive("x", cases=WITNESSES, then=EVALUATE), M),
    ("list", True, exhaustive("x"), M),
    ("list", True, instances("x", values=["1", "3"], cases=WITNESSES[:2]), A),
    ("list", True, instances("x", values=["2"], cases=WITNESSES[:1]), R),
    ("list", True, instances("x", values=["5"], cases=WITNESSES[:1]), R),
    ("list", True, instances("x", values=["1"], cases=WITNESSES[:2]), R),
    ("list", True, instances("x", values=[], cases=[]), R),
    ("list", True, instances("x", values=["1", "1"], then=WITNESSES[0]), R),
    ("list", True, instances("x", **{"from": "1", "to": "1"}, then=WITNESSES[0]), R),
    ("list", True, exhaustive("x", cases=[witness("y", "6")] * 3), R),
    ("list", False, witness("x", "1", exhaustive("y", then=EVALUATE)), R),
    ("list", True, witness("x", "1", WITNESSES[0]), R),
    ("list", True, exhaustive("x", cases=[*WITNESSES[:2], exhaustive("y", then=EVALUATE)]), R),
    ("numbers", True, instances("n", **{"from": "3", "to": "5"}, then=FOR_M), A),
    ("numbers", True, instances("n", **{"from": "2", "to": "5"}, then=FOR_M), R),
    ("numbers", True, instances("n", **{"from": "5", "to": "4"}, then=FOR_M), R),
    ("numbers", True, instances("n", **{"from": "7/2", "to": "5"}, then=FOR_M), M),
    ("numbers", True, instances("n", **{"from": "3", "to": "5"}, cases=[FOR_M] * 3), A),
    ("numbers", True, instances("n", **{"from": "3", "to": "5"}, cases=[FOR_M] * 2), R),
    ("numbers", True, instances("n", **{"from": "3", "to": "4"}, cases=[FOR_M] * 3), R),
    ("numbers", True, instances("n", values=["4", "9"], then=FOR_M), A),
    ("numbers", True, instances("n", values=["2"], then=FOR_M), R),
    ("numbers", True, instances("n", values=["7/2"], then=FOR_M), R),
    ("numbers", True, exhaustive("n", then=FOR_M), R),
    ("numbers", True, instances("n", values=["4"], **{"from": "3", "to": "5"}, then=FOR_M), M),
    ("numbers", True, instances("n", values=["4"], then=exhaustive("m", then=exhaustive("m", then=EVALUATE))), R),
    ("interval", True, box([["0", "1"], ["1", "2"]]), A),
    ("interval", True, box([["0", "1/2"], ["1/2", "1"], ["1", "1"], ["1", "2"]]), A),
    ("interval", True, box([["0", "99/100"], ["99/100", "1"], ["1", "2"]]), A),
    ("interval", True, box([["0", "2"]]), U),
    ("interval", True, box([["1", "2"]]), R),
    ("interval", True, box([["0", "1"], ["5/4", "2"]]), R),
    ("interval", True, box([]), R),
    ("interval", True, box([["2", "0"]]), M),
    ("interval", True, box([["0", "2", "3"]]), U),
    ("interval", True, box([["0", "1"], ["1", "2", "1"]]), A),
    ("interval", True, box([["0", "1", "-3"], ["5/4", "2", "3"]]), R),
    ("interval", True, box([["0", "2", "0"]]), M),
    ("interval", True, box([["0", "2", "17"]]), M),
    ("interval", True, box([["0", "2", "1/2"]]), M),
    ("interval", True, box([["0", "2", "3", "1"]]), M),
    ("line", True, box([["-inf", "-1/2", "1"], ["-1/2", "inf"]]), M),
    ("matrix", True, box([["0", "1", "1"]], var="A"), R),
    ("interval", True, box([["inf", "2"]]), M),
    ("interval", True, box([["0", "4/2"]]), M),
    ("interval", False, box([["0", "2"]]), R),
    ("interval", True, instances("x", values=["5/4", "3/2", "2"], then=EVALUATE), A),
    ("interval", True, instances("x", values=["1"], then=EVALUATE), R),
    ("interval", True, instances("x", values=["5/2"], then=EVALUATE), R),
    ("interval", True, instances("x", values=[True], then=EVALUATE), R),
    ("line", True, box([["-inf", "-1/2"], ["-1/2", "inf"]]), A),
    ("line", True, box([["-inf", "inf"]]), U),
    ("line", True, box([["-1", "inf"]]), R),
    ("line", True, box([["-inf", "-1/2"], ["-1/2", "inf"]], cases=[EVALUATE, EVALUATE]), A),
    ("line", True, box([["-inf", "-1/2"], ["-1/2", "inf"]], cases=[EVALUATE]), R),
    ("line", True, box([["-inf", "-1/2"], ["-1/2", "inf"], ["3", "inf"]]), R),
    ("ends", True, box([["1", "1"]]), A),
    ("matrix", True, box([["0", "1"]], var="A"), A),
    ("matrix", True, box([["0", "1/2"], ["1/2", "1"]], var="A"), R),
    ("matrix", True, box([["0", "2"]], var="A"), R),
    ("matrix", True, instances("A", values=[[["0"], ["1"]]], then=EVALUATE), A),
    ("matrix", True, instances("A", values=[[["0", "1"]]], then=EVALUATE), R),
    ("matrix", True, instances("A", values=[[["0"], ["3"]]], then=EVALUATE), R),
    ("anything", True, witness("v", {"a": ["1", "t", True]}), A),
    ("anything", True, witness("v", {"a": ["1", "u", True]}), R),
    ("anything", True, witness("v", "t"), R),
    ("anything", True, witness("v", {"b": "1"}), R),
    ("anything", True, witness("v", {"let": "1"}), M),
    ("anything", True, witness("v", None), M),
    ("anything", True, witness("v", 1), M),
    ("anything", True, witness("v", "-NaN"), M),
    ("anything", True, witness("v", "3/0"), M),
    ("anything", True, witness("v", "2/4"), M),
    ("anything", True, witness("v", "-0"), M),
    ("anything", True, witness("v", "01"), M),
    ("anything", True, witness("v", "1e5"), M),
    ("anything", True, witness("v", ""), M),
    ("anything", True, witness("v", "5/1"), M),
    ("anything", True, witness("v", "+1"), M),
    ("anything", False, instances("v", values=[{"a": "1"}], then=EVALUATE), R),
    ("pair", True, witness("v", ["1/2", "1"]), A),
    ("pair", True, witness("v", ["0", "3/2"]), R),
    ("pair", True, witness("v", ["3/2"]), R),
    ("pair", True, witness("v", "3/2"), R),
    ("both", True, {"rule": "split", "parts": HALVES}, A),
    ("both", True, {"rule": "split", "parts": {"one": EVALUATE}}, R),
    ("both", True, {"rule": "split", "parts": {**HALVES, "three": EVALUATE}}, R),
    ("both", False, {"rule": "split", "part": "one", "then": EVALUATE}, R),
    ("both", True, {"rule": "split", "part": "one", "then": EVALUATE}, R),
    ("both", False, {"rule": "split", "part": "three", "then": EVALUATE}, R),
    ("both", False, {"rule": "split", "parts": HALVES}, R),
    ("both", True, EVALUATE, R),
    ("both", True, {"rule": "split"}, M),
    ("two", True, THEOREM, A),
    ("two", False, THEOREM, R),
    ("both", True, {"rule": "split", "parts": {"one": THEOREM, "two": EVALUATE}}, R),
    ("two", True, {**THEOREM, "system": "lean"}, M),
]


class Rules(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.claim = load(HEADER + STATEMENTS)

    def certificate(self, statement, goal, steps, **changed):
        top = {"format": "attest.certificate/2", "claim": "test.claim", "statement": statement}
        top |= {"header": self.claim.header_hash(), "hash": self.claim.hash(statement), "goal": goal, "precision": "256", "steps": steps}
        return {**top, **changed}

    def check(self, certificate, budget=10**6):
        data = certificate if isinstance(certificate, bytes) else json.dumps(certificate).encode()
        return checking.check(self.claim, data, budget)

    def test_cases(self):
        for statement, goal, steps, expected in CASES:
            with self.subTest(statement=statement, goal=goal, steps=steps):
                report = self.check(self.certificate(statement, goal, steps))
                self.assertEqual(report["outcome"], expected, report["reason"])
                self.assertEqual(report["reason"] == "", expected == A)
                if expected in (R, U):
                    self.assertEqual((report["assumed"], report["covered"]), ([], []))
                if expected == M:
                    self.assertEqual(report.keys(), {"outcome", "reason"})

    def test_report(self):
        report = self.check(self.certificate("numbers", True, instances("n", **{"from": "3", "to": "5"}, then=FOR_M)))
        span = {"from": "3", "to": "5", "count": "3"}
        self.assertEqual(report["assumed"], [{"kind": "range", "variable": "n", "domain": "naturals from 3", **span}])
        elements = {"rule": "exhaustive", "variable": "m", "domain": "1 .. n", "count": "12"}
        self.assertEqual(report["covered"], [elements])
        report = self.check(self.certificate("list", True, exhaustive("x", cases=WITNESSES)))
        counts = [(entry["rule"], entry["count"]) for entry in report["covered"]]
        self.assertEqual(counts, [("exhaustive", "3"), ("witness", "3")])
        report = self.check(self.certificate("two", True, THEOREM))
        named = {key: text for key, text in THEOREM.items() if key != "rule"}
        self.assertEqual(report["assumed"], [{"kind": "proof", **named}])
        self.assertEqual(self.check(self.certificate("sharp", True, EVALUATE))["precision"], "256")

    def test_precision_limit(self):
        expected = {"64": U, "128": U, "255": U, "256": A, "63": M, "8193": M, "256/1": M, 256: M}
        for precision, outcome in expected.items():
            report = self.check(self.certificate("sharp", True, EVALUATE, precision=precision))
            self.assertEqual(report["outcome"], outcome, precision)

    def test_budget(self):
        certificate = self.certificate("numbers", True, instances("n", **{"from": "3", "to": "500"}, then=FOR_M))
        self.assertEqual(self.check(certificate, 10**4)["outcome"], U)
        self.assertEqual(self.check(certificate, 10**7)["outcome"], A)

    def test_binding(self):
        """The certificate must be for this claim, this statement and this text."""
        digest = self.claim.hash("two")
        for changed, expected in [
            ({}, A),
            ({"claim": "other.claim"}, R),
            ({"statement": "list"}, R),
            ({"statement": "none"}, R),
            ({"hash": digest[::-1]}, R),
            ({"hash": digest[:-1]}, M),
            ({"hash": digest.upper()}, M),
            ({"header": self.claim.header_hash()[::-1]}, R),
            ({"header": self.claim.header_hash()[:-1]}, M),
            ({"format": "attest.certificate/1"}, M),
            ({"goal": "true"}, M),
            ({"note": ""}, M),
        ]:
            report = self.check({**self.certificate("two", True, EVALUATE), **changed})
            self.assertEqual(report["outcome"], expected, changed)
        certificate = self.certificate("two", True, EVALUATE)
        for key in certificate:
            smaller = copy.deepcopy(certificate)
            del smaller[key]
            self.assertEqual(self.check(smaller)["outcome"], M, key)

    def test_json(self):
        good = json.dumps(self.certificate("two", True, EVALUATE))
        deep = self.certificate("anything", True, {"rule": "evaluate"})
        deep["steps"] = witness("v", {"a": "DEEP"})
        for data in [
            "",
            "null",
            "[]",
            good[:-1],
            good + "x",
            good.replace('"goal"', '"goal": true, "goal"'),
            good.replace("true", "NaN"),
            good.replace('"256"', "256"),
            good.replace('"256"', "256.0"),
            "\ufeff" + good,
            json.dumps(deep).replace('"DEEP"', "[" * 10**5 + "]" * 10**5),
            json.dumps(deep).replace('"DEEP"', "[" * 198 + "]" * 198),
            good.replace("test.claim", "\\ud800"),
        ]:
            self.assertEqual(self.check(data.encode())["outcome"], M, data[:100])
        self.assertEqual(self.check(good.encode() + b"\xff")["outcome"], M)
        self.assertEqual(self.check(json.dumps(deep).replace('"DEEP"', "[" * 197 + "]" * 197).encode())["outcome"], R)


class CommandLine(unittest.TestCase):
    def test_exit_codes(self):
        program = os.path.join(ROOT, "verify", "second", "attest_check.py")
        with claim_file(HEADER + STATEMENTS) as claim, tempfile.TemporaryDirectory() as folder:

            def run(*arguments):
                done = subprocess.run([sys.executable, "-B", program, *arguments], capture_output=True, text=True)
                return done.returncode, done.stdout

            digest = run("--hash", claim, "two")[1].strip()
            self.assertEqual(digest, load(HEADER + STATEMENTS).hash("two"))
            path = os.path.join(folder, "certificate.json")
            header = run("--header", claim)[1].strip()
            certificate = {"format": "attest.certificate/2", "claim": "test.claim", "statement": "two", "hash": digest}
            certificate["header"] = header
            certificate |= {"precision": "64", "steps": EVALUATE}
            accepted, rejected = (0, "Accepted\n"), (1, "Rejected: steps: the expression is true\n")
            for goal, expected in [(True, accepted), (False, rejected)]:
                with open(path, "w", encoding="utf-8") as file:
                    json.dump({**certificate, "goal": goal}, file)
                self.assertEqual(run(claim, path), expected)
                code, shown = run("--json", "--budget", "1000", claim, path)
                self.assertEqual((code, json.loads(shown)["outcome"]), (expected[0], expected[1].split(":")[0].strip()))
            # Several, each on its own: one that cannot be read, one accepted at another precision, one rejected.
            other = os.path.join(folder, "other.json")
            with open(other, "w", encoding="utf-8") as file:
                json.dump({**certificate, "goal": True, "precision": "256"}, file)
            code, shown = run("--json", claim, path + ".missing", other, path)
            alone = [run("--json", claim, one)[1] for one in (path + ".missing", other, path)]
            self.assertEqual((code, shown), (1, "".join(alone)))
            self.assertEqual(run(claim, path + ".missing")[0], 3)
            self.assertEqual(run(claim + ".missing", path)[0], 3)
            for asked in (["--help"], ["-h"], ["--json", "--help", claim]):
                code, shown = run(*asked)
                self.assertEqual(code, 0)
                for word in ("--definitions DIR", "--budget STEPS", "--json", "--hash", "--header", "--eval", "Exit codes: 0 A",
                             f"(default {checking.DEFAULT_BUDGET})", "from 64 to 8192", "Example: attest_check.py "):
                    self.assertIn(word, shown)
            self.assertEqual(run("--eval", claim, "-h")[0], 3)  # an expression, not a question
            self.assertEqual(run("--eval", claim, "-1 + 1/2"), (0, '"-1/2"\n'))
            self.assertEqual(run("--precision", "128", "--eval", claim, "exp(1) = exp(1)"), (0, '"unknown"\n'))
            for expression, code in [("1/0", 1), ("floor(exp(1) - exp(1))", 2), ("1 +", 3)]:
                self.assertEqual(run("--eval", claim, expression)[0], code)
            for wrong in [
                (),
                (claim,),
                (claim, path, path),
                ("--no", claim, path),
                ("--budget", "x", claim, path),
                ("--json", "--eval", claim, "1"),
                ("--precision", "9", "--eval", claim, "1"),
            ]:
                self.assertEqual(run(*wrong)[0], 64)


if __name__ == "__main__":
    unittest.main()
