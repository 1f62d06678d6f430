#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The words of `attest audit` beside the keys of `attest exact attention`: vocabulary_test.py ATTEST ATTEST_CHECK REPOSITORY.

Each word has an instance that `exact` evaluates, or a reason why it has none; no word has neither.
"""
import json
import re
import unittest
import sys
from fractions import Fraction

from command_test_case import CommandTest

X = [[1], [0]]
HEAD = {"WQ": [[1]], "WK": [[1]]}
DENSE = {"bias": {"variant": "dense", "B": [[0, 1], [1, 0]]}}


def bias(variant, **parameters):
    return {"bias": {"variant": variant, **parameters}}


# What stands in the head, or, under "layer", beside the heads.
EXACT = {
    ("bias", "t5"): bias("t5", m=[0, 1, 2]), ("bias", "shaw"): bias("shaw", r=[[0], [1], [0]]),
    ("bias", "deberta"): bias("deberta", r=[[0], [1], [0]], s=[[0], [1], [0]]),
    ("bias", "transformer-xl"): bias("transformer_xl", r=[[0], [1], [0]], WR=[[1]], u=[1], v=[0]),
    ("bias", "alibi"): bias("alibi", slope=1),
    ("bias", "kerple"): {**bias("kerple", r1=1, r2=1), "layer": {"weights": "softmax-e"}},
    # A table, a graph, a network or the positions' own queries and keys give numbers b_ij, which are written down.
    ("bias", "swin"): DENSE, ("bias", "graphormer"): DENSE, ("bias", "at5"): DENSE, ("bias", "tupe"): DENSE,
    ("rotation", "rope"): {"WQ": [[1, 0]], "WK": [[1, 0]], "angles": [[0, 1]]},
    ("encoding", "learned"): {},  # X is the sum
    ("scores", "positions"): {"layer": {"P": [[1], [0]]}},
    ("normalizer", "softmax-plus-one"): {"layer": {"weights": "softmax-plus-one-2"}},
    ("normalizer", "sigmoid"): {"layer": {"weights": "sigmoid-2"}},
    ("normalizer", "hardmax"): {"layer": {"weights": "hardmax-uniform"}},
    ("normalizer", "linear"): {"layer": {"weights": "linear"}},
    ("normalizer", "sparsemax"): {"layer": {"weights": "sparsemax"}}, ("normalizer", "none"): {"layer": {"weights": "scores"}},
    ("sink", "learned"): {"sink": 1}, ("extra_token", "bos"): {"layer": {"first": [1]}},
    ("mask", "causal"): {"mask": "causal"}, ("mask", "window"): {"mask": {"window": 1}},
    ("mask", "causal-window"): {"mask": {"window": 1, "causal": True}},
    ("factor", "toeplitz"): {"c": [1, 2, 3]}, ("factor", "lower"): {"c": [0, 2, 3]}, ("factor", "upper"): {"c": [1, 2, 0]},
    ("factor", "decay"): {"c": ["1/2", 1, "1/2"]},
    ("difference", "two-softmaxes"): {"minus": {"lambda": "1/2", "WQ": [[1]], "WK": [[2]]}},
    ("values", "relative"): {"a": [[0], [1], [2]]}, ("gate", "output"): {"WG": [[1]]},
    ("softcap", "tanh"): {"softcap": 2, "layer": {"weights": "softmax-e"}},
    ("qk_norm", "rms"): {"normQ": {"kind": "rms", "eps": 1}, "normK": {"kind": "rms", "eps": 1}, "layer": {"weights": "softmax-e"}},
    ("keys", "grouped"): {"layer": {"heads": [HEAD, dict(HEAD, WQ=[[2]])]}},
    ("keys", "latent"): {},  # WD WK in the place of WK, and WD WV of WV
    ("talking", "before"): {"layer": {"heads": [HEAD, HEAD], "talking": {"before": [[1, 1], [1, -1]]}}},
    ("talking", "after"): {"layer": {"heads": [HEAD, HEAD], "talking": {"after": [["1/2", "1/4"], [0, 1]]}}},
    ("talking", "both"): {"layer": {"heads": [HEAD, HEAD], "talking": {"before": [[1, 1], [1, -1]], "after": [[1, 0], [0, 1]]}}},
}
WITHOUT = {
    ("encoding", "sinusoidal"): "sines are not rational, and the numbers of a file are",
}


class Vocabulary(CommandTest):
    def words(self):
        unknown = self.attest("audit", self.write("d.json", '{"?": ""}')).stderr
        for key in re.search(r"expected one of (.*)", unknown).group(1).strip().split(", "):
            if key in ("name", "source"):
                continue
            error = self.attest("audit", self.write("d.json", json.dumps({key: "?"}))).stderr
            yield from ((key, word) for word in re.search(r"expected one of (.*)", error).group(1).strip().split(", ")[1:])

    def test_each_word_has_an_instance_or_a_reason(self):
        self.assertEqual(set(self.words()), set(EXACT) | set(WITHOUT))
        self.assertEqual(set(EXACT) & set(WITHOUT), set())

    def test_each_instance_is_evaluated(self):
        for word, entry in EXACT.items():
            with self.subTest(word=word):
                head = {key: value for key, value in entry.items() if key != "layer"}
                layer = {"weights": "softmax-2", "X": X, "heads": [{**HEAD, **head}], **entry.get("layer", {})}
                done = self.succeed("exact", "attention", self.write("layer.json", json.dumps(layer)), "--json")
                self.assertIn("output", json.loads(done.stdout))

    def test_kerple_by_hand(self):
        # Scores 0: the weights are (1 + 2 |i-j|)^-2, that is 1, 1/9, 1/25.
        layer = {"weights": "softmax-e", "X": [[0]] * 3, "heads": [{**HEAD, **bias("kerple", r1=2, r2=2)}]}
        done = json.loads(self.succeed("exact", "attention", self.write("l.json", json.dumps(layer)), "--json").stdout)
        kernel = [Fraction(1), Fraction(1, 9), Fraction(1, 25)]
        for i, row in enumerate(done["attention"][0]):
            total = sum(kernel[abs(i - j)] for j in range(3))
            for j, entry in enumerate(row):
                self.assertLess(Fraction(entry["lo"]), kernel[abs(i - j)] / total)
                self.assertGreater(Fraction(entry["hi"]), kernel[abs(i - j)] / total)
                self.assertLess(Fraction(entry["hi"]) - Fraction(entry["lo"]), Fraction(1, 2**100))
        for change, words in (({"weights": "softmax-2"}, "base e"), ({"heads": [{**HEAD, **bias("kerple", r1=0, r2=2)}]}, "/r1"),
                              ({"heads": [{**HEAD, **bias("kerple", r1=1)}]}, "r2")):
            self.assert_one_clear_line(self.attest("exact", "attention", self.write("l.json", json.dumps({**layer, **change}))), 3, words)

    def test_linear_attention_by_hand(self):
        # Features 2, 1 and e^-1 of the tokens 1, 0 and -1.
        layer = {"weights": "linear", "X": [[1], [0]], "heads": [HEAD]}
        done = json.loads(self.succeed("exact", "attention", self.write("l.json", json.dumps(layer)), "--json").stdout)
        self.assertEqual(done["attention"], [[["2/3", "1/3"], ["2/3", "1/3"]]])
        masked = {**layer, "heads": [{**HEAD, "mask": "causal"}]}
        done = json.loads(self.succeed("exact", "attention", self.write("l.json", json.dumps(masked)), "--json").stdout)
        self.assertEqual(done["attention"], [[[1, 0], ["2/3", "1/3"]]])
        below = {**layer, "X": [[0], [-1]]}
        self.assert_one_clear_line(self.attest("exact", "attention", self.write("l.json", json.dumps(below))), 3, "irrational")
        below["arithmetic"] = "enclosure"
        done = json.loads(self.succeed("exact", "attention", self.write("l.json", json.dumps(below)), "--json").stdout)
        for row in done["attention"][0]:  # 1 / (1 + e^-1) = 0.7310...
            self.assertTrue(Fraction(7310, 10000) < Fraction(row[0]["lo"]) < Fraction(row[0]["hi"]) < Fraction(7311, 10000))
        for key, value in (("bias", {"variant": "alibi", "slope": 1}), ("softcap", 1), ("sink", 1)):
            self.assert_one_clear_line(self.attest("exact", "attention", self.write("l.json", json.dumps({**layer, "heads": [{**HEAD, key: value}]}))), 3, key)
        self.assert_one_clear_line(self.attest("exact", "attention", self.write("l.json", json.dumps(
            {**layer, "heads": [{"scores": [[1, 0], [1, 1]]}]}))), 3, "above 0")

    def test_talking_heads_by_hand(self):
        # Two heads of given matrices: the first hears half of each, the second the difference; values are the tokens.
        layer = {"weights": "softmax-2", "X": X, "skip": False, "heads": [{"A": [[1, 0], [0, 1]]}, {"A": [[0, 1], [1, 0]]}],
                 "talking": {"after": [["1/2", "1/2"], [1, -1]]}}
        done = json.loads(self.succeed("exact", "attention", self.write("l.json", json.dumps(layer)), "--json").stdout)
        self.assertEqual(done["attention"], [[["1/2", "1/2"], ["1/2", "1/2"]], [[1, -1], [-1, 1]]])
        self.assertEqual(done["output"], [["3/2"], ["-1/2"]])
        # Scores (1, 0) and (0, 1), mixed before base-2 softmax: their sum is the same everywhere.
        layer = {"weights": "softmax-2", "X": X, "heads": [{"scores": [[1, 0], [1, 0]]}, {"scores": [[0, 1], [0, 1]]}],
                 "talking": {"before": [[1, 1], [1, 0]]}}
        done = json.loads(self.succeed("exact", "attention", self.write("l.json", json.dumps(layer)), "--json").stdout)
        self.assertEqual(done["attention"], [[["1/2", "1/2"]] * 2, [["2/3", "1/3"]] * 2])
        for change, words in (({"talking": {}}, '"before" or "after"'), ({"talking": {"before": [[1]]}}, "/talking/before"),
                              ({"heads": [{"A": [[1, 0], [0, 1]]}] * 2}, "scores to mix")):
            self.assert_one_clear_line(self.attest("exact", "attention", self.write("l.json", json.dumps({**layer, **change}))), 3,
                                       words)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
