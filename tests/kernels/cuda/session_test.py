#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The one command for a machine with a GPU, on the emulated device. Usage: session_test.py BUILD LIBRARY STANDALONE"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD, LIBRARY, STANDALONE = sys.argv[1:4]
SCRIPT = Path(__file__).resolve().parents[3] / "kernels/cuda/device_session.py"


def call(*words, script=SCRIPT, path=None):
    environment = {**os.environ, **({"PATH": path} if path else {})}
    done = subprocess.run([sys.executable, "-B", str(script), *map(str, words)], capture_output=True, text=True, env=environment)
    return done.returncode, done.stdout + done.stderr


class Session(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.session = Path(cls.folder.name) / "session"
        cls.packed = call("pack", "--build", BUILD, "--library", LIBRARY, "--standalone", STANDALONE, "--out", cls.session)
        cls.script = cls.session / "device_session.py"

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def results(self, name):
        out = Path(self.folder.name) / name
        return out, lambda step: json.loads((out / f"{step}.json").read_text())

    def test_it_fits(self):
        self.assertEqual(self.packed[0], 0, self.packed[1])
        size = sum(file.stat().st_size for file in self.session.rglob("*") if file.is_file())
        self.assertLess(size, 60_000_000)

    def test_steps_are_done_or_skipped_by_name_and_not_done_twice(self):
        out, step = self.results("some")
        words = ["run", "--out", out, "--minutes", "5"]
        for kind in ("machine", "products", "spoiled", "speed", "profile", "sanitizers"):
            words += ["--step", kind]
        # Nothing but the programs that the session brings.
        code, said = call(*words, script=self.script, path="/nowhere:/usr/bin:/bin")
        self.assertEqual(code, 0, said)
        self.assertEqual(step("machine")["data"]["gpu"], "none")
        self.assertIn("urpe_bfloat16_sm90a", step("start")["data"]["kernels"])
        self.assertEqual(step("spoiled")["status"], "done", step("spoiled"))
        for share in step("products.attention_bfloat16_sm90a")["data"]["greatest error of a product over its bound"].values():
            self.assertTrue(0 < share < 1, share)
        self.assertEqual((step("speed")["status"], step("speed")["why"]), ("skipped", "no PyTorch that sees a GPU"))
        self.assertEqual((step("profile.urpe_bfloat16_cuda")["status"], step("profile.urpe_bfloat16_cuda")["why"]), ("skipped", "no ncu"))
        self.assertEqual(step("sanitizers")["why"], "no compute-sanitizer")
        summary = (out / "summary.md").read_text()
        for line in ("| spoiled | done |", "| sanitizers | skipped |"):
            self.assertIn(line, summary)
        before = {file.name: file.stat().st_mtime_ns for file in out.glob("*.json")}
        call(*words, script=self.script, path="/nowhere:/usr/bin:/bin")
        self.assertEqual({file.name: file.stat().st_mtime_ns for file in out.glob("*.json")}, before)

    def test_without_time_everything_is_left_and_the_next_run_goes_on(self):
        out, step = self.results("late")
        code, said = call("run", "--out", out, "--minutes", "0", script=self.script)
        self.assertEqual(code, 2)
        self.assertIn("left, machine first; the same command does them", said)
        self.assertEqual(list(out.glob("*.json")), [])
        (out / "machine.json").write_text('{"step": "mach')  # killed in the middle: as if it were not there
        self.assertEqual(call("run", "--out", out, "--step", "machine", script=self.script)[0], 0)
        self.assertEqual(step("machine")["status"], "done")

    def test_a_kernel_that_is_wrong_or_hangs_fails_its_step_alone(self):
        out, step = self.results("wrong")
        program = self.session / "bin/attest"
        right = program.with_name("attest_right")
        program.rename(right)
        try:
            program.write_text(f"""#!/usr/bin/env bash
case "$*" in
  *"--kernel attention_bfloat16_sm90a"*) echo "a wrong element"; exit 1 ;;
  *"--kernel"*) echo '{{"validations": [{{"outcome": "inside"}}]}}'; exit 0 ;;
esac
exec {right} "$@"
""")
            program.chmod(0o755)
            code, said = call("run", "--out", out, "--step", "judge", script=self.script)
        finally:
            right.rename(program)
        self.assertEqual(code, 1, said)
        self.assertIn("a wrong element", step("judge.attention_bfloat16_sm90a")["why"])
        self.assertEqual(step("judge.urpe_bfloat16_sm90a")["data"], {"inside": 1})

    def test_programs_that_do_not_start_are_said_so(self):
        out, step = self.results("foreign")
        program = self.session / "bin/attest"
        right = program.with_name("attest_right")
        program.rename(right)
        try:
            program.write_bytes(b"\x7fELF of another machine")
            program.chmod(0o755)
            code, _ = call("run", "--out", out, script=self.script, path="/nowhere:/usr/bin:/bin")
        finally:
            right.rename(program)
        self.assertEqual(code, 0)
        self.assertEqual((step("start")["status"], step("start")["why"]), ("skipped", "no nvcc"))

    def test_what_is_missing_is_named(self):
        code, said = call("pack", "--build", "/nowhere", "--out", Path(self.folder.name) / "none")
        self.assertEqual(code, 1)
        self.assertIn("/nowhere/kernels/cuda/libattest_kernels_cuda.so: expected a file that the build made", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
