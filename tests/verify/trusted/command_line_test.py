#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command line of attest-check: exit codes, what is printed where, and what happens with files that are none.

usage: command_line_test.py PROGRAM
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases")
ACCEPTED, REJECTED, UNDECIDED, MALFORMED, USAGE = 0, 1, 2, 3, 64
PROGRAM = None


def claim(rule):
    return os.path.join(CASES, "claims", rule + ".claim")


def case(rule, path):
    """The two operands for a case."""
    return [claim(rule), os.path.join(CASES, rule, path + ".json")]


def run(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60, **options)


class Certificates(unittest.TestCase):
    def expect(self, arguments, code, out="", err=""):
        """The exit code, and what standard output and standard error begin with (and that nothing is there where
        nothing is expected)."""
        done = run(*arguments)
        self.assertEqual(done.returncode, code, done)
        for stream, beginning in ((done.stdout, out), (done.stderr, err)):
            self.assertTrue(stream.startswith(beginning) if beginning else stream == "", done)
        return done

    def test_each_outcome_has_its_exit_code(self):
        self.expect(case("evaluate", "accept/true"), ACCEPTED, out="Accepted\n")
        self.expect(case("evaluate", "reject/false"), REJECTED, out="Rejected: steps: ")
        self.expect(case("evaluate", "undecided/equal_exponentials"), UNDECIDED, out="Undecided: ")
        self.expect(case("file", "malformed/empty"), MALFORMED, err="Malformed: ")

    def test_a_malformed_certificate_is_named_with_its_path(self):
        operands = case("file", "malformed/no_goal")
        self.expect(operands, MALFORMED, err=f"Malformed: {operands[1]}: ")

    def test_a_malformed_claim_is_named_with_its_line(self):
        path = os.path.join(CASES, "claims_malformed", "unknown_name.claim")
        certificate = case("file", "accept/plain")[1]
        self.expect([path, certificate], MALFORMED, err=f"Malformed: {path}:3: ")

    def test_what_is_assumed_stands_on_a_line_of_its_own(self):
        done = self.expect(case("instances", "accept/ranges_within_a_range"), ACCEPTED, out="Accepted\n")
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 3)
        for line in lines[1:]:
            self.assertTrue(line.startswith("assumed: "), line)
        done = self.expect(case("proof", "accept/statement"), ACCEPTED, out="Accepted\nassumed: ")
        self.assertIn("gauss", done.stdout)

    def test_json_is_one_object_on_one_line(self):
        for rule, path, outcome, code in (
            ("instances", "accept/range", "Accepted", ACCEPTED),
            ("evaluate", "reject/false", "Rejected", REJECTED),
            ("evaluate", "undecided/equal_exponentials", "Undecided", UNDECIDED),
        ):
            done = self.expect(["--json", *case(rule, path)], code, out="{")
            self.assertEqual(done.stdout.count("\n"), 1)
            report = json.loads(done.stdout)
            keys = ["outcome", "claim", "statement", "goal", "reason", "because", "assumed", "covered", "evaluated", "precision"]
            if outcome != "Rejected":
                keys.remove("because")
            self.assertEqual(list(report), keys)
            self.assertEqual(report["outcome"], outcome)
            self.assertEqual(report["claim"], "cases." + rule)
            self.assertEqual(report["reason"] == "", outcome == "Accepted")
            if outcome != "Accepted":
                self.assertEqual((report["assumed"], report["covered"]), ([], []))

    def test_json_of_the_malformed_is_the_reason_alone(self):
        done = self.expect(["--json", *case("file", "malformed/truncated_in_the_middle")], MALFORMED, out="{")
        self.assertEqual(list(json.loads(done.stdout)), ["outcome", "reason"])

    def test_json_may_stand_behind_the_operands(self):
        done = self.expect([*case("evaluate", "accept/true"), "--json"], ACCEPTED, out="{")
        self.assertEqual(json.loads(done.stdout)["outcome"], "Accepted")

    def test_budget(self):
        operands = case("exhaustive", "accept/then")
        self.expect(["--budget", "1000000", *operands], ACCEPTED, out="Accepted\n")
        self.expect(["--budget", "3", *operands], UNDECIDED, out="Undecided: ")

    def test_definitions(self):
        operands = case("evaluate", "accept/definition_of_a_used_file")
        self.expect(["--definitions", os.path.join(CASES, "definitions"), *operands], ACCEPTED, out="Accepted\n")
        with tempfile.TemporaryDirectory() as folder:
            self.expect(["--definitions", folder, *operands], MALFORMED, err=f"Malformed: {folder}/shapes.stm: ")


class Files(unittest.TestCase):
    def malformed(self, *arguments):
        done = run(*arguments)
        self.assertEqual(done.returncode, MALFORMED, done)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1, done)
        self.assertTrue(done.stderr.startswith("Malformed: "), done)
        return done.stderr

    def test_missing_files(self):
        self.assertIn("nowhere.json", self.malformed(claim("file"), "nowhere.json"))
        self.assertIn("nowhere.claim", self.malformed("nowhere.claim", case("file", "accept/plain")[1]))
        self.assertIn("nowhere.claim", self.malformed("--hash", "nowhere.claim", "printed"))
        self.assertIn("nowhere.claim", self.malformed("--eval", "nowhere.claim", "1"))

    def test_missing_file_with_json(self):
        done = run("--json", claim("file"), "nowhere.json")
        self.assertEqual(done.returncode, MALFORMED)
        self.assertIn("nowhere.json", json.loads(done.stdout)["reason"])

    def test_a_folder_in_place_of_a_file(self):
        self.assertIn(CASES, self.malformed(claim("file"), CASES))
        self.assertIn(CASES, self.malformed(CASES, case("file", "accept/plain")[1]))

    def test_the_claim_and_the_certificate_exchanged(self):
        self.malformed(*reversed(case("file", "accept/plain")))

    def test_an_empty_path(self):
        self.malformed(claim("file"), "")


