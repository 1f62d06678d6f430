#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The standalone program, on the emulated device, and the validator over its files. Usage: standalone_test.py STANDALONE ATTEST"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

STANDALONE, ATTEST = sys.argv[1:3]
EACH = Path(__file__).resolve().parents[3] / "kernels/cuda/standalone/each.sh"


def standalone(*words):
    done = subprocess.run([STANDALONE, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


class Standalone(unittest.TestCase):
    def test_the_validator_accepts_its_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for kernel in ("urpe_bfloat16_cuda", "positional_float16_cuda", "hardmax_float32_cuda_tf32"):
                status, out, err = standalone("--out", folder, "--kernels", kernel)
                self.assertEqual((status, err), (0, ""), out)
                files = list(Path(folder).glob(f"{kernel}_*.safetensors"))
                self.assertGreaterEqual(len(files), 9)
                script = (Path(folder) / "validate.sh").read_text()
                for file in files:
                    self.assertIn(file.name, script)
                done = subprocess.run(["bash", f"{folder}/validate.sh"], capture_output=True, text=True,
                                      env={**os.environ, "ATTEST": ATTEST})
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertEqual(done.stdout.count("\ninside") + done.stdout.startswith("inside"), len(files), done.stdout)

    def test_a_number_that_is_changed_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(standalone("--out", folder, "--kernels", "attention_float32_cuda_tf32")[0], 0)
            file = Path(folder) / "attention_float32_cuda_tf32_width32.safetensors"
            data = bytearray(file.read_bytes())
            size = int.from_bytes(data[:8], "little")
            begin = 8 + size + json.loads(data[8:8 + size])["output"]["data_offsets"][0]
            data[begin + 3] ^= 0x80  # the first output's sign
            file.write_bytes(data)
            done = subprocess.run([ATTEST, "kernels", "validate", str(file), "--json", "--error", "input_round=2^-11"],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)

    def test_one_process_for_each_kernel(self):
        with tempfile.TemporaryDirectory() as folder:
            # A program that dies or hangs for one kernel costs the others nothing.
            program = Path(folder) / "program"
            program.write_text(f"""#!/usr/bin/env bash
case "$*" in
  *"--kernel attention_float16_cuda"*) kill -SEGV $$ ;;
  *"--kernel attention_float16_sm90a"*) exec sleep 100 ;;
esac
exec {STANDALONE} "$@"
""")
            program.chmod(0o755)
            done = subprocess.run(["bash", EACH, program, f"{folder}/files", "attention_float"], capture_output=True, text=True,
                                  env={**os.environ, "ATTEST_KERNEL_SECONDS": "10"})
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn("attention_float16_sm90a: FAILED: no end within 10 s", done.stdout)
            written = Path(folder) / "files/attention_float32_cuda_tf32"
            self.assertGreaterEqual(len(list(written.glob("*.safetensors"))), 9)
            self.assertEqual(list((Path(folder) / "files/attention_float16_cuda").iterdir()), [])
            judged = subprocess.run(["bash", f"{folder}/files/validate.sh"], capture_output=True, text=True,
                                    env={**os.environ, "ATTEST": ATTEST})
            self.assertEqual(judged.returncode, 0, judged.stdout + judged.stderr)
        self.assertEqual(subprocess.run(["bash", EACH], capture_output=True).returncode, 64)

    def test_the_list_and_one_name(self):
        status, out, _ = standalone("--list", "--kernels", "urpe_bfloat16")
        self.assertEqual((status, out.split()), (0, ["urpe_bfloat16_sm90a", "urpe_bfloat16_cuda"]))
        status, out, _ = standalone("--list", "--kernel", "rpe_bfloat16_cuda")
        self.assertEqual((status, out), (0, "rpe_bfloat16_cuda\n"))

    def test_bad_arguments(self):
        for words in (["--seed", "x"], ["--out"], ["--size", "3"]):
            status, out, err = standalone(*words)
            self.assertEqual((status, out), (64, ""))
            self.assertIn("usage: attest_cuda_standalone", err)
        status, _, err = standalone("--out", "/nowhere", "--kernels", "attention_float32_cuda_tf32")
        self.assertEqual(status, 3)
        self.assertIn("/nowhere/attention_float32_cuda_tf32_width32.safetensors: cannot be written", err)
        self.assertEqual(standalone("--kernels", "none_such")[0], 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
