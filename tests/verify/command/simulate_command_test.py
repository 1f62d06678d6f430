#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`attest exact simulate` and `attest construct simulate`: simulate_command_test.py ATTEST ATTEST_CHECK REPOSITORY.

The weights written are loaded again by the .safetensors format's own description and run by a few lines of plain Python,
of numpy and of torch (the latter two where they are installed), against the program's answers in the same file.
"""
import json
import math
import struct
import sys
import unittest
from fractions import Fraction

from command_test_case import ROOT, CommandTest, contents

PROGRAM = {"format": "attest.machine-program/1", "model": "pcoc", "machines": 2, "memory": 1,
           "rounds": [{"receive": [[[2, 1]], [[1, 1]]], "compute": [{"machines": "all", "lines": ["out1 = 2*in1"]}]}],
           "inputs": [[[1], [3]], [["1/2"], [-4]]]}


def load(path):
    """The metadata and {name: (shape, numbers)} of a .safetensors file of float64."""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header, body = json.loads(data[8:8 + length]), data[8 + length:]
    metadata = header.pop("__metadata__")
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        assert entry["dtype"] == "F64", name
        tensors[name] = (entry["shape"], struct.unpack(f"<{(end - begin) // 8}d", body[begin:end]))
    return metadata, tensors


def rows(tensor):
    shape, numbers = tensor
    width = shape[-1]
    flat = [list(numbers[k:k + width]) for k in range(0, len(numbers), width)]
    if len(shape) < 3:
        return flat
    return [flat[k:k + shape[1]] for k in range(0, len(flat), shape[1])]


# --- The model in plain Python.
def product(a, b):
    return [[math.fsum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def softmax(row):
    weights = [math.exp(e - max(row)) for e in row]
    return [w / math.fsum(weights) for w in weights]


def hardmax(row):
    return [1.0 if e == max(row) else 0.0 for e in row]


def plain(metadata, tensors, x, weighting):
    get = lambda name: rows(tensors[name])
    for layer in range(int(metadata["layers"])):
        parts, head = [[] for _ in x], 0
        while f"layers.{layer}.heads.{head}.WQ" in tensors:
            name = f"layers.{layer}.heads.{head}."
            scores = product(get(name + "WQ"), [list(c) for c in zip(*get(name + "WK"))])
            values = product([weighting(row) for row in scores], product(x, get(name + "WV")))
            parts = [part + value for part, value in zip(parts, values)]
            head += 1
        x = [received + own for received, own in zip(product(parts, get(f"layers.{layer}.WO")), x)]
        k = 0
        while f"layers.{layer}.mlp.{k}.W" in tensors:
            b = get(f"layers.{layer}.mlp.{k}.b")[0]
            x = [[e + c for e, c in zip(row, b)] for row in product(x, get(f"layers.{layer}.mlp.{k}.W"))]
            if f"layers.{layer}.mlp.{k + 1}.W" in tensors:
                x = [[max(e, 0.0) for e in row] for row in x]
            k += 1
    return x


class Simulate(CommandTest):
    def program(self, **changes):
        return self.write("program.json", json.dumps(dict(PROGRAM, **changes)))

    def exact(self, *arguments):
        done = self.succeed("exact", "simulate", *arguments, "--json")
        return json.loads(done.stdout)

    def construct(self, *arguments):
        done = self.succeed("construct", "simulate", *arguments, "--out", self.work / "net", "--json")
        return json.loads(done.stdout)

    # --- exact simulate
    def test_a_program_of_the_user(self):
        for construction in ("repaired", "printed"):
            report = self.exact(self.program(), "--construction", construction)
            self.assertTrue(report["equal"])
            self.assertEqual([run["rounds"][-1]["computed"] for run in report["runs"]],
                             [[[6], [2]], [[-8], [1]]])
            bound = Fraction(report["bound"][-1])
            self.assertLessEqual(bound, Fraction(1, 1000))
            for run in report["runs"]:
                self.assertLessEqual(Fraction(run["rounds"][-1]["softmax_error"]["hi"]), bound)

    def test_a_warmer_softmax_is_farther_off(self):
        errors = []
        for temperature in ("1", "2", "4", "8"):
            report = self.exact(self.program(), "--temperature", temperature)
            errors.append(Fraction(report["runs"][0]["rounds"][-1]["softmax_error"]["lo"]))
        self.assertEqual(errors, sorted(errors, reverse=True))
        self.assertGreater(errors[0], Fraction(1, 10))

    def test_a_program_with_numbers_that_move_keeps_its_slots_in_the_printed_construction(self):
        text = self.succeed("exact", "simulate", ROOT / "docs/examples/prefix_sum.json", "--construction", "printed").stdout
        self.assertIn("one round was put in front", text)
        self.assertIn("hardmax: equal to the program at every one of 3 rounds", text)

    def test_sizes(self):
        report = self.exact("--task", "prefix-minimum", "--n", 256, "--hardmax-only")
        self.assertTrue(report["equal"])
        self.assertEqual(report["layers"], 8)
        report = self.exact("--task", "prefix-minimum", "--n", 32)
        self.assertTrue(report["equal"])
        self.assertTrue(all(Fraction(run["rounds"][-1]["softmax_error"]["hi"]) <= Fraction(1, 1000) for run in report["runs"]))

    def test_the_picture(self):
        self.succeed("exact", "simulate", "--task", "bellman-ford", "--n", 5, "--svg", self.work / "run.svg")
        svg = (self.work / "run.svg").read_text()
        self.assertTrue(svg.startswith("<svg ") and svg.rstrip().endswith("</svg>"))
        self.assertIn("round 4", svg)

    # --- construct simulate
    def test_the_written_weights_compute_the_program_by_plain_python(self):
        for task in ("prefix-sum", "odd-even-sort", "bellman-ford", "maximum-subarray"):
            with self.subTest(task=task):
                report = self.construct("--task", task, "--n", 4)
                self.assertEqual(report["left_out_of_safetensors"], [])
                metadata, tensors = load(self.work / "net.safetensors")
                for x, wanted in zip(rows(tensors["inputs"])[-4:], rows(tensors["outputs"])[-4:]):
                    self.assertEqual(plain(metadata, tensors, x, hardmax), wanted)  # small integers: no rounding
                    found = plain(metadata, tensors, x, softmax)
                    off = max(abs(a - b) for p, q in zip(found, wanted) for a, b in zip(p, q))
                    self.assertLess(off, 2 * Fraction(report["eps"]))

    def test_other_weights_compute_something_else(self):
        self.construct("--task", "prefix-sum", "--n", 4)
        metadata, tensors = load(self.work / "net.safetensors")
        x, wanted = rows(tensors["inputs"])[-1], rows(tensors["outputs"])[-1]
        for name in tensors:
            if name.endswith(("WQ", "WO", "WV")) or ".mlp." in name and name.endswith("W"):
                changed = dict(tensors, **{name: (tensors[name][0], [0.0] * len(tensors[name][1]))})
                if plain(metadata, changed, x, hardmax) != wanted:
                    continue
                self.fail(f"{name} does not matter")

    def test_numpy(self):
        try:
            import numpy as np
        except ImportError:
            self.skipTest("numpy is not installed")
        report = self.construct("--task", "odd-even-sort", "--n", 4)
        metadata, tensors = load(self.work / "net.safetensors")
        t = {name: np.array(numbers).reshape(shape) for name, (shape, numbers) in tensors.items()}
        x = t["inputs"]
        for l in range(int(metadata["layers"])):
            heads = []
            while f"layers.{l}.heads.{len(heads)}.WQ" in t:
                Q, K, V = (t[f"layers.{l}.heads.{len(heads)}.{w}"] for w in ("WQ", "WK", "WV"))
                S = Q @ K.T
                A = np.exp(S - S.max(axis=1, keepdims=True))
                heads.append(A / A.sum(axis=1, keepdims=True) @ (x @ V))
            x = np.concatenate([np.concatenate(heads, axis=-1) @ t[f"layers.{l}.WO"], x], axis=-1)
            k = 0
            while f"layers.{l}.mlp.{k}.W" in t:
                x = x @ t[f"layers.{l}.mlp.{k}.W"] + t[f"layers.{l}.mlp.{k}.b"]
                k += 1
                x = np.maximum(x, 0) if f"layers.{l}.mlp.{k}.W" in t else x
        self.assertLess(np.abs(x - t["outputs"]).max(), 2 * float(Fraction(report["eps"])))

    def test_torch(self):
        try:
            import torch
        except ImportError:
            self.skipTest("torch is not installed")
        report = self.construct("--task", "odd-even-sort", "--n", 4)
        metadata, tensors = load(self.work / "net.safetensors")
        t = {name: torch.tensor(numbers, dtype=torch.float64).reshape(shape) for name, (shape, numbers) in tensors.items()}
        x = t["inputs"]
        for l in range(int(metadata["layers"])):
            heads = []
            while f"layers.{l}.heads.{len(heads)}.WQ" in t:
                Q, K, V = (t[f"layers.{l}.heads.{len(heads)}.{w}"] for w in ("WQ", "WK", "WV"))
                heads.append(torch.softmax(Q @ K.T, dim=1) @ (x @ V))
            x = torch.cat([torch.cat(heads, dim=-1) @ t[f"layers.{l}.WO"], x], dim=-1)
            k = 0
            while f"layers.{l}.mlp.{k}.W" in t:
                x = x @ t[f"layers.{l}.mlp.{k}.W"] + t[f"layers.{l}.mlp.{k}.b"]
                k += 1
                x = torch.relu(x) if f"layers.{l}.mlp.{k}.W" in t else x
        self.assertLess((x - t["outputs"]).abs().max().item(), 2 * float(Fraction(report["eps"])))

    def test_the_json_file_holds_the_same_weights(self):
        self.construct("--task", "prefix-minimum", "--n", 3)
        document = json.loads((self.work / "net.json").read_text())
        _, tensors = load(self.work / "net.safetensors")
        for l, layer in enumerate(document["layers"]):
            for h, head in enumerate(layer["heads"]):
                for name, matrix in head.items():
                    self.assertEqual([[float(Fraction(e)) for e in row] for row in matrix],
                                     rows(tensors[f"layers.{l}.heads.{h}.{name}"]))
            for k, part in enumerate(layer["mlp"]):
                self.assertEqual([[float(Fraction(e)) for e in row] for row in part["W"]], rows(tensors[f"layers.{l}.mlp.{k}.W"]))

    def test_two_layers_for_any_number_of_rounds(self):
        report = self.construct("--task", "odd-even-sort", "--n", 3, "--construction", "table")
        self.assertEqual((report["rounds"], report["layers"], report["heads"]), (3, 2, 1))
        document = json.loads((self.work / "net.json").read_text())
        fractions = lambda matrix: [[Fraction(e) for e in row] for row in matrix]
        exact = lambda a, b: [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]
        for x, wanted in zip(document["inputs"][:5], document["outputs"]):
            x = fractions(x)
            for layer in document["layers"]:
                mean = [[sum(column) / len(x) for column in zip(*exact(x, fractions(layer["heads"][0]["WV"])))]] * len(x)
                x = [a + b for a, b in zip(exact(mean, fractions(layer["WO"])), x)]
                for k, part in enumerate(layer["mlp"]):
                    x = [[e + Fraction(b) for e, b in zip(row, part["b"])] for row in exact(x, fractions(part["W"]))]
                    if k + 1 < len(layer["mlp"]):
                        x = [[max(e, 0) for e in row] for row in x]
            self.assertEqual(x, fractions(wanted))

    def test_a_whole_temperature_in_words(self):
        done = self.succeed("construct", "simulate", "--task", "prefix-minimum", "--n", 4, "--temperature", 6, "--out", "net")
        self.assertIn("softmax: T = 6 keeps", done.stdout)

    # --- bad input
    def test_bad_input_is_one_line_and_nothing_is_written(self):
        jump = [{"receive": [[[2, 1]], [[1, 1]]], "compute": [{"machines": "all", "lines": ["out1 = is_less(in1, 1)"]}]}]
        cases = [
            ([], 3, ["expected a FILE, or --task and --n"]),
            (["--task", "prefix-sum"], 3, ["--task", "expected --n"]),
            (["--task", "sorting", "--n", 4], 3, ["sorting"]),
            (["--task", "bitonic-sort", "--n", 3], 3, ["3"]),
            ([self.folder / "nowhere.json"], 3, ["nowhere.json"]),
            ([self.write("none.json", json.dumps(dict(PROGRAM, inputs=[])))], 3, ["none.json", "expected an input"]),
            ([self.write("empty.json", json.dumps(dict(PROGRAM, rounds=[])))], 3, ["expected a program of one round"]),
            ([self.write("jump.json", json.dumps(dict(PROGRAM, rounds=jump)))], 3, ["round 1", "out1", "is_less"]),
            ([self.write("other.json", json.dumps(dict(PROGRAM, model="mpc")))], 3, ["other.json"]),
            ([self.program(), "--eps", "0"], 3, ["--eps", "above 0"]),
            ([self.program(), "--eps", "1e-3"], 3, ["--eps"]),
            ([self.program(), "--temperature", "-1"], 3, ["--temperature", "above 0"]),
            ([self.program(), "--bound", "2"], 3, ["--bound"]),
            ([self.program(), "--construction", "other"], 64, ["--construction"]),
        ]
        for arguments, code, fragments in cases:
            for command in (["exact", "simulate"], ["construct", "simulate", "--out", self.work / "net"]):
                with self.subTest(command=command[0], arguments=list(map(str, arguments))):
                    self.assert_one_clear_line(self.attest(*command, *arguments), code, *fragments)
        self.assertEqual(contents(self.work), {})

    def test_a_file_that_cannot_be_written_leaves_nothing(self):
        (self.work / "net.safetensors").mkdir()
        done = self.attest("construct", "simulate", self.program(), "--out", self.work / "net")
        self.assertEqual(done.returncode, 3)
        self.assertEqual(contents(self.work), {})


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
