#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`attest construct universal` on good and on bad input: construct_command_test.py ATTEST ATTEST_CHECK REPOSITORY."""
import itertools
import json
import struct
import sys
import unittest
from fractions import Fraction

from command_test_case import ROOT, CommandTest, contents


def read_safetensors(data):
    """The header and the tensors, read by the format's own description."""
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8:8 + length])
    body = data[8 + length:]
    metadata = header.pop("__metadata__")
    tensors, end = {}, 0
    for name, entry in header.items():
        begin, stop = entry["data_offsets"]
        assert entry["dtype"] == "F64" and begin == end, name
        end = stop
        tensors[name] = (entry["shape"], struct.unpack(f"<{(stop - begin) // 8}d", body[begin:stop]))
    assert end == len(body)
    return metadata, tensors


def flat(value):
    return [e for entry in value for e in flat(entry)] if isinstance(value, list) else [Fraction(value)]


class Construct(CommandTest):
    SWAP = ["--n", 2, "--d", 1, "--delta", "1/2", "--expression", "x21", "--expression", "x11"]

    def construct(self, *arguments):
        return self.attest("construct", "universal", *arguments, "--out", self.work / "net")

    def built(self, *arguments):
        done = self.construct(*arguments, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def network_at(self, X):
        """The written network at X, by the exact engine's own command."""
        document = json.loads((self.work / "net.json").read_text())
        document["X"] = X
        done = self.succeed("exact", "transformer", self.write("at.json", json.dumps(document)), "--json")
        return [[Fraction(e) for e in row] for row in json.loads(done.stdout)["output"]]

    def test_the_written_network_equals_the_function(self):
        for layout in ("narrow", "wide"):
            with self.subTest(layout=layout):
                self.built(*self.SWAP, "--layout", layout)
                for a, b in itertools.product(("0", "1/2", "1"), repeat=2):
                    self.assertEqual(self.network_at([[a], [b]]), [[Fraction(b)], [Fraction(a)]])

    def test_it_is_constant_on_a_cell_and_not_on_its_strip(self):
        report = self.built(*self.SWAP)
        strip = Fraction(report["strip"])
        self.assertEqual(self.network_at([["1/3"], [str(1 - strip)]]), [[Fraction(1, 2)], [0]])
        self.assertNotEqual(self.network_at([["1/3"], [str(1 - strip / 2)]]), [[Fraction(1, 2)], [0]])
        self.assertEqual(Fraction(report["measure_of_strips"]), 1 - (1 - 2 * strip)**2)

    def test_a_strip_of_ones_own(self):
        for strip in ("1/4", "1/100"):
            report = self.built(*self.SWAP, "--lipschitz", 1, "--strip", strip)
            self.assertEqual(report["strip"], strip)
            self.assertEqual(Fraction(report["measure_of_strips"]), 1 - (1 - 2 * Fraction(strip)) ** 2)
            self.assertIsNotNone(report["lp"])
            before = Fraction(1, 2) - Fraction(strip)  # where the ramp to 1/2 begins
            self.assertEqual(self.network_at([[str(before)], ["0"]]), [[0], [0]])
            self.assertNotEqual(self.network_at([[str(before + Fraction(strip) / 2)], ["0"]]), [[0], [0]])
        for bad in ("0", "1/2", "x"):
            done = self.construct(*self.SWAP, "--strip", bad)
            self.assert_one_clear_line(done, 3, "--strip")

    def test_the_two_files_agree(self):
        self.built(*self.SWAP)
        document = json.loads((self.work / "net.json").read_text())
        metadata, tensors = read_safetensors((self.work / "net.safetensors").read_bytes())
        self.assertEqual((metadata["left_out"], metadata["exact_weights"]), ("", "net.json"))
        named = {}
        for k, block in enumerate(document["blocks"]):
            named.update({f"blocks.{k}.{name}": value for name, value in block.items() if name != "heads"})
            for h, head in enumerate(block["heads"]):
                named.update({f"blocks.{k}.heads.{h}.{name}": value for name, value in head.items()})
        self.assertEqual(set(named), set(tensors))
        for name, (_, entries) in tensors.items():
            self.assertEqual(flat(named[name]), [Fraction(e) for e in entries], name)

    def test_weights_that_are_no_float64_are_left_out(self):
        report = self.built("--n", 1, "--d", 1, "--delta", "1/3", "--expression", "x11/7")
        metadata, tensors = read_safetensors((self.work / "net.safetensors").read_bytes())
        self.assertGreater(len(report["left_out_of_safetensors"]), 0)
        self.assertEqual(metadata["left_out"].split(), report["left_out_of_safetensors"])
        self.assertFalse(set(metadata["left_out"].split()) & set(tensors))
        self.assertGreater(report["weights"]["not_float64"], 0)

    def test_the_example_and_the_bound(self):
        report = self.built(ROOT / "docs/examples/universal_table.json")
        self.assertEqual((report["grid_points"], report["equal_at"], report["blocks"], report["hidden_units"]),
                         (9, 9, 2 + 18, 4))
        cells, strips = (Fraction(report["lp"][name]) for name in ("on_cells", "on_strips"))
        self.assertEqual((cells, cells + strips), (1, Fraction(report["lp"]["integral_at_most"])))
        self.assertLess(strips, cells)
        self.assertIsNone(self.built(*self.SWAP)["lp"])

    def test_precision(self):
        report = self.built(*self.SWAP)["precision"]["without_quantizer"]
        self.assertEqual((report["float64"], report["bfloat16"]), ("exact", "lost"))
        self.assertTrue(8 < report["least_bits"] <= 24)

    def expect_bad(self, arguments, *fragments):
        with self.subTest(arguments=arguments):
            self.assert_one_clear_line(self.construct(*arguments), 3, *fragments)
            self.assertEqual(contents(self.work), {})

    def test_bad_options(self):
        def swap(*first, **replaced):
            options = {"n": 2, "d": 1, "delta": "1/2", **replaced}
            pairs = [e for name, value in options.items() for e in (f"--{name}", value)]
            return pairs + [e for formula in first or ("x21", "x11") for e in ("--expression", formula)]

        for delta in ("2/3", "3", "0", "-1/2", "1/1000001"):
            self.expect_bad(swap(delta=delta) if delta[0] != "-" else swap()[:4] + ["--delta=-1/2"] + swap()[6:],
                            "--delta: expected a unit fraction", delta)
        self.expect_bad(swap(delta="2/4"), "--delta", '"1/2"')
        self.expect_bad(swap(n=10), "expected a grid of at most 1024 points", "3^10 = 59049")
        self.expect_bad(swap(n=64, d=64), "3^4096", "digits")
        self.expect_bad(swap() + ["--budget", 8], "at most 8 points", "3^2 = 9")
        self.expect_bad(swap("x21"), "expected 2 formulas", "found 1")
        self.expect_bad(swap("1/x21", "x11"), "--expression", "division by 0 at X = [[0], [0]]")
        self.expect_bad(swap("1/(x11 - 1/2)", "x11"), "division by 0 at X = [[1/2], [0]]")
        self.expect_bad(swap("x21^2", "x11", lipschitz="1/2"), "--lipschitz", "found a change of", "X = [[0], [0]]")
        self.expect_bad(swap() + ["--lipschitz=-1"], "expected a Lipschitz constant >= 0")
        for formula, place in (("x31", "column 4"), ("x12", "row from 1 to 2"), ("x1", "column 3"), ("y", "found y"),
                               ("x11 +", "column 6"), ("(x11", "expected ')'"), ("x11 x21", "column 5"), ("", "column 1"),
                               ("0.5", "column 2"), ("2^65", "exponent"), ("(" * 300 + "1" + ")" * 300, "nested"),
                               ("((2^64)^64)^64*(((2^64)^64)^64)^64", "a million bits"), ("\x00", "column 1")):
            if "\x00" not in formula:
                self.expect_bad(swap(formula, "x11"), "--expression", place)
        self.expect_bad(["--n", 2], "expected a FILE, or --n")

    def test_bad_files(self):
        good = json.loads((ROOT / "docs/examples/universal_table.json").read_text())

        def bad(document, *fragments):
            file = self.write("bad.json", json.dumps(document))
            self.expect_bad([file], str(file), *fragments)

        bad(dict(good, table=good["table"][:-1]), "expected an entry for every grid point, found none for [[1], [1]]")
        bad(dict(good, table=good["table"] + good["table"][:1]), "/table/9/x", "once", "[[0], [0]] again")
        bad(dict(good, table=[{"x": [["1/3"], [0]], "y": [[0], [0]]}]), "expected a point of the grid, found [[1/3], [0]]")
        bad(dict(good, table=[{"x": [[0]], "y": [[0], [0]]}]), "/table/0/x", "2 rows")
        bad(dict(good, delta="2/3"), "/delta", "unit fraction")
        bad(dict(good, delta=0.5e-7), "/delta", "unit fraction")
        bad(dict(good, lipschitz="1/2"), "/lipschitz", "found a change of 1/2")
        bad(dict(good, expressions=["1", "2"]), "either")
        bad({key: value for key, value in good.items() if key != "table"}, "either")
        bad(dict(good, n=0), "/n", "from 1 to 64")
        bad(dict(good, more=1), "unknown key")
        file = self.write("good.json", json.dumps(good))
        self.expect_bad([file, "--n", 2], "expected either a file or")

    def test_wrong_usage(self):
        for arguments in (["--layout", "broad"], ["--p", 0], ["--n", 0], ["--budget", 0]):
            done = self.construct(*self.SWAP, *arguments)
            self.assertEqual((done.returncode, done.stdout), (64, ""), done.stderr)
        self.assertEqual(self.attest("construct", "universal", *self.SWAP).returncode, 64)
        self.assertIn("Examples:", self.succeed("construct", "universal", "--help").stdout)

    def test_both_files_or_none(self):
        (self.work / "net.safetensors").mkdir()
        self.assert_one_clear_line(self.construct(*self.SWAP), 3, "net.safetensors")
        self.assertEqual(contents(self.work), {})

    def test_a_folder_that_cannot_be_written(self):
        self.write("file", "no folder")
        done = self.attest("construct", "universal", *self.SWAP, "--out", self.folder / "file" / "net")
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual((done.stdout, done.stderr.count("\n"), contents(self.work)), ("", 1, {}))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
