#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One table of papers (verify/results/papers.cpp): CITATION.cff, README.md, the report and `attest explain` say the same of them.

Arguments: ATTEST SOURCE [test ...]
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ATTEST, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
CITATION = (SOURCE / "CITATION.cff").read_text()
CLAIMS = {"urpe": "urpe.lemma-7", "srpe": "srpe.process", "positional": "positional.odd-even-sort"}


def attest(*arguments, cwd=None):
    environment = dict(os.environ, PATH="/usr/local/bin:/usr/bin:/bin", ATTEST_SOURCE=str(SOURCE))
    done = subprocess.run([ATTEST, *arguments], capture_output=True, text=True, timeout=120, env=environment, cwd=cwd)
    if done.returncode != 0:
        raise AssertionError(f"{arguments}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


PAPERS = json.loads(attest("describe", "papers"))


class Citation(unittest.TestCase):
    def reference(self, paper):
        """The paper's entry of CITATION.cff."""
        entries = CITATION.partition("\nreferences:\n")[2].split("  - type: ")[1:]
        (found,) = [entry for entry in entries if paper["title"] in entry]
        self.assertEqual(len(entries), len(PAPERS))
        return found

    def test_the_version_is_cmakes(self):
        version = re.search(r"project\(attest VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text()).group(1)
        self.assertEqual(re.findall(r"^version: (.*)$", CITATION, re.MULTILINE), [version])
        self.assertIn("cff-version: 1.2.0\n", CITATION)
        self.assertIn("license: Apache-2.0\n", CITATION)

    def test_the_format(self):
        if not shutil.which("cffconvert"):
            self.skipTest("cffconvert (PyPI) is not installed")
        done = subprocess.run(["cffconvert", "--validate", "-i", SOURCE / "CITATION.cff"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_references_are_the_papers(self):
        self.assertEqual([paper["id"] for paper in PAPERS], list(CLAIMS))
        for paper in PAPERS:
            entry = self.reference(paper)
            names = [f"{given} {family}" for given, family in
                     re.findall(r"\{given-names: (.*), family-names: (.*)\}", entry)]
            self.assertEqual(", ".join(names), paper["authors"])
            self.assertIn(f"name: {paper['venue']}\n", entry)
            self.assertIn(f"year: {paper['venue'].split()[-1]}\n", entry)
            self.assertEqual(re.findall(r"arXiv:([\d.]+)", entry), [paper["arxiv"]] if paper["arxiv"] else [])
            self.assertEqual(re.findall(r"^    doi: (.*)$", entry, re.MULTILINE), [paper["doi"]] if paper["doi"] else [])

    def test_readme_has_the_papers(self):
        readme = (SOURCE / "README.md").read_text()
        for paper in PAPERS:
            (row,) = [line for line in readme.splitlines() if line.startswith(f"| `{paper['id']}.*` ")]
            for word in (paper["title"], paper["venue"], *filter(None, (paper["arxiv"], paper["doi"]))):
                self.assertIn(word, row)

    def test_explain_and_the_reports_name_the_paper(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="attest-citation-"))
        self.addCleanup(shutil.rmtree, folder)
        attest("check", *CLAIMS.values(), "--without-proofs", cwd=folder)
        for paper in PAPERS:
            where = f"arXiv:{paper['arxiv']}" if paper["arxiv"] else f"doi:{paper['doi']}"
            said = " ".join(attest("explain", CLAIMS[paper["id"]], cwd=folder).split())
            self.assertIn(f"{paper['title']}. {paper['venue']}. {where}", said)
            stem = re.sub("[.-]", "_", CLAIMS[paper["id"]])
            for report in ("report.html", "report.md", "report.tex", f"claims/{stem}.html", f"claims/{stem}.md"):
                text = (folder / "attest-out" / report).read_text().replace("\\allowbreak{}", "")  # where a line may end
                self.assertEqual(text.count(where), 1, (paper["id"], report))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