class Queries(unittest.TestCase):
    def answer(self, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stderr), (ACCEPTED, ""), done)
        return done.stdout

    def test_hash(self):
        with open(case("file", "accept/plain")[1], encoding="utf-8") as file:
            expected = json.load(file)["hash"]
        self.assertEqual(self.answer("--hash", claim("file"), "printed"), expected + "\n")
        done = run("--hash", claim("file"), "literal")
        self.assertEqual(done.returncode, MALFORMED)
        self.assertIn("literal", done.stderr)

    def test_hash_is_that_of_the_canonical_text(self):
        import hashlib

        text = "attest.statement/1\nstatement printed = 1 + 1 = 2 ;\n"
        self.assertEqual(self.answer("--hash", claim("file"), "printed").strip(), hashlib.sha256(text.encode()).hexdigest())
        text = (
            "attest.statement/1\ndef square ( x ) = x * x ;\ndef quartic ( x ) = square ( square ( x ) ) ;\n"
            "statement quartic_root = quartic ( 2 ) = 16 ;\n"
        )
        found = self.answer("--hash", claim("evaluate"), "quartic_root").strip()
        self.assertEqual(found, hashlib.sha256(text.encode()).hexdigest())

    def test_eval(self):
        self.assertEqual(self.answer("--eval", claim("witness"), "quartic(1/2)"), '"1/16"\n')
        self.assertEqual(self.answer("--eval", claim("witness"), "-2"), '"-2"\n')
        self.assertEqual(json.loads(self.answer("--eval", claim("file"), '[1, "a", {b: true}]')), ["1", "a", {"b": True}])
        self.assertEqual(self.answer("--eval", claim("file"), "exp(1) = exp(1)"), '"unknown"\n')

    def test_eval_fails_with_the_outcome(self):
        self.assertEqual(run("--eval", claim("file"), "1/0").returncode, REJECTED)
        self.assertEqual(run("--eval", claim("file"), "if exp(1) = exp(1) then 1 else 2").returncode, UNDECIDED)
        self.assertEqual(run("--eval", claim("file"), "1 +").returncode, MALFORMED)

    def test_precision_of_eval(self):
        def width(bits):
            found = json.loads(self.answer("--precision", bits, "--eval", claim("file"), "exp(1)"))
            (a, b), (c, d) = ([int(part) for part in found[end].split("/")] for end in ("lo", "hi"))
            return b * d, c * b - a * d  # 1/width is their quotient

        for bits in ("64", "128", "1024"):
            whole, part = width(bits)
            self.assertGreater(part, 0)
            self.assertGreater(whole, part << (int(bits) - 8))


class Usage(unittest.TestCase):
    def usage(self, *arguments):
        done = run(*arguments)
        self.assertEqual(done.returncode, USAGE, done)
        self.assertEqual(done.stdout, "")
        self.assertTrue(done.stderr, done)

    def test_wrong_command_lines(self):
        operands = case("evaluate", "accept/true")
        self.usage()
        self.usage(operands[0])
        self.usage(*operands, operands[1])
        self.usage("--unknown", *operands)
        self.usage("-j", *operands)
        self.usage(*operands, "--budget")
        self.usage(*operands, "--definitions")
        for steps in ("", "-1", "1e9", "many", "0x10", "9" * 30):
            self.usage("--budget", steps, *operands)
        for bits in ("63", "8193", "64.0", "", "many"):
            self.usage("--precision", bits, "--eval", operands[0], "1")
        self.usage("--hash", "--eval", operands[0], "1")
        self.usage("--hash", operands[0])
        self.usage("--eval", operands[0])

    def test_help_shows_an_example(self):
        done = run("--help")
        self.assertEqual((done.returncode, done.stderr), (ACCEPTED, ""))
        for part in ("Example:", "attest-check", "CLAIM", "CERTIFICATE", "--json", "--hash", "--eval", "64"):
            self.assertIn(part, done.stdout)

    def test_version(self):
        done = run("--version")
        self.assertEqual(done.returncode, ACCEPTED)
        self.assertRegex(done.stdout, r"^attest-check \d+\.\d+\.\d+\n$")


class Pipes(unittest.TestCase):
    def test_a_reader_that_is_gone_does_not_turn_a_rejection_into_an_acceptance(self):
        read, write = os.pipe()
        os.close(read)
        try:
            done = subprocess.run(
                [PROGRAM, *case("evaluate", "reject/false")], stdout=write, stderr=subprocess.DEVNULL, timeout=60
            )
        finally:
            os.close(write)
        self.assertNotEqual(done.returncode, ACCEPTED)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs a device that is full")
    def test_a_full_device_is_not_taken_for_success(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            for arguments in (case("evaluate", "accept/true"), ["--json", *case("evaluate", "accept/true")], ["--help"]):
                done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.DEVNULL, timeout=60)
                self.assertNotEqual(done.returncode, ACCEPTED, arguments)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__.strip())
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
