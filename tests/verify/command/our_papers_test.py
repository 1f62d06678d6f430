# SPDX-License-Identifier: Apache-2.0
"""Papers of ours as folders: decided by path, by the attack alone, and as somebody's copy. Arguments: ATTEST ATTEST_CHECK REPOSITORY [test ...]"""
import json
import shutil
import sys
import unittest

from command_test_case import ROOT, CommandTest, contents


class OurPapers(CommandTest):
    def paper_of_ours(self):
        """Data that have one of our papers with two of its claims; the paper's folder."""
        source = self.folder / "source"
        (source / "theory/papers/srpe/claims").mkdir(parents=True)
        for part in ("docs", "verify", "theory/definitions", "theory/graph", "theory/proofs", "theory/semantics"):
            (source / part).symlink_to(ROOT / part)
        (source / "theory/papers/srpe/definitions").symlink_to("../../definitions")
        for stem in ("srpe_embedding_index", "srpe_theorem_1_mean"):
            shutil.copy(ROOT / f"theory/papers/srpe/claims/{stem}.claim", source / "theory/papers/srpe/claims")
        self.environment["ATTEST_SOURCE"] = str(source)
        return source / "theory/papers/srpe"

    def test_a_paper_of_ours_is_a_folder_as_any_other(self):
        paper, ids = self.paper_of_ours(), ["srpe.theorem-1-mean", "srpe.embedding-index"]  # in the order of the list
        rows = self.succeed("check", paper, "--out", "folder").stdout
        self.assertTrue(all(f"\n{claim} " in rows for claim in ids), rows)
        self.succeed("check", *ids, "--out", "ids")
        self.succeed("check", *sorted((paper / "claims").glob("*.claim")), "--out", "files")
        claims = json.loads((self.work / "folder/results.json").read_text())["claims"]
        self.assertEqual([claim["id"] for claim in claims], ids)
        for claim in claims:  # each was decided by its construction, which has something to show
            self.assertNotIn("own", claim)
            self.assertTrue(claim["exhibits"])
        for way in ("ids", "files"):
            self.assertEqual(contents(self.work / way / "certificates"), contents(self.work / "folder/certificates"))
            self.assertEqual((self.work / way / "results.json").read_bytes(), (self.work / "folder/results.json").read_bytes())
        self.assertIn("already decided", self.succeed("check", paper, "--out", "ids").stderr)
        self.assertIn("The same verdict.", self.succeed("recheck", ids[1], "--out", "folder").stdout)
        self.assertIn("theory/papers/srpe/claims/srpe_embedding_index.claim", self.succeed("explain", ids[1], "--out", "folder").stdout)

    def test_the_attack_alone_decides_a_file_of_ours(self):
        claim = self.paper_of_ours() / "claims/srpe_embedding_index.claim"
        self.attest("check", claim, "--out", "file", "--attack-alone")
        self.attest("check", "srpe.embedding-index", "--out", "id", "--attack-alone")
        self.assertEqual((self.work / "file/results.json").read_bytes(), (self.work / "id/results.json").read_bytes())

    def test_a_copy_of_a_paper_of_ours_is_another_paper(self):
        """It may not have our ids; with ids of its own its statements have the hashes of ours, and the search alone decides them."""
        shutil.copytree(self.paper_of_ours() / "claims", self.work / "copy/claims")
        self.assert_one_clear_line(self.attest("check", "copy"), 3, "copy/claims/srpe_embedding_index.claim", "not taken", "srpe.embedding-index")
        for claim in (self.work / "copy/claims").iterdir():
            claim.write_text(claim.read_text().replace('"id": "srpe.', '"id": "copy.'))
        self.assertIn(self.attest("check", "copy", "--out", "copied").returncode, (0, 2))
        self.succeed("check", "srpe.embedding-index", "srpe.theorem-1-mean", "--out", "ours")
        ours, copied = (sorted(json.loads((self.work / out / "results.json").read_text())["claims"], key=lambda claim: claim["stem"])
                        for out in ("ours", "copied"))
        self.assertEqual([claim["id"].replace("srpe.", "copy.") for claim in ours], [claim["id"] for claim in copied])
        for our, their in zip(ours, copied):
            self.assertTrue(their["own"])
            self.assertEqual([statement["hash"] for statement in their["statements"]], [statement["hash"] for statement in our["statements"]])
            self.assertNotEqual(their["header_hash"], our["header_hash"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
