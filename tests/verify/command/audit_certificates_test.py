#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`attest audit --out` about every word: audit_certificates_test.py ATTEST ATTEST_CHECK REPOSITORY.

Both checkers accept each answer's certificate, and reject it for the answer turned around and with its head spoiled.
"""
import json
import re
import subprocess
import sys
import unittest

from command_test_case import ATTEST_CHECK, ROOT, CommandTest

SECOND = [sys.executable, "-B", str(ROOT / "verify/second/attest_check.py")]
QUESTIONS = ["right_stochastic", "identical_rows_stay_identical", "position_aware", "causal", "attentive_condition",
             "permutation_equivariant"]


class Certificates(CommandTest):
    def words(self):
        """Every key but name and source, with the words that the audit names when it meets none of them."""
        unknown = self.attest("audit", self.write("d.json", '{"?": ""}')).stderr
        keys = re.search(r"expected .*?((?:\w+, )+(?:or )?\w+)", unknown).group(1).replace("or ", "").split(", ")
        for key in keys:
            if key in ("name", "source"):
                continue
            error = self.attest("audit", self.write("d.json", json.dumps({key: "?"}))).stderr
            for word in re.search(r"expected one of (.*)", error).group(1).strip().split(", ")[1:]:
                yield key, word

    def outcomes(self, claim, certificate):
        for checker in ([str(ATTEST_CHECK)], SECOND):
            done = subprocess.run([*checker, "--definitions", str(ROOT / "theory/definitions"), str(claim), str(certificate)],
                                  capture_output=True, text=True)
            yield done.returncode

    def check_answer(self, entry):
        self.assertEqual([checker["outcome"] for checker in entry["checkers"]], ["Accepted", "Accepted"])
        self.assertIn(entry["status"], ("holds", "supported"))
        out = self.work / "out"
        claim, certificate = out / entry["file"], out / entry["certificate"]
        text = claim.read_text()
        head, statement = text.rsplit("statement printed =\n", 1)
        *quantifiers, body = statement.rstrip().removesuffix(";").split("\n")
        turned = claim.with_name("turned.claim")
        turned.write_text(head + "statement printed =\n" + "\n".join([*quantifiers, f"    not ({body.strip()})"]) + ";\n")
        digest = subprocess.run([str(ATTEST_CHECK), "--definitions", str(ROOT / "theory/definitions"), "--hash", str(turned),
                                 "printed"], capture_output=True, text=True, check=True).stdout.strip()
        evidence = json.loads(certificate.read_text())
        other = self.folder / "other.json"
        other.write_text(json.dumps(dict(evidence, hash=digest)))
        self.assertEqual(list(self.outcomes(turned, other)), [1, 1])
        turned.unlink()
        other.write_text(certificate.read_text().replace('"WQ"', '"WZ"'))
        self.assertEqual(list(self.outcomes(claim, other)), [1, 1])

    def test_every_word(self):
        words = list(self.words())
        self.assertEqual(len(words), 39)
        for key, word in words:
            file = self.write(f"{key}-{word}.json", json.dumps({key: word}))
            (audit,) = json.loads(self.succeed("audit", file, "--out", "out", "--json").stdout)["audits"]
            self.assertEqual(list(audit["certificates"]), QUESTIONS)
            for question, entry in audit["certificates"].items():
                with self.subTest(key=key, word=word, question=question):
                    if "none" in entry:
                        self.assertIn((word, question), [(w, "attentive_condition") for w in ("rope", "bos", "sinusoidal")])
                        self.assertNotIn("claim", entry)
                    else:
                        self.check_answer(entry)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
