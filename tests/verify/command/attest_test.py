#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command line as a user meets it: attest_test.py ATTEST ATTEST_CHECK REPOSITORY."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import on_record  # noqa: E402
from command_test_case import ATTEST, ATTEST_CHECK, CommandTest, contents

QUICK = ["positional.odd-even-sort", "positional.benes-paths", "positional.relu-min-max"]  # in the order of the list
COMMANDS = [[], ["claims"], ["check"], ["explain"], ["report"], ["graph"], ["exact"], ["exact", "attention"],
            ["exact", "transformer"], ["exact", "softmax-bound"], ["exact", "bucket"], ["exact", "benes"],
            ["construct", "universal"], ["audit"], ["format"]]
REPORTS = ["report.html", "report.md", "report.tex", "digest.tex", "graph.dot", "graph.json", "graph.csv"]


def results_and_certificates(out):
    return {name: text for name, text in contents(out).items()
            if name == "results.json" or name.startswith("certificates/")}


class Usage(CommandTest):
    def test_every_help_has_an_example(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                done = self.succeed(*command, "--help")
                self.assertIn("Example", done.stdout)
                self.assertEqual(done.stderr, "")
                listed = subprocess.run([ATTEST, *command, "-h"], capture_output=True, text=True, timeout=60)
                self.assertEqual(listed.stdout, done.stdout)

    def test_wrong_usage(self):
        for arguments in (["frobnicate"], ["claims", "--frobnicate"], ["check", "--frobnicate"], [], ["exact"],
                          ["exact", "frobnicate"], ["explain"], ["exact", "attention"], ["exact", "softmax-bound"],
                          ["exact", "softmax-bound", "--n", "three"], ["check", "--threads", "0"],
                          ["check", "--threads", "many"], ["check", "--budget", "0"], ["check", "--budget", "-1"],
                          ["check", "--budget", "nan"], ["check", "--budget", "soon"]):
            with self.subTest(arguments=arguments):
                self.assert_one_clear_line(self.attest(*arguments), 64, "attest: ")
                self.assertEqual(contents(self.work), {})
        self.assert_one_clear_line(self.attest("frobnicate"), 64, "frobnicate", "(see attest --help)")
        self.assert_one_clear_line(self.attest("exact", "softmax-bound", "--n"), 64, "--n", "(see attest exact softmax-bound --help)")

    def test_unknown_claims_are_bad_input(self):
        for arguments in (["check", "positional.nothing"], ["check", QUICK[0], "positional.nothing"],
                          ["explain", "positional.nothing"]):
            with self.subTest(arguments=arguments):
                self.assert_one_clear_line(self.attest(*arguments), 3, "positional.nothing", "attest claims")
                self.assertEqual(contents(self.work), {})

    def test_missing_sources_and_results(self):
        self.assert_one_clear_line(self.attest("claims", ATTEST_SOURCE="/nowhere"), 3, "/nowhere", "ATTEST_SOURCE")
        self.assert_one_clear_line(self.attest("report"), 3, "results.json", "attest check")
        self.assertEqual(contents(self.work), {})

    def test_an_output_folder_that_is_none(self):
        file = self.write("file", "")
        done = self.attest("check", QUICK[0], "--out", file)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(str(file), done.stderr)
        self.assertEqual(file.read_bytes(), b"")


class Check(CommandTest):
    def check(self, *arguments, **environment):
        return self.succeed("check", *QUICK, "--out", "out", *arguments, **environment)

    def setUp(self):
        super().setUp()
        self.out = self.work / "out"

    def test_a_second_run_decides_nothing_again(self):
        first = self.check()
        self.assertNotIn("already decided", first.stderr)
        before = contents(self.out)
        second = self.check()
        self.assertEqual(second.stderr.count("already decided"), len(QUICK))
        self.assertEqual(contents(self.out), before)
        self.assertNotIn("already decided", self.check("--fresh").stderr)
        self.assertEqual(contents(self.out), before)

    def test_the_number_of_threads_changes_nothing(self):
        by_threads = []
        for threads in (1, 2, 3):
            self.succeed("check", *QUICK, "--out", f"out{threads}", "--threads", threads)
            by_threads.append(results_and_certificates(self.work / f"out{threads}"))
        self.assertGreater(len(by_threads[0]), len(QUICK))
        self.assertEqual(by_threads[0], by_threads[1])
        self.assertEqual(by_threads[0], by_threads[2])

    def test_the_results_have_their_schema(self):
        done = self.check("--json")
        results = json.loads(done.stdout)
        self.assertEqual(results, json.loads((self.out / "results.json").read_text()))
        self.assertEqual(results["schema"], "attest.results/2")
        self.assertEqual(list(results["checkers"]), ["attest-check", "second checker", "proof checker"])
        self.assertEqual([claim["id"] for claim in results["claims"]], QUICK)
        counterexamples = 0
        for claim in results["claims"]:
            for statement in [claim["printed"]] + ([claim["repaired"]] if "repaired" in claim else []):
                self.assertIn(statement["status"], ("holds", "false", "supported", "gap", "typo", "open"))
                self.assertIn(statement["assurance"], ("proved", "proved (bound by a reader)", "exhaustive", "certified", "sampled"))
                # What is not complete says how far it reaches.
                self.assertEqual(statement["extent"] != "", statement["status"] == "supported")
                self.assertNotEqual(statement["scope"], "")
                certificate = self.out / statement["certificate"]
                claim_file = on_record.claim_file(claim["stem"])
                decided = self.attest("--json", claim_file, certificate, program=ATTEST_CHECK)
                self.assertEqual(decided.returncode, 0, decided.stdout)
                self.assertEqual(json.loads(decided.stdout)["goal"], statement["status"] != "false")
                self.assertEqual("counterexample" in statement, statement["status"] == "false")
                counterexamples += statement["status"] == "false" and statement["counterexample"] != ""
        self.assertEqual(counterexamples, 2)

    def test_claims_explain_and_report(self):
        claims = json.loads(self.succeed("claims", "--json").stdout)
        self.assertLessEqual(set(QUICK), {claim["id"] for claim in claims})
        self.assertEqual({claim["status"] for claim in claims}, {"not decided yet"})
        self.check()
        listed = self.succeed("claims", "--out", "out").stdout
        self.assertRegex(listed, r"false \(certified\), repaired supported \(certified (at|to) ")
        for claim in QUICK:
            explained = self.succeed("explain", claim, "--out", "out")
            self.assertIn(claim, explained.stdout)
            self.assertEqual(json.loads(self.succeed("explain", claim, "--out", "out", "--json").stdout)["id"], claim)
        before = contents(self.out)
        for name in REPORTS:
            (self.out / name).unlink()
        written = json.loads(self.succeed("report", "--out", "out", "--json").stdout)
        self.assertEqual({pathlib.Path(file).name for file in written} & set(REPORTS), set(REPORTS))
        self.assertEqual(contents(self.out), before)
        self.assertEqual(self.succeed("explain", QUICK[0], "--out", "elsewhere").stdout,
                         self.succeed("explain", QUICK[0], "--out", "out").stdout)

    def test_graph(self):
        self.check()
        asked = ("graph", "positional.benes-paths", "--out", "out")
        nodes = json.loads(self.succeed(*asked, "--json").stdout)["nodes"]
        standing = {node["id"]: (node["printed"]["standing"], node["repaired"]["own"]) for node in nodes}
        self.assertEqual(standing["positional.benes-paths"], ("refuted", "supported"))
        self.assertEqual(standing["positional.fact-1"], ("rests on something refuted", "open"))
        self.assertEqual(standing["positional.benes-definition"], ("open", "open"))
        self.assertNotIn("positional.hardmax-image", standing)
        written = {node["id"]: node for node in json.loads((self.out / "graph.json").read_text())["nodes"]}
        self.assertEqual([written[node["id"]] for node in nodes], nodes)
        self.assertEqual(len(self.succeed(*asked, "--format", "csv").stdout.splitlines()), 1 + len(nodes))
        self.assertIn('"positional.benes-paths" -> "positional.fact-1"', self.succeed(*asked, "--layer", "paper").stdout)
        self.assertTrue(self.succeed(*asked, "--format", "svg", "--layer", "repaired").stdout.startswith("<svg "))
        self.assert_one_clear_line(self.attest("graph", QUICK[0], "--out", "out"), 3, QUICK[0], "stands apart")
        self.assert_one_clear_line(self.attest("graph", "positional.nothing", "--out", "out"), 3, "positional.nothing", "expected")
        self.assert_one_clear_line(self.attest("graph", "--out", "elsewhere"), 3, "results.json")

    def test_broken_results_are_bad_input(self):
        self.out.mkdir()
        for text in ("", "{", "[]", '{"schema": "attest.results/2"}', "\0\1"):
            (self.out / "results.json").write_text(text)
            for command in (["report"], ["claims"], ["explain", QUICK[0]]):
                with self.subTest(text=text, command=command):
                    self.assert_one_clear_line(self.attest(*command, "--out", "out"), 3, "results.json", "expected")

    def test_a_budget_that_is_spent(self):
        done = self.attest("check", *QUICK, "--out", "out", "--budget", "1e-9")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stderr.count("the budget is spent"), len(QUICK))
        self.assertTrue(json.loads((self.out / "results.json").read_text())["interrupted"])
        self.check()
        self.assertFalse(json.loads((self.out / "results.json").read_text())["interrupted"])

    def test_what_is_broken_is_repaired(self):
        self.check()
        before = contents(self.out)
        state = self.out / "state/positional_odd_even_sort.json"
        for text in ("", "{", "[]", "{}", "null", "\0\1\2", before["state/positional_relu_min_max.json"].decode()):
            with self.subTest(state=text[:20]):
                state.write_text(text)
                self.assertEqual(self.check().stderr.count("already decided"), len(QUICK) - 1)
                self.assertEqual(contents(self.out), before)
        certificates = sorted(name for name in before if name.startswith("certificates/"))
        (self.out / certificates[0]).write_text("")
        self.assertEqual(self.check().stderr.count("already decided"), len(QUICK) - 1)
        self.assertEqual(contents(self.out), before)
        (self.out / certificates[0]).unlink()
        self.assertEqual(self.check().stderr.count("already decided"), len(QUICK) - 1)
        self.assertEqual(contents(self.out), before)
        shutil.rmtree(self.out / "certificates")
        self.check()
        self.assertEqual(contents(self.out), before)

    def test_the_checker_program_alone(self):
        self.check()
        certificate = self.out / "certificates/positional_odd_even_sort.printed.1.json"
        claim = on_record.claim_file("positional_odd_even_sort")
        text = certificate.read_text()
        wrong_goal = self.write("rejected.json", text.replace('"goal": false', '"goal": true'))
        truncated = self.write("truncated.json", text[:-20])
        for arguments, code in (([claim, certificate], 0), ([claim, wrong_goal], 1),
                                (["--budget", "1", claim, certificate], 2), ([claim, truncated], 3),
                                ([claim, self.folder / "missing"], 3), ([self.folder / "missing", certificate], 3),
                                ([claim], 64), (["--frobnicate", claim, certificate], 64)):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.attest(*arguments, program=ATTEST_CHECK).returncode, code)


