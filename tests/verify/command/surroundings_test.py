# SPDX-License-Identifier: Apache-2.0
"""Where attest finds its data, where it may write, and how it is stopped. Arguments: ATTEST ATTEST_CHECK REPOSITORY [test ...]"""
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import on_record  # noqa: E402
from command_test_case import ATTEST, ATTEST_CHECK, ROOT, CommandTest

DATA = ("theory/papers", "theory/definitions", "theory/proofs", "docs/claims", "verify/second")
CLAIM, STEM = "urpe.theorem-2-bound", "urpe_theorem_2_bound"
LONG = "positional.benes-rearrangeable"  # most of its time goes into one construction


class Surroundings(CommandTest):
    def setUp(self):
        super().setUp()
        del self.environment["ATTEST_SOURCE"]

    def tree(self, place, programs="build/bin", data="."):
        """A copy of what a clone or an installation has; nothing in it points back to the original."""
        (place / programs).mkdir(parents=True)
        for program in (ATTEST, ATTEST_CHECK):
            shutil.copy(program, place / programs)
        for part in DATA:
            shutil.copytree(ROOT / part, place / data / part, symlinks=True)
        return place / programs / ATTEST.name

    def decided(self, program, *arguments, **environment):
        done = self.attest("check", CLAIM, "--out", "out", "--fresh", *arguments, program=program, **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return (self.work / "out/results.json").read_bytes()

    # --- data ---
    def test_a_copied_clone_answers_with_its_own_files(self):
        program = self.tree(self.folder / "clone")
        claim = self.folder / "clone" / on_record.claim_name(STEM)
        self.decided(program)
        claim.write_text(claim.read_text().replace("statement printed", "garbage printed"))
        done = self.attest("check", CLAIM, "--out", "out", "--fresh", program=program)
        self.assertEqual(done.returncode, 3)
        self.assertIn(f"{claim}:", done.stderr)
        self.assertIn("found 'garbage'", done.stderr)

    def test_a_moved_clone_and_an_installation_answer_the_same(self):
        before = self.decided(self.tree(self.folder / "one"))
        (self.folder / "one").rename(self.folder / "two")
        self.assertEqual(self.decided(self.folder / "two/build/bin" / ATTEST.name), before)
        installed = self.tree(self.folder / "prefix", "bin", "share/attest")
        self.assertEqual(self.decided(installed), before)
        self.assertEqual(self.decided(installed, HOME="/nonexistent", XDG_STATE_HOME=""), before)

    def test_data_are_named(self):
        program = self.tree(self.folder / "prefix", "bin", "elsewhere")
        done = self.attest("claims", program=program)
        self.assert_one_clear_line(done, 3, str(program), "--source DIR", "ATTEST_SOURCE")
        place = self.folder / "prefix/elsewhere"
        for arguments, environment in ((["--source", place], {}), ([], {"ATTEST_SOURCE": str(place)}),
                                       (["--source", place], {"ATTEST_SOURCE": "/nowhere"})):
            self.assertEqual(self.attest("claims", *arguments, program=program, **environment).returncode, 0)
        self.assert_one_clear_line(self.attest("claims", "--source", "/nowhere", program=program), 3, "--source /nowhere")

    # --- writing ---
    def test_a_full_device(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            for command in (["claims"], ["claims", "--json"], ["check", CLAIM, "--out", "out"]):
                done = subprocess.run([ATTEST, *command], cwd=self.work, env=self.environment, stdout=full, stderr=subprocess.PIPE, text=True)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertIn("standard output: expected a place that can be written", done.stderr)

    def test_a_full_disk_says_so(self):
        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        done = subprocess.run([ATTEST, "check", CLAIM, "--out", "out"], cwd=self.work, env=self.environment, preexec_fn=small_files,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("File too large", done.stderr)

    def test_an_empty_folder_name(self):
        for command in (["check", CLAIM], ["claims"], ["explain", CLAIM], ["report"], ["recheck", CLAIM]):
            self.assert_one_clear_line(self.attest(*command, "--out", ""), 64, "--out", "an empty name")
        self.assertEqual(list(self.work.iterdir()), [])

    def test_a_folder_that_cannot_be_written(self):
        (self.work / "out").write_text("a file")
        self.assertEqual(self.attest("check", CLAIM, "--out", "out").returncode, 3)
        self.assertIn(CLAIM, self.succeed("explain", CLAIM, "--out", "out").stdout)
        self.assertEqual((self.work / "out").read_text(), "a file")

    def test_an_entry_of_the_path_that_cannot_be_looked_at(self):
        (self.folder / "loop").symlink_to(self.folder / "loop")
        self.succeed("check", CLAIM, "--out", "out", PATH=f"{self.folder}/loop:" + self.environment["PATH"])

    # --- what is said ---
    def test_one_claim_has_one_row(self):
        self.succeed("check", CLAIM, "urpe.lemma-7", "--out", "out")
        rows = self.succeed("check", CLAIM, "--out", "out").stdout.splitlines()
        self.assertEqual([row.split()[0] for row in rows if row and not row.startswith(("claim", "Report"))], [CLAIM])

    def test_a_name_cannot_steer_the_terminal(self):
        said = self.succeed("audit", self.write("own.json", json.dumps({"name": "a\x1b[31mb\x07", "bias": "t5"}))).stdout
        self.assertTrue(said.startswith("a?[31mb?\n"), said[:20])

    def test_integers_of_any_size(self):
        head = {"WQ": [[0]], "WK": [[0]], "WV": [[1]], "WO": [[1]]}
        number = "7" * 320
        for written in (number, "-" + number):
            text = json.dumps({"weights": "softmax-2", "X": [["HERE"], [0]], "heads": [head]}).replace('"HERE"', written)
            said = json.loads(self.succeed("exact", "attention", self.write("long.json", text), "--json").stdout)
            self.assertIn(written, json.dumps(said))
        for bad in ("1" * 320 + "e5", "0" + number, "--5"):
            text = json.dumps({"weights": "softmax-2", "X": [["HERE"], [0]], "heads": [head]}).replace('"HERE"', bad)
            self.assertEqual(self.attest("exact", "attention", self.write("bad.json", text)).returncode, 3, bad[:5])

    # --- stopping ---
    def start(self, *arguments):
        process = subprocess.Popen([ATTEST, "check", *arguments, "--out", "out", "--fresh"], cwd=self.work, env=self.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)

        def clean():
            process.kill()
            process.communicate()

        self.addCleanup(clean)
        return process

    def test_a_signal_in_the_middle_of_a_construction(self):
        for sent in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(sent):
                process = self.start(LONG, "--thorough")
                time.sleep(1.5)
                self.assertIsNone(process.poll(), "the run ended before it could be stopped")
                begin = time.monotonic()
                process.send_signal(sent)
                line = process.stderr.readline()
                self.assertIn("stopping", line)
                self.assertLess(time.monotonic() - begin, 1)
                process.wait(timeout=10)
                self.assertLess(time.monotonic() - begin, 3)
                self.assertEqual(process.returncode, 130)
                self.assertTrue(json.loads((self.work / "out/results.json").read_text())["interrupted"])

    def children(self):
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                if (entry / "cwd").resolve() == self.work and int(entry.name) != os.getpid():
                    found.append(entry.name)
            except OSError:
                continue
        return found

    def test_nothing_lives_on_after_a_kill(self):
        process = self.start()
        deadline = time.monotonic() + 60
        while len(self.children()) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertGreaterEqual(len(self.children()), 2, "no checker was seen at work")
        process.kill()
        process.wait()
        deadline = time.monotonic() + 3
        while self.children() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(self.children(), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
