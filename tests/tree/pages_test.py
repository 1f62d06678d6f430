#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A claim's page says what the evidence is and how to check it; what it is called, a run says. So no page and no claim's header has an assurance in it.
And links between pages lead to files and headings that are there."""
import json
import re
import sys
import unittest
from pathlib import Path
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import on_record  # noqa: E402

ROOT = Path(sys.argv.pop(1)).resolve()
SECTIONS = ["What it says", "What is checked", "What is not checked", "How to reproduce"]
ASSURANCE = re.compile(r"\b(?:proved|certified|certify|certifies|exhaustive|exhaustively|exhausted|sampled)\b", re.IGNORECASE)
CLAIM_NAME = re.compile(r"(?<![\w/.])(?:urpe|srpe|positional|variants)\.(?!(?:v|stm|json|cpp|hpp|claim|md|py)\b)[a-z0-9][a-z0-9-]*")
CLAIMS = on_record.claim_files()
PAGES = sorted((ROOT / "docs/claims").glob("*.md"))


def header(path):
    """The fields of a claim's header: what stands between `claim {` and the first line that is a brace alone."""
    text = path.read_text()
    start, end = text.index("claim {") + len("claim "), text.index("\n}\n")
    return json.loads(text[start:end] + "\n}")


def sections(text):
    """Heading -> the text below it, up to the next heading of its level, in the page's order."""
    parts = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def problems(text, claim):
    """What is wrong with the page of the claim of this id."""
    lines, found = text.splitlines(), sections(text)
    if not lines[0].startswith("# ") or lines[1:3] != ["", f"`{claim}`"]:
        yield "does not begin with a title and, under it, its id"
    if [name for name in found if name in SECTIONS] != SECTIONS or not all(found[name].strip() for name in SECTIONS):
        yield f"does not have the sections {SECTIONS}, each with a text, in this order"
    commands = [f"    attest {what} {claim} --out attest-out" for what in ("check", "recheck")]
    if found.get("How to reproduce", "").splitlines()[:3] != ["", *commands]:
        yield "does not say how to check and to recheck its own claim"
    yield from (f"line {k}: {word}" for k, line in enumerate(lines, 1) for word in ASSURANCE.findall(line))


def anchors(text):
    """What a link into the page can name behind `#`, as GitHub makes it: its headings in small letters, blanks as hyphens, other signs left out."""
    headings = re.findall(r"^#+ (.+?) *$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"\[(.*?)\]\(.*?\)", r"\1", heading).lower()).replace(" ", "-") for heading in headings}


def dead_links(path, text):
    """The links of a page, to files of the tree and to headings, that lead nowhere."""
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        file, _, anchor = target.partition("#")
        other = path.parent / file
        if re.match(r"[a-z]+:", target):
            continue
        if not other.exists() or (anchor and (not file or other.suffix == ".md") and anchor not in anchors(other.read_text() if file else text)):
            yield target


class Pages(unittest.TestCase):
    def test_each_claim_has_a_page_and_each_page_a_claim(self):
        self.assertGreater(len(PAGES), 70)
        self.assertEqual([path.stem for path in PAGES], [path.stem for path in CLAIMS])

    def test_pages_have_their_parts_and_claim_no_assurance(self):
        found = {}
        for path in CLAIMS:
            page = ROOT / "docs/claims" / f"{path.stem}.md"
            found[page.name] = list(problems(page.read_text(), header(path)["id"]))
        self.assertEqual({name: wrong for name, wrong in found.items() if wrong}, {})

    def test_headers_claim_no_assurance(self):
        found = {path.name: ASSURANCE.findall(" ".join(header(path).values())) for path in CLAIMS}
        self.assertEqual({name: words for name, words in found.items() if words}, {})

    def test_claims_that_are_named_exist(self):
        ids = {header(path)["id"] for path in CLAIMS}
        files = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "theory").rglob("*.md"), *(ROOT / "theory").rglob("*.stm"), *CLAIMS,
                 ROOT / "README.md", ROOT / "CHANGELOG.md"]
        unknown = {str(path.relative_to(ROOT)): sorted(set(CLAIM_NAME.findall(path.read_text())) - ids) for path in files}
        self.assertEqual({name: names for name, names in unknown.items() if names}, {})
        self.assertEqual(CLAIM_NAME.findall("`positional.half-paths` of variants.stm, theory/proofs/srpe.v and urpe.json"),
                         ["positional.half-paths"])

    def test_links_lead_somewhere(self):
        files = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "theory").rglob("*.md"), *ROOT.glob("*.md")]
        found = {str(path.relative_to(ROOT)): list(dead_links(path, path.read_text())) for path in files}
        self.assertEqual({name: links for name, links in found.items() if links}, {})
        text = "# A (b), *c-d*\n[one](#a-b-c-d) [two](#a-b) [three](README.md) [four](nothing.md) [five](https://example.org/x#y)"
        self.assertEqual(list(dead_links(ROOT / "page.md", text)), ["#a-b", "nothing.md"])

    def test_each_fault_of_a_page_is_found(self):
        commands = "    attest check a.b --out attest-out\n    attest recheck a.b --out attest-out\n"
        page = "# A title\n\n`a.b`\n\n" + "".join(f"## {name}\nA text.\n\n" for name in SECTIONS[:3])
        page += f"## {SECTIONS[3]}\n\n{commands}"
        self.assertEqual(list(problems(page, "a.b")), [])
        for old, new in [("`a.b`", "`a.c`"), ("## What is checked\nA text.\n\n", ""), ("is checked\nA text.", "is checked\n"),
                         ("check a.b", "check a.c"), ("    attest recheck a.b --out attest-out\n", ""),
                         ("    attest recheck", "    attest explain"), ("A text.", "Certified."), ("A text.", "**PROVED**"),
                         ("A text.", "exhaustively")]:
            with self.subTest(old=old, new=new):
                self.assertEqual(len(list(problems(page.replace(old, new, 1), "a.b"))), 1)
        self.assertEqual(list(problems(page.replace("A text.", "It certifiedly unproved."), "a.b")), [])


if __name__ == "__main__":
    unittest.main()