class Interruption(CommandTest):
    IDS = ["urpe.theorem-2-bound", "positional.benes-definition", "positional.benes-paths"]

    def setUp(self):
        super().setUp()
        self.out = self.work / "out"
        self.arguments = ["check", *self.IDS, "--out", "out", "--threads", "1", "--fresh"]

    def stop_when(self, name, sent):
        """Runs the command until a file exists, then sends the signal to it and its children, as a terminal does."""
        process = subprocess.Popen([ATTEST, *self.arguments], cwd=self.work, env=self.environment, text=True,
                                   start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while process.poll() is None and not (self.out / name).exists():
            time.sleep(0.001)
        self.assertIsNone(process.poll(), "the run ended before it could be stopped")
        os.killpg(process.pid, sent)
        _, errors = process.communicate(timeout=120)
        return process.returncode, errors

    def assert_completes_as_if_never_stopped(self, *arguments):
        self.succeed(*arguments)
        self.succeed("check", *self.IDS, "--out", "undisturbed")
        self.assertEqual(results_and_certificates(self.out), results_and_certificates(self.work / "undisturbed"))

    def assert_every_file_is_whole(self):
        for path in self.out.rglob("*.json"):
            json.loads(path.read_text())

    def test_control_c(self):
        for name in ("certificates/urpe_theorem_2_bound.printed.1.json",
                     "certificates/positional_benes_paths.printed.1.json"):
            with self.subTest(stopped_at=name):
                shutil.rmtree(self.out, ignore_errors=True)
                code, errors = self.stop_when(name, signal.SIGINT)
                self.assertEqual(code, 130, errors)
                self.assertIn("interrupted", errors)
                self.assertTrue(json.loads((self.out / "results.json").read_text())["interrupted"])
                self.assert_every_file_is_whole()
                self.assertEqual(list(self.out.rglob("*.part*")), [])
        self.assert_completes_as_if_never_stopped(*self.arguments)

    def test_kill(self):
        for name in ("certificates", "certificates/urpe_theorem_2_bound.finding_difference.1.json", "state",
                     "certificates/positional_benes_paths.printed.1.json"):
            with self.subTest(stopped_at=name):
                shutil.rmtree(self.out, ignore_errors=True)
                code, _ = self.stop_when(name, signal.SIGKILL)
                self.assertEqual(code, -signal.SIGKILL)
                self.assert_every_file_is_whole()
        self.assert_completes_as_if_never_stopped("check", *self.IDS, "--out", "out")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
