#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The papers' graph (theory/graph) names every claim about a paper once, in a node or apart, and no other; every numbered lemma, theorem, fact, remark and
definition that a claim is named after has a node; every edge has a citation; pages that the repaired layer cites are there."""
import json
import re
import sys
import unittest
from pathlib import Path
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import on_record  # noqa: E402

ROOT = Path(sys.argv.pop(1)).resolve()
FILES = {path.stem: json.loads(path.read_text()) for path in sorted((ROOT / "theory/graph").glob("*.json"))}
NODES = [node for file in FILES.values() for node in file["nodes"]]
NUMBERED = re.compile(r"(lemma|theorem|proposition|definition|fact|remark|eq)-")


def claims():
    """The ids registered in constructions/CMakeLists.txt, but those of published variants, which are in no paper of ours."""
    ids = re.findall(r"^\s*attest_claim\(([a-z0-9.-]+)\)", (ROOT / "constructions/CMakeLists.txt").read_text(), re.MULTILINE)
    return {claim for claim in ids if not claim.startswith("variants.")}


def evidence(node):
    return [*node["claims"], *node.get("repaired", {}).get("claims", [])]


class Graph(unittest.TestCase):
    def test_every_claim_is_in_a_node_or_apart(self):
        apart = {claim for file in FILES.values() for claim in file["apart"]}
        inside = {name.split(":")[0] for node in NODES for name in node["claims"]}
        self.assertGreater(len(claims()), 100)
        self.assertEqual((inside | apart) ^ claims(), set())
        self.assertEqual(inside & apart, set())

    def test_what_is_numbered_has_a_node(self):
        inside = {name.split(":")[0] for node in NODES for name in node["claims"]}
        self.assertEqual({claim for claim in claims() if NUMBERED.search(claim)} - inside, set())

    def test_a_node_named_after_a_claim_is_decided_by_it(self):
        self.assertEqual([node["id"] for node in NODES
                          if node["id"] in claims() and not any(name.split(":")[0] == node["id"] for name in node["claims"])], [])

    def test_named_statements_exist(self):
        for node in NODES:
            for name in evidence(node):
                claim, _, statement = name.partition(":")
                text = on_record.claim_file(re.sub("[.-]", "_", claim)).read_text()
                self.assertRegex(text, rf"(?m)^statement {statement or 'printed'} =", node["id"])

    def test_every_edge_says_where(self):
        ids = {node["id"] for node in NODES}
        for node in NODES:
            for use in [*node["uses"], *node.get("repaired", {}).get("uses", [])]:
                self.assertIn(use["node"], ids, node["id"])
                self.assertRegex(use["cites"], r"\w", node["id"])
            for use in node["uses"]:
                self.assertRegex(use["cites"], r"(?i)appendix [A-Z]|section|abstract|Lemma|Theorem|Definition|Analysis|SRPE|Adaptive", node["id"])

    def test_the_repaired_layer_cites_pages_that_are_there(self):
        for node in NODES:
            if "repaired" in node:
                for words in [node["repaired"]["how"], *(use["cites"] for use in node["repaired"]["uses"])]:
                    self.assertTrue((ROOT / re.split(r"[:,]", words)[0]).is_file(), f"{node['id']}: {words}")


if __name__ == "__main__":
    unittest.main()
