#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What of kernels/cuda/measure.py runs without a GPU. Usage: measure_test.py ROOT LAYOUT [LIBRARY]"""
import ctypes
import importlib.util
import py_compile
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(sys.argv[1])
LAYOUT = sys.argv[2]
LIBRARY = sys.argv[3] if len(sys.argv) > 3 else None
SCRIPT = ROOT / "kernels/cuda/measure.py"
sys.dont_write_bytecode = True
sys.path.insert(0, str(SCRIPT.parent))
import interface  # noqa: E402
import measure  # noqa: E402


def run(*words):
    done = subprocess.run([sys.executable, "-B", str(SCRIPT), *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


class Interface(unittest.TestCase):
    def test_every_field_lies_where_c_has_it(self):
        expected = dict(line.split() for line in subprocess.run([LAYOUT], capture_output=True, text=True, check=True).stdout.splitlines())
        found = {}
        for name, struct in interface.STRUCTS.items():
            found[name] = str(ctypes.sizeof(struct))
            for field in struct._fields_:
                found[f"{name}.{field[0]}"] = str(getattr(struct, field[0]).offset)
        self.assertEqual(found, expected)

    def test_the_layout_names_every_field_of_the_header(self):
        header = (ROOT / "kernels/attest_kernel.h").read_text()
        self.assertIn(f"#define ATTEST_KERNEL_ABI {interface.ABI}u\n", header)
        for name, struct in interface.STRUCTS.items():
            body = header.split(f"typedef struct {name} {{")[1].split(f"}} {name};")[0]
            body = "".join(part.split("*/")[-1] for part in body.split("/*"))
            declared = sum(statement.count(",") + 1 if "(" not in statement else 1
                           for statement in body.split(";") if statement.strip())
            self.assertEqual(declared, len(struct._fields_), name)

    def test_the_library_lists_its_kernels(self):
        if LIBRARY is None:
            self.skipTest("no libattest_kernels_cuda.so in this build")
        status, out, _ = run("--library", LIBRARY, "--list")
        self.assertEqual(status, 0)
        for name in ("attention_float32_cuda ", "urpe_bfloat16_cuda ", "positional_float32_cuda_tf32 ", "urpe_bfloat16_sm90a "):
            self.assertIn(name, out)


class Script(unittest.TestCase):
    def test_it_compiles(self):
        with tempfile.TemporaryDirectory() as folder:
            py_compile.compile(str(SCRIPT), cfile=f"{folder}/measure.pyc", doraise=True)

    def test_bad_arguments_are_named(self):
        for words, line in ((["--dtype", "int8"], "--dtype"), (["--runs", "2"], "--runs: expected at least 3"),
                            (["--width", "100"], "--width: expected divisors"), (["--length", "0"], "--length: expected positive"),
                            (["--library", "/nowhere.so"], "/nowhere.so: expected a shared library")):
            status, _, err = run(*words)
            self.assertNotEqual(status, 0)
            self.assertIn(line, err)
            self.assertNotIn("Traceback", err)

    def test_what_is_missing_is_said(self):
        if LIBRARY is None:
            self.skipTest("no libattest_kernels_cuda.so in this build")
        if importlib.util.find_spec("torch"):
            self.skipTest("PyTorch is installed")
        self.assertEqual(run("--library", LIBRARY)[::2], (2, "measure.py: expected PyTorch to be installed\n"))

    def test_ratios_are_those_of_the_aims(self):
        def rows(**times):
            return [{"contender": name.replace("__", " "), "ms": ms, "tflops": 100 / ms} for name, ms in times.items()]

        table = {("attention", 4096, 64): rows(attention_bfloat16_sm90a=1.0, attention_bfloat16_cuda=3.0, torch__flash=0.9,
                                               torch__math=9.0),
                 ("urpe", 4096, 64): rows(urpe_bfloat16_sm90a=1.25, torch__unfused=10.0)}
        found = {row["ratio"]: (row["value"], row["standing"]) for row in measure.ratios(table, [4096], [64])}
        self.assertEqual(found, {"urpe_over_plain": (0.8, "below"), "plain_over_best": (0.9, "good"),
                                 "urpe_over_unfused": (8.0, "excellent"), "urpe_tflops_64": (80.0, "below")})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
