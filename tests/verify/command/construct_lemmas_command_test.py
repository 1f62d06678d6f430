#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`attest construct shift`, `quantizer`, `positions`, `sweep` and `modified`, and what the exact engine and the checkers say of what
they write: construct_lemmas_command_test.py ATTEST ATTEST_CHECK REPOSITORY."""
import itertools
import json
import sys
import unittest
from fractions import Fraction

from command_test_case import ROOT, CommandTest, contents


def exact(rows):
    return [[Fraction(e) for e in row] for row in rows]


class ConstructLemmas(CommandTest):
    def construct(self, lemma, *arguments):
        return self.attest("construct", lemma, *arguments, "--out", self.work / "net")

    def built(self, lemma, *arguments):
        done = self.construct(lemma, *arguments, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def network_at(self, X):
        """The written network at X, by the exact engine's own command: X after every block."""
        document = json.loads((self.work / "net.json").read_text())
        document["X"] = X
        done = self.succeed("exact", "transformer", self.write("at.json", json.dumps(document)), "--json")
        return [exact(rows) for rows in json.loads(done.stdout)["blocks"]]

    def test_lemma_6(self):
        def shifted(x, a, b, c):
            return [[e + (a * (max(x) - min(x)) if b < e < c else 0)] for e in x]

        report = self.built("shift", "--z", "1", "--a=-2", "--from", "1/2", "--to", "3/2")
        self.assertEqual((report["a"], report["from"], report["blocks"]), (-2, "1/2", 1))
        self.assertEqual((report["away_from_the_ends"]["inputs"], report["away_from_the_ends"]["equal"]), (9, 9))
        self.assertLess(report["at_the_ends"]["equal"], report["at_the_ends"]["inputs"])
        for x in itertools.product((0, 1, Fraction(7, 5), 3), repeat=2):
            self.assertEqual(self.network_at([[str(e)] for e in x]), [shifted(x, -2, Fraction(1, 2), Fraction(3, 2))])
        printed = self.built("shift", "--z", "1", "--from", "1/2", "--to", "3/2", "--version", "printed", "--x", "0;1;2")
        self.assertEqual(printed["away_from_the_ends"]["equal"], 0)
        self.assertEqual(printed["away_from_the_ends"]["first_difference"],
                         {"X": [[0], [1], [2]], "network": [[0], [1], [2]], "expected": [[0], [3], [2]]})
        self.assertEqual(self.network_at([[0], [1], [2]])[-1], [[0], [1], [2]])

    def test_lemma_7(self):
        report = self.built("quantizer", "--d", 2, "--delta", "1/3")
        self.assertEqual((report["blocks"], report["verification"]["inputs"], report["verification"]["equal"]), (6, 13, 13))
        self.assertEqual(self.network_at([["1/4", "1/3"], ["99/100", 1]])[-1],
                         [[0, Fraction(1, 3)], [Fraction(2, 3), 1]])
        counted = self.built("quantizer", "--delta", "1/3", "--count-from", 1)["verification"]
        self.assertLess(counted["equal"], counted["inputs"])

    def test_lemma_8(self):
        for heads in (1, 2):
            report = self.built("positions", "--v", "1/2,0,3", "--d", 2, "--heads", heads)
            u = [Fraction(e) for e in report["u"]]
            self.assertTrue(all(abs(a - b) > 1 for a, b in itertools.combinations(u, 2)))
            self.assertEqual(report["verification"]["equal"], 12)
            X = [[1, "1/7"], [0, -3], [5, 5]]
            self.assertEqual(self.network_at(X)[-1], [[e + p for e in row] for row, p in zip(exact(X), u)])
        self.assertEqual(self.built("positions", "--n", 3)["u"], [6, 4, 2])

    def test_lemma_10(self):
        verdicts = {}
        for version in ("printed", "cited", "literal", "repaired", "stack", "half-open"):
            report = self.built("sweep", "--n", 2, "--delta", "1/2", "--version", version)
            self.assertEqual(report["verification"]["equal"], report["verification"]["inputs"])
            verdicts[version] = report["contextual_mapping"]
            # Once more from the file alone: the values of all tokens of all inputs.
            grid = [0, Fraction(1, 2)] + ([1] if report["grid"] == "closed" else [])
            images = [self.network_at([[str(a + 4)], [str(b + 2)]])[-1] for a, b in itertools.product(grid, repeat=2)]
            self.assertEqual(len({row[0] for image in images for row in image}), report["distinct"])
            self.assertEqual(report["contextual_mapping"], report["distinct"] == 2 * len(grid)**2)
            self.assertEqual(report["collision"] is None, report["contextual_mapping"])
        self.assertEqual([name for name, is_mapping in verdicts.items() if is_mapping], ["repaired", "stack", "half-open"])

    def test_every_intermediate_state(self):
        report = self.built("sweep", "--u", "4,0,3/2", "--delta", "1/3", "--x", "0; 1/3; 1")
        states = [exact(state["X"]) for state in report["traces"][0]["states"]]
        self.assertEqual(states[0], [[4], [Fraction(1, 3)], [Fraction(5, 2)]])
        self.assertEqual(states[1:], self.network_at([[4], ["1/3"], ["5/2"]]))
        self.assertEqual(len(states), len(report["blocks"]) + 1)

    def test_theorem_3(self):
        swap = ("--n", 2, "--d", 1, "--delta", "1/2", "--expression", "x21", "--expression", "x11")
        for contextual in ("stack", "sweep"):
            report = self.built("modified", *swap, "--contextual", contextual, "--lipschitz", 1)
            self.assertEqual((report["at_the_points"]["equal"], report["inside_the_cells"]["equal"]), (9, 9))
            self.assertEqual(sum(report["blocks_of"].values()), report["blocks"])
            self.assertEqual(report["lp"], {"p": 1, "integral_at_most": 1})
            for a, b in itertools.product((0, Fraction(1, 3), Fraction(499, 1000), Fraction(1, 2), 1), repeat=2):
                self.assertEqual(self.network_at([[str(a)], [str(b)]])[-1], [[b * 2 // 1 / Fraction(2)], [a * 2 // 1 / Fraction(2)]])
        self.assertEqual(self.built("modified", ROOT / "docs/examples/universal_table.json")["at_the_points"]["equal"], 9)

    def test_the_claims_that_are_written_are_decided(self):
        for name, *arguments in (("repaired", "sweep", "--n", 2, "--delta", "1/2"),
                                 ("literal", "sweep", "--n", 2, "--delta", "1/2", "--version", "literal"),
                                 ("positions", "positions", "--v", "1/2,0"), ("shift", "shift", "--z", "1,3", "--from", 0, "--to", 1),
                                 ("quantizer", "quantizer", "--delta", "1/3"),
                                 ("modified", "modified", "--n", 1, "--d", 1, "--delta", "1/2", "--expression", "x11/2")):
            self.succeed("construct", *arguments, "--claim", "--out", self.work / name)
        decided = self.succeed("check", self.work, "--without-proofs", "--out", self.folder / "out").stdout
        for name in ("repaired", "positions", "shift", "quantizer", "modified"):
            self.assertRegex(decided, rf"constructed\.{name} +holds")
        self.assertRegex(decided, r"constructed\.literal +false")

    def test_bad_options(self):
        def bad(arguments, *fragments):
            with self.subTest(arguments=arguments):
                self.assert_one_clear_line(self.construct(*arguments), 3, *fragments)
                self.assertEqual(contents(self.work), {})

        bad(["shift", "--z", "1,x", "--from", 0, "--to", 1], "--z", '"x"')
        bad(["shift", "--z", "1", "--from", 1, "--to", 1], "--from", "below --to")
        bad(["shift", "--z", "1,2", "--from", 0, "--to", 1, "--x", "1,2;3"], "--x", "rows of 2 numbers")
        bad(["quantizer", "--delta", "2/3"], "--delta: expected a unit fraction")
        bad(["quantizer", "--d", 64, "--delta", "1/1000000"], "at most 10000 blocks", "64000000")
        bad(["quantizer", "--delta", "1/2", "--x", "5/4"], "--x", "from 0 to 1")
        bad(["positions", "--v", "1,2,1"], "distinct entries", "found 1 at 1 and 3")
        bad(["positions"], "expected one of --v and --n")
        bad(["positions", "--n", 2, "--v", "1,2"], "expected one of --v and --n")
        bad(["sweep", "--u", "4,7/2", "--delta", "1/2"], "expected gaps above 1, found 7/2 and 4")
        bad(["sweep", "--n", 64, "--d", 64, "--delta", "1/1000000"], "at most 65536 inputs", "1000001^4096")
        bad(["sweep", "--n", 1, "--d", 15, "--delta", "1/2", "--budget", 100000000], "at most 5000 blocks")
        bad(["sweep", "--n", 10, "--delta", "1/2", "--version", "stack"], "at most 500000")
        bad(["sweep", "--n", 2, "--delta", "1/2", "--grid", "half-open"], "--grid: expected closed")
        bad(["sweep", "--n", 3, "--delta", "1/20", "--claim"], "--claim", "100000")
        bad(["modified", "--n", 2], "attest construct modified: expected a FILE")
        bad(["modified", "--n", 4, "--d", 4, "--delta", "1/9", "--expression", "1"], "at most 256 points")

    def test_wrong_usage(self):
        for arguments in (["shift", "--z", 1], ["sweep", "--n", 2, "--delta", "1/2", "--version", "best"], ["sweep"],
                          ["quantizer", "--delta", "1/2", "--count-from", 2], ["positions", "--n", 0],
                          ["positions", "--n", 2, "--out", ""], ["modified", "--contextual", "none"]):
            done = self.attest("construct", *arguments, *([] if "--out" in arguments else ["--out", "net"]))
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (64, "", 1), done.stderr)
        for lemma in ("shift", "quantizer", "positions", "sweep", "modified"):
            self.assertIn("Example", self.succeed("construct", lemma, "--help").stdout)

    def test_both_files_or_none_and_the_second_run_is_the_first(self):
        arguments = ("--n", 2, "--delta", "1/2", "--claim")
        self.built("sweep", *arguments)
        first = contents(self.work)
        self.built("sweep", *arguments)
        self.assertEqual(contents(self.work), first)
        self.assertEqual(set(first), {"net.json", "net.claim"})
        (self.work / "net.claim").unlink()
        (self.work / "net.json").unlink()
        (self.work / "net.claim").mkdir()
        self.assert_one_clear_line(self.construct("sweep", *arguments), 3, "net.claim")
        self.assertEqual(contents(self.work), {})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
