#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`attest audit` as a user meets it: audit_command_test.py ATTEST ATTEST_CHECK REPOSITORY."""
import json
import struct
import sys
import unittest

from command_test_case import ATTEST, ROOT, CommandTest, contents

PROPERTIES = ["right_stochastic", "identical_rows_stay_identical", "position_aware", "causal"]


class Audit(CommandTest):
    def audits(self, file):
        done = self.succeed("audit", file, "--json")
        self.assertEqual(done.stdout.count("\n"), 1)
        document = json.loads(done.stdout)
        self.assertEqual(document["schema"], "attest.audit/1")
        self.assertNotEqual(self.succeed("audit", file).stdout, done.stdout)
        return document["audits"]

    def test_help_has_an_example(self):
        done = self.succeed("audit", "--help")
        self.assertIn("Example", done.stdout)
        example = done.stdout.split("Example:\n")[1].split()
        self.assertEqual(example[:2], ["attest", "audit"])
        self.assertTrue((ROOT / example[2]).exists())

    def test_every_published_variant(self):
        files = sorted((ROOT / "theory/variants").glob("*.json"))
        self.assertEqual(len(files), 24)
        for file in files:
            with self.subTest(file=file.name):
                (audit,) = self.audits(file)
                self.assertEqual(audit["name"], file.stem)
                self.assertEqual(list(audit["properties"]), PROPERTIES)
                for name, verdict in audit["properties"].items():
                    self.assertIn(verdict["status"], ("holds", "false"))
                    self.assertNotEqual(verdict["reason"], "")
                    if verdict["status"] == "false":
                        self.assertIsNotNone(verdict["witness"])

    def test_the_audit_agrees_with_the_claim(self):
        self.succeed("check", "variants.urpe", "variants.gated-output", "--out", "out")
        for claim in json.loads((self.work / "out/results.json").read_text())["claims"]:
            name = claim["id"].split(".")[1]
            (audit,) = self.audits(ROOT / f"theory/variants/{name}.json")
            self.assertEqual(list(claim["properties"]), PROPERTIES)
            for key in PROPERTIES:
                decided = claim["properties"][key]
                # Without Coq the claim has instances at some properties where the audit has an argument.
                said = audit["properties"][key]["status"]
                without_coq = "open" if "shown_by" in decided else "supported" if said == "holds" else said
                self.assertIn(decided["status"], (said, without_coq))
                self.assertEqual("counterexample" in decided, decided["status"] == "false" and "shown_by" not in decided)
                self.assertTrue((self.work / "out" / decided["certificate"]).exists())
        self.assertIn("identical rows stay identical",
                      self.succeed("explain", "variants.urpe", "--out", "out").stdout)
        self.assertIn("## Properties", (self.work / "out/report.md").read_text())

    def test_a_description_of_ones_own(self):
        (audit,) = self.audits(self.write("own.json", '{"mask": "causal", "sink": "learned", "gate": "output"}'))
        status = {name: verdict["status"] for name, verdict in audit["properties"].items()}
        self.assertEqual(status, {"right_stochastic": "false", "identical_rows_stay_identical": "false",
                                  "position_aware": "holds", "causal": "holds"})
        self.assertEqual(audit["properties"]["position_aware"]["witness"]["row_sums"], ["1/2", "2/3"])

    def test_each_answer_with_a_certificate(self):
        file = self.write("own words.json", '{"bias": "t5", "extra_token": "bos", "mask": "causal"}')
        (audit,) = json.loads(self.succeed("audit", file, "--out", "out", "--json").stdout)["audits"]
        certificates = audit["certificates"]
        self.assertEqual(list(certificates), [*PROPERTIES, "attentive_condition", "permutation_equivariant"])
        # The audit leaves open what the condition is beside an extra token; the claim says which reading it is about.
        self.assertEqual(audit["attentive_condition"]["status"], "not decided")
        self.assertIn("Of the input's tokens alone", (self.work / "out" / certificates["attentive_condition"]["file"]).read_text())
        # A refutation is an instance; what holds for every parameter is shown at some.
        words = {question: (entry["status"], entry["assurance"]) for question, entry in certificates.items() if "claim" in entry}
        self.assertEqual(words, {"right_stochastic": ("supported", "certified"),
                                 "identical_rows_stay_identical": ("holds", "certified"),
                                 "position_aware": ("supported", "certified"), "causal": ("supported", "certified"),
                                 "attentive_condition": ("supported", "certified"),
                                 "permutation_equivariant": ("holds", "certified")})
        for entry in certificates.values():
            if "claim" in entry:
                self.assertEqual([checker["outcome"] for checker in entry["checkers"]], ["Accepted", "Accepted"])
                self.assertTrue((self.work / "out" / entry["certificate"]).exists())
                self.assertIn("Ours: an answer of attest audit", (self.work / "out" / entry["file"]).read_text())
        self.assertEqual(certificates["causal"]["claim"], "audit.own-words.causal")
        # Nothing is decided again, and a stranger checks one of them as he checks a claim of ours.
        again = self.succeed("audit", file, "--out", "out")
        self.assertIn("audit.own-words.causal: already decided", again.stderr)
        self.assertIn("the answer as a claim (audit.own-words.causal): supported (certified at 16 instances)", again.stdout)
        self.succeed("recheck", "audit.own-words.causal", "--out", "out")
        open_question = self.succeed("audit", self.write("open.json", '{"bias": "t5", "rotation": "rope"}'), "--out", "open")
        self.assertIn("no certificate: the question is not decided: with fewer angles than tokens, none a full turn, never", open_question.stdout)

    def test_certificates_of_numbers(self):
        (audit,) = json.loads(self.succeed("audit", self.write("m.json", '{"A": [["1/3", "2/3"], [0, 1]]}'), "--out", "out",
                                           "--json").stdout)["audits"]
        self.assertEqual({(entry["status"], entry["checked_by"]) for entry in audit["certificates"].values()},
                         {("holds", "both checkers")})
        self.assertEqual(len(audit["certificates"]), 9)
        self.assertEqual(audit["certificates"]["toeplitz"]["claim"], "audit.m-A.toeplitz")
        many = json.dumps({"A": [[int(i == j) for j in range(65)] for i in range(65)]})
        (audit,) = json.loads(self.succeed("audit", self.write("many.json", many), "--out", "many", "--json").stdout)["audits"]
        self.assertTrue(audit["right_stochastic"])
        self.assertEqual(audit["certificates"]["right_stochastic"],
                         {"none": "4225 numbers, and a claim writes out at most 4096: nothing but this program has computed the answer"})

    def test_matrices_as_json(self):
        one, two = self.audits(self.write("two.json", '{"A": [[[1, 0], ["1/3", "2/3"]], [[0.5, 0.5], [0, 0.5]]]}'))
        self.assertTrue(one["right_stochastic"] and one["no_weight_on_later_tokens"])
        self.assertEqual(two["row_sums"], [1, "1/2"])

    def test_what_exact_computed(self):
        layer = {"weights": "softmax-2", "X": [[1], [0], [3]], "heads": [{"WQ": [[1]], "WK": [[1]]}, {"A": [[1, 0, 0]] * 3}]}
        done = self.succeed("exact", "attention", self.write("layer.json", json.dumps(layer)), "--json")
        one, two = self.audits(self.write("computed.json", done.stdout))
        self.assertTrue(one["right_stochastic"] and one["attentive"])
        self.assertFalse(two["attentive"])
        layer.update({"weights": "softmax-e"})
        done = self.succeed("exact", "attention", self.write("layer.json", json.dumps(layer)), "--json")
        one, two = self.audits(self.write("computed.json", done.stdout))
        self.assertIsNone(one["attentive"])
        self.assertIn("decimal", one["row_sums"][0])
        self.assert_one_clear_line(self.attest("audit", self.write("bad.json", '{"attention": [[[1, 2], [3]]]}')), 3, "equal, positive length")
        self.assert_one_clear_line(self.attest("audit", self.write("bad.json", '{"attention": [[[{"lo": 1, "hi": 0}]]]}')), 3, "lo <= hi")
        self.assert_one_clear_line(self.attest("audit", self.write("bad.json", '{"attention": []}')), 3, "at least one head")

    def test_arrays_of_numpy_and_safetensors(self):
        header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2, 2), }"
        header += " " * (117 - len(header)) + "\n"
        data = struct.pack("<4f", 0.5, 0.5, 0, 1)
        npy = self.write("a.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)
        (matrix,) = self.audits(npy)
        self.assertTrue(matrix["right_stochastic"])
        self.assertFalse(matrix["no_weight_on_later_tokens"])
        tensors = json.dumps({"layer.0.relative_attention_bias.weight":
                              {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]}}).encode()
        (bias,) = self.audits(self.write("t.safetensors", struct.pack("<Q", len(tensors)) + tensors + data))
        self.assertEqual([head["constant"] for head in bias["heads"]], [False, False])
        self.assertEqual(bias["kind"], "t5")

    def test_bad_input_is_one_clear_line(self):
        for name, text, fragments in (
                ("d.json", '{"bias": "t6"}', ["/bias", "expected one of none, t5"]),
                ("d.json", '{"biass": "t5"}', ["unknown key", "biass"]),
                ("d.json", '{"bias": 5}', ["/bias", "expected a string"]),
                ("d.json", '{"normalizer": "sigmoid", "sink": "learned"}', ["keys that agree", "denominator"]),
                ("d.json", "[]", ["expected an object"]), ("d.json", "", ["expected JSON"]),
                ("m.json", '{"A": [[1, 0]]}', ["/A", "as many columns as rows"]),
                ("m.json", '{"A": [[1, 0], [1]]}', ["/A/1", "expected a list of 2 numbers"]),
                ("m.json", '{"A": [[1]], "bias": "t5"}', ["unknown key"]),
                ("m.json", '{"A": []}', ["/A", "at least one row"]),
                ("a.npy", b"", [".npy"]), ("a.safetensors", b"\0" * 4, ["header's length"]),
                ("a.safetensors", struct.pack("<Q", 2) + b"{}", ["at least one tensor"]),
                ("a.txt", "{}", [".json, .npy, .npz or .safetensors"])):
            with self.subTest(name=name, text=text):
                file = self.write(name, text)
                self.assert_one_clear_line(self.attest("audit", file), 3, str(file), *fragments)
        self.assert_one_clear_line(self.attest("audit", self.folder / "missing.json"), 3, "missing.json")
        self.assert_one_clear_line(self.attest("audit"), 64, "attest: ")
        self.assertEqual(contents(self.work), {})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
