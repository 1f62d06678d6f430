#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Configures a small tree with cmake/attest_claims.cmake: registration passes with all pieces, and stops when one is missing."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
PIECES = {
    "theory/papers/paper/claims/paper_a_claim.claim": '"id": "paper.a-claim"\n',
    "constructions/paper/paper_a_claim.cpp": "Findings paper_a_claim(const Effort&) {\n",
    "tests/claims/paper_a_claim_test.cpp": "",
    "docs/claims/paper_a_claim.md": "## What is not checked\n",
}


class Registration(unittest.TestCase):
    def setUp(self):
        self.tree = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.tree)
        for name, text in PIECES.items():
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            (self.tree / name).write_text(text)
        (self.tree / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(t NONE)\n"
            f"include({ROOT}/cmake/attest_claims.cmake)\n"
            "attest_claim(paper.a-claim)\nattest_write_registry(${CMAKE_BINARY_DIR}/registry.cpp)\n")

    def configure(self):
        command = ["cmake", "-G", "Ninja", "-S", self.tree, "-B", self.tree / "build"]
        return subprocess.run(command, capture_output=True, text=True)

    def test_complete(self):
        run = self.configure()
        self.assertEqual(run.returncode, 0, run.stderr)
        registry = (self.tree / "build/registry.cpp").read_text()
        self.assertIn("Findings paper_a_claim(const Effort& effort);", registry)
        self.assertIn('{"paper.a-claim", "paper_a_claim", paper_a_claim}', registry)

    def test_each_piece_is_needed(self):
        for name in PIECES:
            with self.subTest(name):
                (self.tree / name).rename(self.tree / "aside")
                run = self.configure()
                (self.tree / "aside").rename(self.tree / name)
                self.assertNotEqual(run.returncode, 0)
                self.assertIn(name, run.stderr.replace("\n  ", " "))

    def test_a_row_is_a_test(self):
        (self.tree / "tests/claims/paper_a_claim_test.cpp").unlink()
        for row, tested in [('TEST_CASE("paper.a-claim", true)\n', True), ('TEST_CASE("paper.a-claim-2", true)\n', False),
                            ('// TEST_CASE("paper.a-claim", true)\n', False), ("", False)]:
            with self.subTest(row):
                (self.tree / "tests/claims/paper_test.cpp").write_text(row)
                self.assertEqual(self.configure().returncode == 0, tested)

    def test_what_the_pieces_say_is_looked_at(self):
        for name, text, complaint in [("theory/papers/paper/claims/paper_a_claim.claim", '"id": "paper.other"', "does not state"),
                                      ("constructions/paper/paper_a_claim.cpp", "Findings paper_claim(const Effort&) {\n", "does not define"),
                                      ("constructions/paper/paper_a_claim.cpp", "void paper_a_claim(const Effort&) {\n", "does not define"),
                                      ("docs/claims/paper_a_claim.md", "# A page\n", "has no section")]:
            with self.subTest(name):
                (self.tree / name).write_text(text)
                run = self.configure()
                (self.tree / name).write_text(PIECES[name])
                self.assertNotEqual(run.returncode, 0)
                self.assertIn(complaint, run.stderr)


if __name__ == "__main__":
    unittest.main()
