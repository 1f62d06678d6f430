# SPDX-License-Identifier: Apache-2.0
"""Tests of theory/proofs/reflect.py: what it prints of a certificate, and of which it says that they make no theorem. That Coq takes what
it prints is the test `proofs`, over the files that it wrote, and `attest new proof --certificate`."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
REFLECT = ROOT / "theory/proofs/reflect.py"
sys.path.insert(0, str(ROOT / "theory/semantics"))
import tree  # noqa: E402

CLAIM = """claim { "id": "own.claim" }
statement printed = forall n in 1..3: n > 0;
statement finding_whole = parts { first: forall n in 1..3: n > 0; second: exists x in reals: x < -1/2; };
"""
EVALUATE = {"rule": "evaluate"}
EACH = {"rule": "exhaustive", "var": "n", "then": EVALUATE}


class Reflect(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        (pathlib.Path(temporary.name) / "claims").mkdir()
        self.claim = pathlib.Path(temporary.name) / "claims/own_claim.claim"
        self.claim.write_text(CLAIM)

    def certificate(self, statement, steps, **changes):
        path = self.claim.parent / f"{statement}.json"
        path.write_text(json.dumps({"claim": "own.claim", "statement": statement, "goal": True, "steps": steps,
                                    "hash": tree.statement_hash(tree.claim_items(self.claim), statement), **changes}))
        return path

    def reflect(self, *files):
        return subprocess.run([sys.executable, "-B", str(REFLECT), str(self.claim), *map(str, files)], capture_output=True, text=True)

    def printed(self, *files):
        done = self.reflect(*files)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        return done.stdout

    def refused(self, code, reason, *files):
        done = self.reflect(*files)
        self.assertEqual((code, ""), (done.returncode, done.stdout))
        self.assertRegex(done.stderr, reason)

    def test_a_theorem(self):
        text = self.printed(self.certificate("printed", EACH))
        self.assertIn('Theorem own_claim_printed : Holds statements_own_claim.printed.\nProof.\nby_steps (Exhaustive "n" true [Evaluate]).\nQed.\n', text)
        self.assertRegex(text, r"\(\* attest: own.claim printed sha256:[0-9a-f]{64} theorem:own_claim_printed \*\)\nTheorem")

    def test_by_the_virtual_machine(self):
        text = self.printed(self.certificate("printed", EACH), "--machine")
        self.assertIn('\nby_machine (Exhaustive "n" true [Evaluate]).\nQed.\n', text)
        self.assertRegex(text, r"\nFrom attest Require Import [\w ]* reflection machine\.\n")
        self.assertNotIn("by_steps", text)

    def test_parts_some_of_them_cited(self):
        steps = {"rule": "split", "parts": {"first": {"rule": "statement", "name": "printed"}, "second": {
            "rule": "witness", "var": "x", "value": "-2/3", "then": EVALUATE}}}
        whole, each = self.certificate("finding_whole", steps), self.certificate("printed", EACH)
        text = self.printed(whole, each)
        self.assertLess(text.index("Theorem own_claim_printed"), text.index("Theorem own_claim_finding_whole"))
        self.assertIn('into_parts.\n- by_theorem own_claim_printed.\n- by_steps (Witness "x" (d_rational (Frac (-2) 3)) Evaluate).\nQed.\n', text)
        self.refused(1, "it cites printed, which has no theorem", whole)

    def test_every_rule(self):
        for steps, printed in (
                ({"rule": "box", "var": "x", "cells": [["-inf", "1/2"], ["1/2", "inf"]], "cases": [EVALUATE, EVALUATE]},
                 'Cells "x" [(None, Some (Frac 1 2)); (Some (Frac 1 2), None)] false [Evaluate; Evaluate]'),
                ({"rule": "polynomial", "var": "x", "then": {"rule": "squares", "signs": [[["1/2", ["1", "2"], [["1", "x"], ["-1", "A[2][1]"]]]]]}},
                 'Polynomials "x" (Squares [[(Frac 1 2, [1; 2], [(Int (-1), [("A", [2; 1])])'),
                ({"rule": "witness", "var": "h", "value": {"base": "e", "m": ["0", "1"], "on": True}, "then": EVALUATE},
                 'Witness "h" (DRecord [("base", DSymbol "e"); ("m", DList [d_integer 0; d_integer 1]); ("on", DTruth (Some true))]) Evaluate'),
                ({"rule": "split", "parts": {"first": EACH}}, 'EachPart [("first", Exhaustive "n" true [Evaluate])]')):
            text = re.sub(r"\s+", " ", self.printed(self.certificate("printed", steps)))
            self.assertIn(printed.replace('(Int (-1), [("A"', '(Int 1, [("x", [])]); (Int (-1), [("A"'), text)

    def test_what_makes_no_theorem(self):
        for steps, reason in (
                ({"rule": "instances", "var": "n", "from": "1", "to": "2", "then": EVALUATE}, "some elements only"),
                ({"rule": "box", "var": "x", "cells": [["0", "1", "2"]], "then": EVALUATE}, "a cell with an order"),
                ({"rule": "proof", "system": "coq", "file": "x.v", "theorem": "x"}, "it has a theorem")):
            self.refused(1, reason, self.certificate("printed", steps))
        self.refused(1, "it refutes", self.certificate("printed", EVALUATE, goal=False))
        self.refused(3, "for another printed", self.certificate("printed", EACH, hash="0" * 64))
        self.refused(3, "a certificate was expected", self.claim.with_name("absent.json"))
        self.assertEqual(64, subprocess.run([sys.executable, "-B", str(REFLECT)], capture_output=True).returncode)


if __name__ == "__main__":
    unittest.main()
