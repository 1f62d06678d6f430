#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`attest exact` on good and on bad files: exact_command_test.py ATTEST ATTEST_CHECK REPOSITORY."""
import json
import sys
import unittest

from command_test_case import ROOT, CommandTest, contents


class Exact(CommandTest):
    HEAD = {"WQ": [[1]], "WK": [[1]], "WV": [[1]], "WO": [[1]]}
    LAYER = {"weights": "hardmax-all", "X": [[1], [2]], "heads": [HEAD]}
    BLOCK = {"heads": [HEAD], "W1": [[1]], "W2": [[1]]}
    STACK = {"weights": "hardmax-all", "X": [[1], [2]], "blocks": [BLOCK]}

    def test_examples_give_json_on_one_line(self):
        examples = ROOT / "docs/examples"
        for arguments in (["attention", examples / "attention_t5.json"], ["transformer", examples / "transformer.json"],
                          ["benes", examples / "permutation.json"], ["bucket", examples / "bucket.json"],
                          ["softmax-bound", "--n", 3]):
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
        for operation in ("attention", "transformer", "benes", "bucket"):
            for name, text in (("empty", ""), ("truncated", good[:len(good) // 2]), ("binary", bytes(range(256))),
                               ("trailing", good + "]"), ("zeros", b"\0" * 64), ("infinite", '{"X": [[1e999]]}'),
                               ("nan", '{"X": [[NaN]]}'), ("latin", b'{"\xe9": 1}')):
                with self.subTest(operation=operation, name=name):
                    file = self.write(name, text)
                    self.assert_one_clear_line(self.attest("exact", operation, file), 3, str(file), "expected")
            for place in (self.folder / "missing", self.folder):
                self.assert_one_clear_line(self.attest("exact", operation, place), 3, str(place), "expected a file")
        self.assertEqual(contents(self.work), {})

    def test_a_route_of_ones_own(self):
        done = self.succeed("exact", "benes", ROOT / "docs/examples/permutation.json", "--json")
        found = json.loads(done.stdout)
        route = {"paths": found["paths"]}

        def judged(document, code):
            done = self.attest("exact", "benes", self.write("route.json", json.dumps(document)), "--json")
            self.assertEqual(done.returncode, code, done.stderr)
            return json.loads(done.stdout)

        answer = judged(route, 0)
        self.assertTrue(answer["valid"])
        self.assertIsNone(answer["fault"])
        ends = [path[-1] for path in found["paths"]]
        self.assertEqual(answer["permutation"], ends)
        self.assertTrue(judged({**route, "permutation": ends}, 0)["valid"])
        other = [ends[1], ends[0], *ends[2:]]
        self.assertIn("ends at", judged({**route, "permutation": other}, 1)["fault"])
        n, layers = len(ends), len(found["paths"][0])
        for change, words in ((lambda p: p[0].__setitem__(0, 1), "does not start"),
                              (lambda p: p[0].__setitem__(1, n - 1 - p[0][1]), "no edge"),
                              (lambda p: p.__setitem__(0, [0] * layers), "meet")):
            paths = [list(path) for path in found["paths"]]
            change(paths)
            self.assertIn(words, judged({"paths": paths}, 1)["fault"])
        # By counting on paper: two middle nodes of k = 2 lead on, one where the two layers lie in one half.
        count = [{"from": [1, 0], "to": [4, 3]}, {"from": [1, 0], "to": [3, 3]}, {"from": [2, 1], "to": [2, 0]}]
        with_counts = judged({"permutation": [0, 1, 2, 3], "count": count}, 0)
        self.assertEqual([one["paths"] for one in with_counts["counts"]], [2, 1, 0])
        for place, document, expected in (
                ("/paths/0", {"paths": [[0, 0, 0], [1, 1]]}, "expected 2 labels"),
                ("/paths", {"paths": [[0, 0], [1, 1], [2, 2]]}, "expected a power of two"),
                ("/paths", {"paths": [[0, 0], [1, 1]], "permutation": [0]}, "as many paths"),
                ("/paths/1/1", {"paths": [[0, 0], [1, 2]]}, "expected an integer"),
                ("/count/0/to/0", {"permutation": [0, 1], "count": [{"from": [2, 0], "to": [1, 0]}]}, "expected"),
                ("/count/0", {"permutation": [0, 1], "count": [{"from": [1, 0, 0], "to": [1, 0]}]}, "[layer, label]"),
                ("", {"count": []}, 'expected the key "permutation"')):
            self.expect_bad("benes", document, place, expected)

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
        given = {name: head[name] for name in ("WV", "WO")}
        for key, rest in (("A", given), ("C", head)):
            self.expect_bad("attention", dict(layer, heads=[{**rest, key: [[1, 0, 0], [0, 1, 0]]}]),
                            f"/heads/0/{key}/0", "expected a list of 2 numbers, found 3")
            self.expect_bad("attention", dict(layer, heads=[{**rest, key: [[1, 0]]}]),
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
        self.expect_bad("transformer", dict(self.STACK, blocks=[dict(self.BLOCK, W2=[[1, 1]])]),
                        "/blocks/0/W2", "expected a list of 1 numbers, found 2")

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

    def test_bad_buckets(self):
        good = {"buckets": 32, "distance": 128, "positions": [0, -1, 1]}
        self.succeed("exact", "bucket", self.write("good.json", json.dumps(good)))
        for change, place, expected in (
                ({"buckets": 3}, "/buckets", "expected an integer from 4 to 4096, found 3"),
                ({"buckets": 1, "bidirectional": False}, "/buckets", "expected an integer from 2 to 4096, found 1"),
                ({"buckets": "1/2"}, "/buckets", "expected an integer"),
                ({"distance": 8}, "/distance", "expected an integer from 9 (with 32 buckets)"),
                ({"distance": 16, "bidirectional": False}, "/distance", "expected an integer from 17 (with 32 buckets)"),
                ({"bidirectional": 1}, "/bidirectional", "expected true or false"),
                ({"positions": []}, "/positions", "expected at least one position"),
                ({"positions": [0, 2**24 + 1]}, "/positions/1", "expected an integer from -16777216 to 16777216"),
                ({"positions": {"from": 3, "to": 2}}, "/positions/to", "expected an integer from 3 to"),
                ({"positions": {"from": 3}}, "/positions", 'expected the key "to"'),
                ({"positions": 3}, "/positions", "expected an object"),
                ({"position": []}, "", "unknown key")):
            self.expect_bad("bucket", {**good, **change}, place, expected)
        for missing in good:
            self.expect_bad("bucket", {key: good[key] for key in good if key != missing}, "", f'expected the key "{missing}"')

    def test_bad_bounds(self):
        for option, value in (("eps", "0"), ("eps", "-1"), ("eps", "1"), ("eps", "2/4"), ("eps", "3/0"), ("eps", "NaN"),
                              ("width", "0"), ("n", "0"), ("n", "-3")):
            with self.subTest(option=option, value=value):
                arguments = {"n": "3", **{option: value}}
                done = self.attest("exact", "softmax-bound", *(f"--{name}={text}" for name, text in arguments.items()))
                self.assert_one_clear_line(done, 3, f"{option}: ", "expected")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
