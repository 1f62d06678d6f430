# SPDX-License-Identifier: Apache-2.0
"""The attacks of attacks.py, from certificates to verdicts. Arguments: VERDICTS_OF ATTEST_CHECK REPOSITORY [test ...]"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from attacks import ALARM, ATTACKS, EV, INVISIBLE, Attack

VERDICTS_OF, ATTEST_CHECK, ROOT = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
DEFINITIONS = ROOT / "theory/definitions"


def hash_of(*arguments):
    done = subprocess.run([ATTEST_CHECK, "--definitions", DEFINITIONS, *arguments], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else "0" * 64


def without_nothing(steps):
    """Steps without the keys that are None."""
    if isinstance(steps, dict):
        return {key: without_nothing(value) for key, value in steps.items() if value is not None}
    return [without_nothing(item) for item in steps] if isinstance(steps, list) else steps


class Evidence(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        (self.folder / "claims").mkdir()
        (self.folder / "definitions").symlink_to(DEFINITIONS)

    def claim(self, attack):
        path = self.folder / "claims/attack_claim.claim"
        uses = f'use "{attack.uses}";\n' if attack.uses else ""
        path.write_text(f"claim {{ {attack.header} }}\n{uses}{attack.statements}\n")
        return path

    def certificate(self, path, claim, entry, number):
        given = entry if isinstance(entry, dict) else {"of": entry}
        statement, goal, steps = given["of"]
        made = {"format": "attest.certificate/2", "claim": "attack.claim", "header": hash_of("--header", claim), "statement": statement,
                "hash": hash_of("--hash", claim, statement), "goal": goal, "precision": "128", "steps": without_nothing(steps)}
        made = given.get("change", lambda same: same)(made)
        file = path / f"certificate.{number}.json"
        file.write_text(given.get("raw", lambda same: same)(json.dumps(made)))
        return file

    def verdicts(self, attack):
        claim = self.claim(attack)
        files = [self.certificate(self.folder, claim, entry, number) for number, entry in enumerate(attack.certificates)]
        if attack.edit:
            before, after = attack.edit
            self.assertIn(before, claim.read_text())
            claim.write_text(claim.read_text().replace(before, after))
        proved = [word for theorem in attack.proved for word in ("--proved", theorem)]
        done = subprocess.run([VERDICTS_OF, ATTEST_CHECK, ROOT, claim, *proved, *files], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_no_verdict_is_stronger_than_its_evidence(self):
        self.assertGreaterEqual(len(ATTACKS) + len(INVISIBLE), 60)
        for name, attack in ATTACKS.items():
            with self.subTest(name):
                said = self.verdicts(attack)
                for statement, expected in attack.expected.items():
                    verdict = said[statement]
                    if expected == ALARM:
                        self.assertEqual((verdict["status"], verdict["assurance"]), ("open", "none"), verdict)
                        self.assertNotEqual(verdict["alarm"], "", verdict)
                        continue
                    self.assertEqual(verdict["status"], expected, verdict)
                    self.assertEqual(verdict.get("alarm", ""), "", verdict)
                    if expected == "supported":
                        self.assertEqual(verdict["assurance"], "certified")
                        self.assertRegex(verdict["extent"], "^(at|to|for) ", verdict)

    def test_an_empty_span_is_no_range(self):
        extent = self.verdicts(ATTACKS["nested ranges without a common element"])["printed"]["extent"]
        self.assertEqual(extent, "at 8 instances")

    def test_a_guard_of_the_kind_without_attack_is_decided(self):
        """The same mechanism says holds and false where it may."""
        for statements, steps, goal, status, assurance in (
            ("statement printed = forall x in 1..9: x < 10;", {"rule": "exhaustive", "var": "x", "then": EV}, True, "holds", "exhaustive"),
            ("statement printed = forall x in reals from 0 to 1: x < 2;", {"rule": "box", "var": "x", "cells": [["0", "1"]], "then": EV}, True, "holds", "proved"),
            ("statement printed = forall x in reals from 0 to 1: 1 + x <= exp(x);", {"rule": "box", "var": "x", "cells": [["0", "1", "2"]], "then": EV}, True,
             "holds", "proved"),
            ("statement printed = forall x in reals: x^2 >= 0;", {"rule": "polynomial", "var": "x", "then": {"rule": "squares", "signs": [[["1", [], [["1", "x"]]]]]}}, True, "holds", "proved"),
            ("statement printed = exists x in reals: x * x = 4;", {"rule": "witness", "var": "x", "value": "2", "then": EV}, True, "holds", "certified"),
            ("statement printed = forall n in naturals from 1: n < 4;", {"rule": "witness", "var": "n", "value": "4", "then": EV}, False, "false", "certified"),
            ("statement printed = exists x in 1..9: x > 9;", {"rule": "exhaustive", "var": "x", "then": EV}, False, "false", "exhaustive"),
        ):
            with self.subTest(statements):
                verdict = self.verdicts(Attack(statements, [("printed", goal, steps)], {}))["printed"]
                self.assertEqual((verdict["status"], verdict["assurance"], verdict["extent"]), (status, assurance, ""), verdict)

    def test_what_a_reader_does_not_see_is_refused(self):
        plain = Attack("# a comment\nstatement printed = 1 < 2;", [("printed", True, EV)], {})
        claim = self.claim(plain)
        certificate = self.certificate(self.folder, claim, plain.certificates[0], 0)
        self.assertEqual(self.verdicts(plain)["printed"]["status"], "holds")
        good = claim.read_text()
        for name, character in INVISIBLE.items():
            for place, text in (("comment", good.replace("a comment", f"a {character}comment")), ("header", good.replace("One thing", f"One {character}thing")),
                                ("code", good.replace("1 < 2", f"1 {character}< 2"))):
                with self.subTest(f"{name} in the {place}"):
                    claim.write_bytes(text.encode())
                    for program in ([ATTEST_CHECK], [sys.executable, "-B", ROOT / "verify/second/attest_check.py"]):
                        done = subprocess.run([*program, claim, certificate], capture_output=True, text=True)
                        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
                    done = subprocess.run([VERDICTS_OF, ATTEST_CHECK, ROOT, claim, certificate], capture_output=True, text=True)
                    self.assertEqual(done.returncode, 3, done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
