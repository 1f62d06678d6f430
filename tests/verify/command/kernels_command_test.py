#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`attest kernels` as a user meets it: kernels_command_test.py ATTEST ATTEST_CHECK REPOSITORY FOREIGN_LIBRARIES."""
import io
import json
import math
import pathlib
import resource
import struct
import subprocess
import sys
import unittest
import zipfile

from command_test_case import ATTEST, ROOT, CommandTest, contents

FOREIGN = pathlib.Path(sys.argv.pop(4)).resolve()
SMALL = "--shape", "batches=1,heads=2,queries=9,keys=11,width=8,value_width=5"


def npy(descr, shape, data):
    shape = "(" + ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (117 - len(header)) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def floats(shape, numbers):
    return npy("<f4", shape, struct.pack(f"<{len(numbers)}f", *numbers))


def bfloats(shape, numbers):
    words = [struct.unpack("<I", struct.pack("<f", number))[0] >> 16 for number in numbers]
    return npy("<V2", shape, struct.pack(f"<{len(words)}H", *words))


# Two queries, two keys whose scores are equal: the output is half the sum of the values times C, exactly.
QUERY, KEY, VALUE = [1, 2, -1, 0.5], [3, 1, 3, 1], [1, 2, 3, 4, 5, -6]
FACTOR = [2, 4, -2]  # by i - j = -1, 0, 1
OUTPUT = [(4 * 1 + 2 * 4) / 2, (4 * 2 + 2 * 5) / 2, (4 * 3 - 2 * 6) / 2, (-2 + 4 * 4) / 2, (-4 + 4 * 5) / 2, (-6 - 4 * 6) / 2]


class KernelsTest(CommandTest):
    def validate(self, *arguments, code=0):
        done = self.attest("kernels", "validate", *arguments, "--json")
        if code is not None:
            self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        document = json.loads(done.stdout)
        self.assertEqual(document["schema"], "attest.kernels/1")
        return document["validations"]


