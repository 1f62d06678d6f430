#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command line as a user meets it: attest_test.py ATTEST ATTEST_CHECK REPOSITORY.

Everything runs without Coq (it is not on the PATH of these tests), so that a claim takes a fraction of a second.
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ATTEST, ATTEST_CHECK, ROOT = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
QUICK = ["positional.benes-paths", "positional.odd-even-sort", "positional.relu-min-max"]
COMMANDS = [[], ["claims"], ["check"], ["explain"], ["report"], ["exact"], ["exact", "attention"], ["exact", "transformer"],
            ["exact", "softmax-bound"], ["exact", "benes"]]
REPORTS = ["report.html", "report.md", "report.tex"]


def contents(folder):
    """Every file below a folder with its bytes, by relative path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def results_and_certificates(out):
    return {name: text for name, text in contents(out).items()
            if name == "results.json" or name.startswith("certificates/")}


class CommandTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="attest-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.work = self.folder / "work"
        self.work.mkdir()
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "python3").symlink_to(sys.executable)
        self.environment = dict(os.environ, PATH=str(programs), ATTEST_SOURCE=str(ROOT))

    def attest(self, *arguments, program=ATTEST, **environment):
        return subprocess.run([program, *map(str, arguments)], cwd=self.work, env=dict(self.environment, **environment),
                              capture_output=True, text=True, timeout=300)

    def succeed(self, *arguments, **environment):
        done = self.attest(*arguments, **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def assert_one_clear_line(self, done, code, *fragments):
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for fragment in fragments:
            self.assertIn(fragment, done.stderr)

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path


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
        self.assert_one_clear_line(self.attest("frobnicate"), 64, "frobnicate", "--help")

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


class Exact(CommandTest):
    HEAD = {"WQ": [[1]], "WK": [[1]], "WV": [[1]], "WO": [[1]]}
    LAYER = {"weights": "hardmax-all", "X": [[1], [2]], "heads": [HEAD]}
    BLOCK = {"heads": [HEAD], "W1": [[1]], "W2": [[1]]}
    STACK = {"weights": "hardmax-all", "X": [[1], [2]], "blocks": [BLOCK]}

    def test_examples_give_json_on_one_line(self):
        examples = ROOT / "docs/examples"
        for arguments in (["attention", examples / "attention_t5.json"], ["transformer", examples / "transformer.json"],
                          ["benes", examples / "permutation.json"], ["softmax-bound", "--n", 3]):
            with self.subTest(arguments=arguments):
                done = self.succeed("exact", *arguments, "--json")
                self.assertEqual(done.stdout.count("\n"), 1)
                self.assertIsInstance(json.loads(done.stdout), dict)
                self.assertNotEqual(self.succeed("exact", *arguments).stdout, done.stdout)

    def test_what_the_bad_instances_are_made_from_is_good(self):
        self.succeed("exact", "attention", self.write("good.json", json.dumps(self.LAYER)))
        self.succeed("exact", "transformer", self.write("good.json", json.dumps(self.STACK)))

    def test_files_that_are_no_json(self):
        good = json.dumps(self.LAYER)
        for operation in ("attention", "transformer", "benes"):
            for name, text in (("empty", ""), ("truncated", good[:len(good) // 2]), ("binary", bytes(range(256))),
                               ("trailing", good + "]"), ("zeros", b"\0" * 64), ("infinite", '{"X": [[1e999]]}'),
                               ("nan", '{"X": [[NaN]]}'), ("latin", b'{"\xe9": 1}')):
                with self.subTest(operation=operation, name=name):
                    file = self.write(name, text)
                    self.assert_one_clear_line(self.attest("exact", operation, file), 3, str(file), "expected")
            for place in (self.folder / "missing", self.folder):
                self.assert_one_clear_line(self.attest("exact", operation, place), 3, str(place), "expected a file")
        self.assertEqual(contents(self.work), {})

    def expect_bad(self, operation, document, place, expected):
        with self.subTest(operation=operation, place=place, expected=expected):
            file = self.write("bad.json", document if isinstance(document, str) else json.dumps(document))
            picture = ["--svg", self.work / "routes.svg"] if operation == "benes" else []
            self.assert_one_clear_line(self.attest("exact", operation, file, *picture), 3, f"{file}: {place}", expected)
            self.assertEqual(contents(self.work), {})

    def test_bad_attention(self):
        layer, head = self.LAYER, self.HEAD
        for number, expected in (("3/0", '"3/0"'), ("2/4", 'expected the canonical form "1/2"'), ("NaN", '"NaN"'),
                                 ("-NaN", '"-NaN"'), ("inf", '"inf"'), ("1e5", '"1e5"'), ("+1", '"+1"'), (" 1", '" 1"'),
                                 ("-0", '"-0"'), ("", '""')):
            self.expect_bad("attention", dict(layer, X=[[1], [number]]), "/X/1/0", expected)
        for entry in (None, True, [1], {}):
            self.expect_bad("attention", dict(layer, X=[[1], [entry]]), "/X/1/0", "expected a number")
        self.expect_bad("attention", dict(layer, X=[[1, 0], [1]]), "/X/1", "expected a list of 2 numbers, found 1")
        self.expect_bad("attention", dict(layer, X=[]), "/X", "expected at least one row")
        self.expect_bad("attention", dict(layer, X=[[]]), "/X/0", "expected at least one number")
        for key in ("A", "C"):
            self.expect_bad("attention", dict(layer, heads=[dict(head, **{key: [[1, 0, 0], [0, 1, 0]]})]),
                            f"/heads/0/{key}/0", "expected a list of 2 numbers, found 3")
            self.expect_bad("attention", dict(layer, heads=[dict(head, **{key: [[1, 0]]})]),
                            f"/heads/0/{key}", "expected a list of 2 rows, found 1")
        self.expect_bad("attention", dict(layer, heads=[dict(head, bias={"variant": "t5", "m": [1, 2]})]),
                        "/heads/0/bias/m", "expected a list of 3 numbers, found 2")
        self.expect_bad("attention", dict(layer, weights="hardmax"), "/weights", "expected one of")
        self.expect_bad("attention", {"weights": "hardmax-all", "X": [[1]]}, "", 'expected the key "heads"')
        self.expect_bad("attention", dict(layer, extra=1), "", "unknown key")
        self.expect_bad("attention", '{"X": [[1]], "X": [[2]]}', "", 'expected the key "X" once')

    def test_bad_transformer(self):
        def with_norm(norm):
            return dict(self.STACK, blocks=[self.BLOCK, dict(self.BLOCK, norm1=norm)])
        self.expect_bad("transformer", with_norm({"kind": "layer", "eps": -1}), "/blocks/1/norm1/eps", "expected")
        self.expect_bad("transformer", with_norm({"kind": "layer", "eps": "1/0"}), "/blocks/1/norm1/eps", "expected")
        # A constant row (d = 1) has no LayerNorm with eps = 0.
        self.expect_bad("transformer", with_norm({"kind": "layer", "eps": 0}), "block 2", "normalization")
        self.expect_bad("transformer", dict(self.STACK, blocks=[]), "/blocks", "expected at least one block")
        self.expect_bad("transformer", dict(self.STACK, blocks=[dict(self.BLOCK, W2=[[1, 1]])]), "/blocks/0/W2", "expected")

    def test_bad_permutations(self):
        for permutation, place, expected in (
                ([0, 1, 2], "/permutation", "expected a power of two of labels, found 3"),
                ([], "/permutation", "expected a power of two"),
                ([0, 0], "/permutation/1", "expected a label that no other entry has"),
                ([0, 2], "/permutation/1", "expected an integer from 0 to 1, found 2"),
                ([-1, 0], "/permutation/0", "expected an integer from 0 to 1"),
                (["1/2", 0], "/permutation/0", "expected an integer from 0 to 1"),
                (["2/4", 0], "/permutation/0", "canonical"), ("10", "/permutation", "expected a list")):
            self.expect_bad("benes", {"permutation": permutation}, place, expected)

    def test_bad_bounds(self):
        for option, value in (("eps", "0"), ("eps", "-1"), ("eps", "1"), ("eps", "2/4"), ("eps", "3/0"), ("eps", "NaN"),
                              ("width", "0"), ("n", "0"), ("n", "-3")):
            with self.subTest(option=option, value=value):
                arguments = {"n": "3", **{option: value}}
                done = self.attest("exact", "softmax-bound", *(f"--{name}={text}" for name, text in arguments.items()))
                self.assert_one_clear_line(done, 3, f"{option}: ", "expected")


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
        self.assertEqual(results["schema"], "attest.results/1")
        self.assertEqual([claim["id"] for claim in results["claims"]], QUICK)
        counterexamples = 0
        for claim in results["claims"]:
            for statement in [claim["printed"]] + ([claim["repaired"]] if "repaired" in claim else []):
                self.assertIn(statement["status"], ("holds", "false", "gap", "typo", "open"))
                self.assertIn(statement["assurance"], ("proved", "exhaustive", "certified", "sampled"))
                self.assertNotEqual(statement["scope"], "")
                certificate = self.out / statement["certificate"]
                claim_file = ROOT / "theory/claims" / (claim["stem"] + ".claim")
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
        self.assertIn("false, repaired holds", listed)
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

    def test_broken_results_are_bad_input(self):
        self.out.mkdir()
        for text in ("", "{", "[]", '{"schema": "attest.results/2"}', "\0\1"):
            (self.out / "results.json").write_text(text)
            for command in (["report"], ["claims"], ["explain", QUICK[0]]):
                with self.subTest(text=text, command=command):
                    self.assert_one_clear_line(self.attest(*command, "--out", "out"), 3, "results.json", "expected")

    def test_a_budget_that_is_spent(self):
        done = self.attest("check", *QUICK, "--out", "out", "--budget", "0.001")
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
        (self.out / certificates[0]).unlink()
        self.assertEqual(self.check().stderr.count("already decided"), len(QUICK) - 1)
        self.assertEqual(contents(self.out), before)
        shutil.rmtree(self.out / "certificates")
        self.check()
        self.assertEqual(contents(self.out), before)

    def test_the_checker_program_alone(self):
        self.check()
        certificate = self.out / "certificates/positional_odd_even_sort.printed.1.json"
        claim = ROOT / "theory/claims/positional_odd_even_sort.claim"
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
    IDS = ["urpe.theorem-2-bound", "positional.lemma-b3", "positional.benes-definition"]

    def setUp(self):
        super().setUp()
        self.out = self.work / "out"
        self.command = [str(ATTEST), "check", *self.IDS, "--out", "out", "--threads", "1", "--fresh"]

    def stop_when(self, name, sent):
        """Runs the command until a file exists, then sends the signal to it and its children, as a terminal does."""
        process = subprocess.Popen(self.command, cwd=self.work, env=self.environment, start_new_session=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while process.poll() is None and not (self.out / name).exists():
            time.sleep(0.001)
        self.assertIsNone(process.poll(), "the run ended before it could be stopped")
        os.killpg(process.pid, sent)
        _, errors = process.communicate(timeout=120)
        return process.returncode, errors

    def assert_completes_as_if_never_stopped(self):
        self.succeed("check", *self.IDS, "--out", "out")
        self.succeed("check", *self.IDS, "--out", "undisturbed")
        self.assertEqual(results_and_certificates(self.out), results_and_certificates(self.work / "undisturbed"))

    def assert_every_file_is_whole(self):
        for path in self.out.rglob("*.json"):
            json.loads(path.read_text())

    def test_control_c(self):
        for name in ("certificates/urpe_theorem_2_bound.printed.1.json", "state/urpe_theorem_2_bound.json",
                     "certificates/positional_lemma_b3.printed.2.json"):
            with self.subTest(stopped_at=name):
                shutil.rmtree(self.out, ignore_errors=True)
                code, errors = self.stop_when(name, signal.SIGINT)
                self.assertEqual(code, 130, errors)
                self.assertIn("interrupted", errors)
                self.assertTrue(json.loads((self.out / "results.json").read_text())["interrupted"])
                self.assert_every_file_is_whole()
                self.assertEqual(list(self.out.rglob("*.part*")), [])
                self.assertEqual(subprocess.run(self.command, cwd=self.work, env=self.environment,
                                                capture_output=True, timeout=300).returncode, 0)
        self.assert_completes_as_if_never_stopped()

    def test_kill(self):
        for name in ("certificates", "certificates/urpe_theorem_2_bound.finding_difference.1.json", "state",
                     "certificates/positional_lemma_b3.printed.1.json"):
            with self.subTest(stopped_at=name):
                shutil.rmtree(self.out, ignore_errors=True)
                code, _ = self.stop_when(name, signal.SIGKILL)
                self.assertEqual(code, -signal.SIGKILL)
                self.assert_every_file_is_whole()
        self.assert_completes_as_if_never_stopped()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