class Kernels(KernelsTest):
    def arrays(self, output=OUTPUT, write=floats):
        for name, shape, numbers in (("q", [2, 2], QUERY), ("k", [2, 2], KEY), ("v", [2, 3], VALUE), ("o", [2, 3], output)):
            self.write(name + ".npy", write(shape, numbers))
        self.write("c.npy", floats([3], FACTOR))
        flags = {"--query": "q", "--key": "k", "--value": "v", "--factor": "c", "--output": "o"}
        return [word for flag, name in flags.items() for word in (flag, self.folder / (name + ".npy"))]

    def gradients(self, *, scale_on_key=0.5):
        """Files with the exact gradients of the small problem, whose weights are all 1/2."""
        grad, c = [1, -2, 3, 0.5, 4, -1], lambda i, j: FACTOR[i - j + 1]
        d = [[sum(grad[3 * i + t] * VALUE[3 * j + t] for t in range(3)) for j in range(2)] for i in range(2)]
        delta = [sum(c(i, j) * d[i][j] / 2 for j in range(2)) for i in range(2)]
        ds = [[(c(i, j) * d[i][j] - delta[i]) / 2 for j in range(2)] for i in range(2)]
        parts = {"grad-output": ([2, 3], grad),
                 "grad-query": ([2, 2], [0.5 * sum(ds[i][j] * KEY[2 * j + t] for j in range(2)) for i in range(2) for t in range(2)]),
                 "grad-key": ([2, 2], [scale_on_key * sum(ds[i][j] * QUERY[2 * i + t] for i in range(2)) for j in range(2) for t in range(2)]),
                 "grad-value": ([2, 3], [sum(c(i, j) / 2 * grad[3 * i + t] for i in range(2)) for j in range(2) for t in range(3)]),
                 "grad-factor": ([3], [d[0][1] / 2, (d[0][0] + d[1][1]) / 2, d[1][0] / 2])}
        flags = []
        for name, (shape, numbers) in parts.items():
            self.write(name + ".npy", floats(shape, numbers))
            flags += ["--" + name, self.folder / (name + ".npy")]
        return ["--gradients", "--scale", "0.5", *self.arrays(), *flags]

    def test_gradients_of_arrays(self):
        run, = self.validate(*self.gradients())
        self.assertEqual((run["outcome"], run["elements"], run["greatest_ulps"]), ("inside", 17, 0))
        run, = self.validate(*self.gradients(scale_on_key=1), code=1)
        self.assertEqual((run["outcome"], run["outside"], run["worst"]["part"]), ("outside", 4, "grad_key"))
        text = self.attest("kernels", "validate", *self.gradients(scale_on_key=1)).stdout
        self.assertIn("grad_key[0, 0, 0, 1] = ", text)
        flags = self.gradients()
        for missing, words in (("--grad-output", "expected an array grad_output"), ("--factor", "expected an array factor that it is a gradient of")):
            at = flags.index(missing)
            done = self.attest("kernels", "validate", *flags[:at], *flags[at + 2:])
            self.assertEqual(done.returncode, 3, done.stdout)
            self.assertIn(words, done.stderr)
        none = flags[:flags.index("--grad-output") + 2]
        self.assertIn("expected one or more of grad_query", self.attest("kernels", "validate", *none).stderr)

    def test_gradients_of_kernels(self):
        name = "urpe_gradient_bfloat16_scalar"
        runs = self.validate("--gradients", "--kernel", name, *SMALL)
        self.assertTrue(all(run["kernel"] == name and run["outcome"] == "inside" for run in runs))
        self.assertGreater(len(runs), 10)
        flags = self.gradients()
        runs = self.validate(*flags[:flags.index("--grad-output") + 2], "--kernel", "all")
        self.assertEqual((runs[-1]["kernel"], runs[-1]["outcome"]), ("urpe_gradient_float32_scalar", "inside"))
        for run in runs:
            self.assertTrue(run["kernel"].startswith("urpe_gradient_float32_"))
            self.assertIn(run["outcome"], ("inside", "unavailable"))
        done = self.attest("kernels", "validate", "--gradients", "--library", FOREIGN / "naive.so")
        self.assertEqual(done.returncode, 3)
        self.assertIn("expected the symbol attest_gradient_kernels", done.stderr)
        page = self.folder / "gradients.html"
        done = self.succeed("kernels", "validate", "--gradients", "--kernel", name, "--strict", "--report", page, "--shrink", self.folder, *SMALL)
        self.assertIn(f"Report: {page}", done.stdout)
        self.assertIn(name, page.read_text())
        self.assertFalse(list(self.folder.glob("*.safetensors")), "nothing failed, and nothing is shrunk")

    def test_gradients_with_a_sink(self):
        """One query, one key and a sink of the same score: P = 1/2, D = 2, so delta = 1, dS = 1/2, dsink = -1/2."""
        arrays = {"query": ([1, 1], [0]), "key": ([1, 1], [3]), "value": ([1, 1], [2]), "sinks": ([1], [0]), "grad-output": ([1, 1], [1]),
                  "grad-query": ([1, 1], [1.5]), "grad-key": ([1, 1], [0]), "grad-value": ([1, 1], [0.5]), "grad-sinks": ([1], [-0.5])}
        flags = ["--gradients", "--scale", "1"]
        for name, (shape, numbers) in arrays.items():
            self.write(name + ".npy", floats(shape, numbers))
            flags += ["--" + name, self.folder / (name + ".npy")]
        run, = self.validate(*flags)
        self.assertEqual((run["outcome"], run["elements"], run["greatest_ulps"], run["terms"]), ("inside", 4, 0, "sinks"))
        self.write("grad-sinks.npy", floats([1], [0.5]))
        run, = self.validate(*flags, code=1)
        self.assertEqual((run["outside"], run["worst"]["part"]), (1, "grad_sinks"))

    def test_help_has_an_example(self):
        for command in ([], ["list"], ["validate"]):
            self.assertIn("Example", self.succeed("kernels", *command, "--help").stdout)
        self.assertIn("Exit codes", self.succeed("kernels", "validate", "--help").stdout)
        self.assertNotIn("sandbox", self.succeed("kernels", "--help").stdout)

    def test_list(self):
        document = json.loads(self.succeed("kernels", "list", "--json").stdout)
        self.assertEqual(document["schema"], "attest.kernels/1")
        names = [kernel["name"] for kernel in document["kernels"]]
        self.assertEqual(len(names), len(set(names)))
        self.assertIn("urpe_float32_scalar", names)
        for kernel in document["kernels"]:
            self.assertTrue(kernel["name"].startswith(f"{kernel['operation']}_{kernel['dtype']}_"))
            self.assertGreater(kernel["error_class"]["accumulate"], 0)
        lines = self.succeed("kernels", "list").stdout.splitlines()
        self.assertEqual([line.split()[0] for line in lines], names)
        (foreign,) = json.loads(self.succeed("kernels", "list", "--library", FOREIGN / "naive.so", "--json").stdout)["kernels"]
        self.assertEqual((foreign["name"], foreign["error_class"]), ("attention_float32_naive", None))

    def test_arrays_that_a_kernel_computed(self):
        arrays = self.arrays()
        (right,) = self.validate("--operation", "urpe", *arrays)
        self.assertEqual((right["outcome"], right["elements"], right["worst"]["error"][0]), ("inside", 6, 0))
        self.assertEqual(right["terms"], "factor toeplitz")
        wrong = list(OUTPUT)
        wrong[4] *= 1 + 2**-10
        done = self.attest("kernels", "validate", *self.arrays(wrong))
        self.assertEqual(done.returncode, 1)
        self.assertIn("output[0, 0, 1, 1]", done.stdout)
        self.assertIn("5 inside, 1 outside, 0 undecided", done.stdout)
        # The same numbers as bfloat16, whose ulp at 8 is 2^-4, so that they are right.
        (bfloat,) = self.validate(*self.arrays(write=bfloats), "--dtype", "bfloat16")
        self.assertEqual((bfloat["outcome"], bfloat["dtype"]), ("inside", "bfloat16"))
        (masked,) = self.validate(*self.arrays(), "--causal", code=1)
        self.assertEqual(masked["outside"], 3)
        self.assertEqual(masked["terms"], "factor toeplitz, causal")

    def test_a_class_that_promises_nothing(self):
        arrays = ["--operation", "urpe", *self.arrays([1e30] * 6), "--error", "accumulate=0.25"]
        report = self.folder / "void.html"
        done = self.attest("kernels", "validate", *arrays, "--report", report)
        self.assertEqual(done.returncode, 2)
        self.assertIn("6 elements: no finite bound: the class promises nothing there", done.stdout)
        self.assertIn("6 elements: no finite bound: the class promises nothing there", report.read_text())
        (void,) = self.validate(*arrays, code=2)
        self.assertEqual((void["outcome"], void["undecided"], void["unbounded"]), ("unbounded", 6, 6))
        self.assertEqual(void["worst"]["bound"], "infinity")

    def test_what_is_not_bounded_is_counted_apart(self):
        # Scores of 2^30, where float32 promises nothing, in one row or in three of four.
        right = (1 + 2 * math.e) / (1 + math.e)
        self.write("k.npy", floats([2, 1], [1, 2]))
        self.write("v.npy", floats([2, 1], [1, 2]))
        flags = [word for name in ("query", "key", "value", "output") for word in ("--" + name, self.folder / (name[0] + ".npy"))]
        for large, code in ((1, 0), (3, 2)):
            self.write("q.npy", floats([4, 1], [2.0**30] * large + [1] * (4 - large)))
            self.write("o.npy", floats([4, 1], [1.5] * large + [right] * (4 - large)))
            (one,) = self.validate(*flags, code=code)
            self.assertEqual((one["outcome"], one["unbounded"], one["inside"]), ("inside", large, 4 - large))
            self.assertIn(f"{4 - large} of 4 elements decided", self.attest("kernels", "validate", *flags).stdout)
        # What is not decided hides nothing else.
        self.write("o.npy", floats([4, 1], [1.5, 1.5, 1.5, right + 0.01]))
        (one,) = self.validate(*flags, code=1)
        self.assertEqual((one["outcome"], one["unbounded"]), ("outside", 3))

    def test_a_wrong_setting_is_named(self):
        query, key, value = [1, 2, -1, 0.5, 3, 1], [3, 1, 0, 1, 2, -1], [1, 2, 3, 4, 5, -6]
        self.write("q.npy", floats([3, 2], query))
        self.write("k.npy", floats([3, 2], key))
        self.write("v.npy", floats([3, 2], value))
        arrays = [word for name in "qkv" for word in ("--" + {"q": "query", "k": "key", "v": "value"}[name], self.folder / (name + ".npy"))]
        def attention(visible, scale):
            result = []
            for i in range(3):
                weights = [math.exp(scale * sum(query[2 * i + c] * key[2 * j + c] for c in (0, 1))) if visible(i, j) else 0
                           for j in range(3)]
                result += [sum(w * value[2 * j + c] for j, w in enumerate(weights)) / sum(weights) for c in (0, 1)]
            return result
        root = 2 ** -0.5
        for visible, scale, flags, hint in ((lambda i, j: j <= i, root, [], "with --causal"),
                                            (lambda i, j: True, root, ["--causal"], "without the mask"),
                                            (lambda i, j: True, 0.5, [], "1/width"),
                                            (lambda i, j: j <= i + 1, root, ["--causal"], "--diagonal 1")):
            self.write("o.npy", floats([3, 2], attention(visible, scale)))
            (one,) = self.validate(*arrays, "--output", self.folder / "o.npy", *flags, code=1)
            self.assertIn(hint, one["hint"])
            self.assertRegex(one["where"], "^(every query|queries .*); every column$")

    def test_generated_inputs_are_aligned_as_said(self):
        kernel, shape = ("--kernel", "attention_float32_scalar"), ("--shape", "queries=8,keys=60,width=8,value_width=8")
        for flags, terms in ((["--causal"], "causal"), (["--causal", "--align", "top-left"], "causal"),
                             (["--causal", "--align", "bottom-right"], "causal from 52"),
                             (["--causal", "--align", "bottom-right", "--diagonal", "3"], "causal from 3"),
                             (["--window", "3,0", "--align", "bottom-right"], "window 3 and 0 from 52"),
                             (["--gradients", "--causal", "--align", "bottom-right"], "causal from 52")):
            own = kernel if "--gradients" not in flags else ("--kernel", "attention_gradient_float32_scalar")
            (one,) = self.validate(*own, "--inputs", "random", *shape, *flags)
            self.assertEqual(one["terms"], terms)
        # Of the sizes that a generator takes, and of those of the menu.
        for generator in ("block_edges", "empty"):
            (one,) = self.validate(*kernel, "--inputs", generator, *shape, "--window", "3,0", "--align", "bottom-right")
            self.assertEqual(one["terms"], "window 3 and 0 from %d" % (one["keys"] - one["queries"]))
        for more in ([], ["--gradients", "--kernel", "attention_gradient_float32_scalar"]):
            (one,) = self.validate(*(more or kernel), "--causal", "--align", "bottom-right", "--effort", "quick", "--case", "30")
            self.assertNotEqual(one["keys"], one["queries"])
            self.assertEqual(one["terms"], "causal from %d" % (one["keys"] - one["queries"]))

    def test_errors_that_lean_are_a_warning(self):
        shape = "--inputs", "random", "--shape", "batches=2,heads=2,queries=6000,keys=3,width=4,value_width=4"
        for name, leans in (("naive", False), ("leans", True)):
            library = "--library", FOREIGN / f"{name}.so", *shape
            done = self.attest("kernels", "validate", *library)
            self.assertEqual("Warning: attention_float32_faulty: errors of output lean towards zero" in done.stdout, leans)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertEqual(self.attest("kernels", "validate", *library, "--strict").returncode, 1 if leans else 0)

    def test_declared_invariances(self):
        shape = "--inputs", "random", "--shape", "batches=3,heads=2,queries=9,keys=11,width=8,value_width=5"
        every = "batch,queries,neighbours,runs"
        self.validate("--library", FOREIGN / "naive.so", *shape, "--invariant", every)
        for name, word, part in (("scale_of_all_batches", "batch", "alone has other bits"),
                                 ("scale_of_all_batches", "neighbours", "with zeros in all others"),
                                 ("path_of_batches", "batch", "batch entry 0 alone has other bits"),
                                 ("path_of_queries", "queries", "query 0 alone has other bits"),
                                 ("order_of_process", "runs", "another process gives other bits")):
            with self.subTest(name=name, word=word):
                self.validate("--library", FOREIGN / f"{name}.so", *shape)  # what is not declared is not judged
                (one,) = self.validate("--library", FOREIGN / f"{name}.so", *shape, "--invariant", word, code=1)
                self.assertEqual(one["outcome"], "failed")
                self.assertIn(part, one["findings"][0])
        self.assert_one_clear_line(self.attest("kernels", "validate", "--library", FOREIGN / "naive.so", "--invariant", "bits"), 3,
                                   "batch, queries, neighbours or runs")

    def test_the_stage_to_blame(self):
        shape = "--inputs", "random", "--shape", "batches=1,heads=2,queries=9,keys=11,width=8,value_width=5"
        report = self.folder / "blame.html"
        done = self.attest("kernels", "validate", "--library", FOREIGN / "scale_twice.so", *shape, "--report", report)
        line = "attention_float32_faulty: no one stage explains every element"
        self.assertIn("Blame: " + line, done.stdout)
        self.assertIn("Blame: " + line, report.read_text())
        # A right kernel that says its sums are better than they are: the product of 11 terms is off by some 2^-22.
        said = "--library", FOREIGN / "naive.so", *shape, "--error", "accumulate=2^-40", "--error", "exp_relative=0"
        done = json.loads(self.attest("kernels", "validate", *said, "--json").stdout)
        (blame,) = done["blame"]
        self.assertEqual((blame["kernel"], blame["of"], blame["runs"]), ("attention_float32_naive", "outside", 1))
        for stage in blame["stages"]:
            self.assertLess(stage["off_by"], 2**-15)

    def test_one_file_of_arrays(self):
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
            for name, shape, numbers in (("query", [2, 2], QUERY), ("key", [2, 2], KEY), ("value", [2, 3], VALUE),
                                         ("factor", [3], FACTOR), ("output", [2, 3], OUTPUT)):
                file.writestr(name + ".npy", floats(shape, numbers))
        path = self.write("all.npz", archive.getvalue())
        (right,) = self.validate(path)
        self.assertEqual((right["operation"], right["outcome"]), ("urpe", "inside"))
        # An array of a flag replaces the file's.
        (wrong,) = self.validate(path, "--output", self.write("o.npy", floats([2, 3], [0] * 6)), code=1)
        self.assertEqual(wrong["outside"], 5)  # one of the six is 0
        (ours,) = self.validate(path, "--kernel", "urpe_float32_scalar")
        self.assertEqual((ours["kernel"], ours["outcome"]), ("urpe_float32_scalar", "inside"))
        every = self.validate(path, "--kernel", "all", code=0)
        self.assertIn("urpe_float32_scalar", [one["kernel"] for one in every])

    def test_a_kernel_of_ones_own(self):
        every = self.validate("--library", FOREIGN / "naive.so", *SMALL)
        self.assertEqual({one["outcome"] for one in every}, {"inside"})
        self.assertGreater(len(every), 10)
        self.assertEqual(every[0]["error_class"]["source"], "the default class of float32")
        (one,) = self.validate("--library", FOREIGN / "naive.so", "--inputs", "random", *SMALL)
        self.assertEqual(one["elements"], 2 * 9 * 5 + 2 * 2 * 9)
        # A promise that it does not keep, named on the command line.
        (narrow,) = self.validate("--library", FOREIGN / "naive.so", "--inputs", "random", *SMALL, "--error",
                                  "accumulate=2^-40", "--error", "exp_relative=0", code=1)
        self.assertGreater(narrow["outside"], 0)
        self.assertEqual(narrow["error_class"]["accumulate"], 2**-40)

    def test_kernels_that_break_the_interface(self):
        for name, outcome, fragment in (("crash", "failed", "Segmentation fault"), ("exit", "failed", "exit code 7"),
                                        ("unwritten", "outside", "never written"), ("scale_twice", "outside", ""),
                                        ("uses_threads", "failed", "other bits in a second run"),
                                        ("takes_for_dense", "failed", "other bits in a third run"),
                                        ("loses_a_key_without_sums", "failed",
                                         "elements of output are outside their bounds where it alone is asked for"),
                                        ("write_past_output", "failed", "past the end of output")):
            with self.subTest(name=name):
                (one,) = self.validate("--library", FOREIGN / f"{name}.so", "--inputs", "random", *SMALL, code=1)
                self.assertEqual(one["outcome"], outcome)
                self.assertIn(fragment, " ".join([one["why"] or ""] + one["findings"]))
        # Asked for less, a kernel may round otherwise.
        (other,) = self.validate("--library", FOREIGN / "rounds_without_sums.so", "--inputs", "random", *SMALL)
        self.assertEqual(other["findings"], [])
        (hung,) = self.validate("--library", FOREIGN / "hang.so", "--inputs", "random", *SMALL, "--timeout", "0.5", code=1)
        self.assertIn("no answer within", hung["why"])
        (elsewhere,) = self.validate("--library", FOREIGN / "not_here.so", "--inputs", "random", code=2)
        self.assertEqual(elsewhere["outcome"], "unavailable")

    def test_a_kernel_that_hangs_each_time_is_given_up(self):
        done = self.attest("kernels", "validate", "--library", FOREIGN / "hang.so", *SMALL, "--timeout", "0.5")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertEqual(done.stdout.count("no answer within"), 3)
        self.assertRegex(done.stdout, r"\nNot run: \d+ inputs of attention_float32_faulty, which gave no answer on 3 ")
        self.assertNotIn("Reached", done.stdout)

    def test_the_report(self):
        report = self.folder / "report.html"
        self.validate("--library", FOREIGN / "scale_twice.so", "--inputs", "random", *SMALL, "--report", report, code=1)
        page = report.read_text()
        for part in ("attention_float32_faulty", "Errors as a share of their bounds", "<svg", "outcome-outside"):
            self.assertIn(part, page)
        for part in ("<script", "http://", "https://"):
            self.assertNotIn(part, page.replace("http://www.w3.org/2000/svg", ""))
        self.assertEqual([path.name for path in self.folder.glob("report*")], ["report.html"])

    def test_bad_input_is_one_clear_line(self):
        q, k, v, o = (str(self.folder / name) for name in ("q.npy", "k.npy", "v.npy", "o.npy"))
        arrays = self.arrays()
        for arguments, fragments in (
                (["missing.npz"], ["missing.npz", "can be read"]),
                ([self.write("a.txt", "")], ["a.txt", ".npy, .npz or .safetensors"]),
                ([self.write("a.npz", b"PK")], ["a.npz", "ZIP"]),
                ([self.write("a.safetensors", b"\xff" * 9)], ["a.safetensors", "header"]),
                (["--query", q, "--key", k], ["expected an array value"]),
                (["--query", q, "--key", k, "--value", v], ["expected an array output"]),
                (["--query", q, "--key", k, "--value", v, "--output", q], ["q.npy", "expected the shape"]),
                (["--query", q, "--key", k, "--dtype", "float8_e4m3", "--value", self.write("t.npy", floats([2, 3], [0.1] * 6))],
                 ["t.npy", "float8_e4m3", "[0, 0, 0, 0]"]),
                (["--query", q, "--key", k, "--value", self.write("n.npy", floats([2, 3], [1, float("nan"), 0, 0, 0, 0]))],
                 ["n.npy", "NaN at [0, 0, 0, 1]"]),
                ([*arrays, "--scale", "fast"], ["--scale", "finite number"]),
                ([*arrays, "--operation", "softmax"], ["--operation", "attention, rpe"]),
                ([*arrays, "--error", "exact=1"], ["--error exact", "accumulate"]),
                ([*arrays, "--error", "accumulate=-1"], ["--error accumulate", "2^k"]),
                ([*arrays, "--inputs", "random"], ["--inputs", "both"]),
                (["--kernel", "urpe_float32_quantum"], ["--kernel", "attest kernels list"]),
                (["--kernel", "all", "--inputs", "lucky"], ["lucky", "random"]),
                (["--kernel", "all", "--shape", "queries=many"], ["--shape", "queries=64"]),
                (["--library", self.folder / "none.so"], ["none.so", "shared library"]),
                (["--library", o], ["o.npy", "can be loaded"]),
                (["--library", FOREIGN / "no_symbol.so"], ["no_symbol.so", "symbol attest_kernels"]),
                (["--library", FOREIGN / "naive.so", "--kernel", "other"], ["--kernel", "all, attention_float32_naive of ", "found other"]),
                (["--library", FOREIGN / "great_class.so"], ["great_class.so: kernel attention_float32_faulty: ", "accumulate", "0.25"]),
                (["--library", FOREIGN / "other_abi.so"], ["other_abi.so", "expected ABI"]),
                (["--library", FOREIGN / "load_crash.so"], ["load_crash.so", "while the library was loaded"])):
            with self.subTest(arguments=arguments):
                self.assert_one_clear_line(self.attest("kernels", "validate", *arguments), 3, *fragments)
        self.assert_one_clear_line(self.attest("kernels", "validate"), 64, "--kernel")
        self.assert_one_clear_line(self.attest("kernels"), 64, "attest: ")
        self.assert_one_clear_line(self.attest("kernels", "validate", "--speed", "ludicrous"), 64, "--speed")
        self.assertEqual(contents(self.work), {})

    def test_lengths_are_blamed_on_the_file_that_has_them(self):
        self.arrays()
        flags = lambda **files: [word for name, file in files.items() for word in ("--" + name, self.folder / file)]
        self.write("long.npy", floats([3, 3], [0] * 9))
        self.write("wide.npy", floats([2, 3], [0] * 6))
        self.write("heads.npy", floats([3, 2, 2], [0] * 12))
        self.write("two.npy", floats([2, 2, 2], [0] * 8))
        for files, name, fragments in ((dict(query="q.npy", key="k.npy", value="long.npy"), "long.npy", ["2 keys", "k.npy"]),
                                       (dict(query="q.npy", key="wide.npy", value="v.npy"), "wide.npy", ["2 columns", "q.npy"]),
                                       (dict(query="heads.npy", key="two.npy", value="v.npy"), "two.npy", ["3 heads"])):
            done = self.attest("kernels", "validate", *flags(**files, output="o.npy"))
            self.assert_one_clear_line(done, 3, name, *fragments)
            self.assertTrue(done.stderr.split(": ")[1].endswith(name), done.stderr)

    def test_a_zip_bomb_and_a_report_without_a_folder(self):
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
            with file.open("value.npy", "w") as member:
                member.write(floats([2, 3], [0] * 6))
                for _ in range(256):
                    member.write(bytes(1 << 20))
        bomb = self.write("bomb.npz", archive.getvalue())
        most = 1 << 27  # of its data, half of what the member would be
        done = subprocess.run([ATTEST, "kernels", "validate", bomb], cwd=self.work, env=self.environment, capture_output=True,
                              text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (most, most)))
        self.assert_one_clear_line(done, 3, "bomb.npz: value.npy", "24 bytes for the shape [2, 3]")
        report = self.folder / "no" / "such" / "report.html"
        self.assert_one_clear_line(self.attest("kernels", "validate", *self.arrays(), "--report", report), 3, "folder that is there")
        self.assertFalse(report.parent.exists())

    def test_bench_leaves_out_what_refuses_the_shape(self):
        arguments = ["kernels", "bench", "--shape", "1x1x8x4", "--rounds", "1", "--dtype", "float64"]
        done = self.succeed(*arguments)
        self.assertIn("positional_float64_", done.stdout)
        name = "positional_float64_fft"
        self.assertIn(f"attest: not timed: {name}: ", done.stderr)
        self.assertNotIn(name, done.stdout)
        self.assert_one_clear_line(self.attest(*arguments, "--kernel", name), 3, name)

    def test_the_documentation_names_every_flag(self):
        page = (ROOT / "docs/kernels.md").read_text()
        for line in self.succeed("kernels", "validate", "--help").stdout.splitlines():
            words = line.split()
            if words and words[0].startswith("--"):
                self.assertIn(words[0], page)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
