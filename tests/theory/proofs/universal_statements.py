#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/universal_statements.md: of the statements that say "for all" and that the run neither refutes nor calls a gap, which have a
theorem in theory/proofs, bound by whom, on what evidence the others rest, and what a proof of them would need (theory/proofs/obstacles.tsv); and the gaps by themselves.

    universal_statements.py attest-out/results.json   from a run's results (theorems count by their binding, whether Coq ran or not)
    universal_statements.py --check                   fails if the page names a statement that is not there, or another set of theorems, or says of one
                                                      that has neither a theorem nor complete evidence no obstacle"""
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests"))
import on_record  # noqa: E402
PAGE = ROOT / "docs" / "universal_statements.md"
OBSTACLES = ROOT / "theory" / "proofs" / "obstacles.tsv"
PAPERS = {"urpe": "URPE", "srpe": "SRPE", "positional": "Positional Attention", "variants": "Variants of attention"}


def bindings():
    """(claim, statement) -> "program" or "reader"."""
    found = {}
    for file in sorted((ROOT / "theory" / "proofs").glob("*.v")):
        for claim, statement in re.findall(r"\(\* attest: (\S+) (\S+) sha256:", file.read_text()):
            by = "program" if file.name.startswith("bound_") else "reader"
            if found.get((claim, statement)) != "program":
                found[(claim, statement)] = by
    return found


def obstacles():
    """{(claim, statement): what a proof for all would need}."""
    rows = [line.split("\t") for line in OBSTACLES.read_text().splitlines() if line and not line.startswith("#")]
    wrong = [row for row in rows if len(row) != 3]
    if wrong or len({tuple(row[:2]) for row in rows}) != len(rows):
        sys.exit(f"{OBSTACLES.name}: claim, statement and obstacle were expected, each pair once: {wrong}")
    return {(claim, statement): obstacle for claim, statement, obstacle in rows}


def grouped(claim, names, known):
    """The obstacles of a claim's statements, each once, behind the names that have it."""
    texts = {}
    for name in names:
        texts.setdefault(known.get((claim, name), "not said"), []).append(f"`{name}`")
    return "; ".join(f"{', '.join(having)}: {text}" for text, having in texts.items())


def is_universal(formal):
    """Whether the statement, or one of its parts, begins with "for all"."""
    body = re.sub(r"#.*", "", formal).split("=", 1)[1]
    parts = re.match(r"\s*parts\b", body) is not None
    return re.match(r"\s*forall\b", body) is not None or (parts and re.search(r"[{;]\s*\w+:\s*forall\b", body) is not None)


def named(statements):
    """The names of those that have a theorem, and by whom it is bound."""
    return [f"`{statement['name']}`" + (" (program)" if by == "program" else "") for statement, by in statements if by]


def gap_lines(gaps):
    """The section of gaps; no obstacle is asked for there."""
    statements = [pair for pairs in gaps.values() for pair in pairs]
    lines = ["## Gaps", "",
             "Statements for all whose verdict is `gap`: a step that the paper prints for it is refuted, the statement itself is not. They are in none of the numbers above.", "",
             f"With a theorem: {sum(bool(by) for _, by in statements)}. Without: {sum(not by for _, by in statements)}.", "",
             "| claim | with a theorem | without: the evidence |", "| --- | --- | --- |"]
    for claim, pairs in gaps.items():
        without = [f"`{statement['name']}`: {statement['extent'] or 'none'}" for statement, by in pairs if not by]
        lines.append(f"| {claim} | {', '.join(named(pairs))} | {'; '.join(without)} |")
    return lines


def page(results):
    theorems, known, lines, proved, complete, rest = bindings(), obstacles(), [], 0, 0, 0
    by_paper, gaps = {}, {}
    for claim in results["claims"]:
        for statement in claim["statements"]:
            by = theorems.get((claim["id"], statement["name"]))
            if statement["status"] == "false" or (statement["status"] == "open" and not by) or not is_universal(statement["formal"]):
                continue
            if statement["status"] == "gap":
                gaps.setdefault(claim["id"], []).append((statement, by))
                continue
            by_paper.setdefault(claim["id"].split(".")[0], {}).setdefault(claim["id"], []).append((statement, by))
    for paper, claims in by_paper.items():
        lines += [f"## {PAPERS.get(paper, paper)}", "", "| claim | with a theorem | without: the evidence | what a proof would need |", "| --- | --- | --- | --- |"]
        for claim, statements in claims.items():
            with_theorem = named(statements)
            without = [f"`{statement['name']}`: {statement['extent'] or 'complete'}" for statement, by in statements if not by]
            proved += len(with_theorem)
            complete += sum(not by and not statement["extent"] for statement, by in statements)
            rest += sum(not by and bool(statement["extent"]) for statement, by in statements)
            open_ones = [statement["name"] for statement, by in statements if not by and (statement["extent"] or (claim, statement["name"]) in known)]
            lines.append(f"| {claim} | {', '.join(with_theorem)} | {'; '.join(without)} | {grouped(claim, open_ones, known)} |")
        lines.append("")
    head = ["# Statements for all: which have a theorem", "",
            "Written by `python3 tests/theory/proofs/universal_statements.py attest-out/results.json` from the results of `attest check`; do not edit.", "",
            "Statements that begin with \"for all\", whole or in one of their parts, of a claim or of a finding beside it, and that the run neither refutes nor calls a gap "
            "(gaps are at the end). With a theorem: a theorem in "
            "`theory/proofs/` is bound to the statement, where it says (program) by a program and else by a reader: its type "
            "is, for Coq, the statement's meaning (`theory/semantics/`). Without: what the certificates cover; where that is all of the "
            "statement's domain, *complete*, and what a proof for all would need, or what keeps Coq's kernel from a complete certificate.", "",
            f"With a theorem: {proved}. Complete without one: {complete}. Neither: {rest}.", ""]
    return "\n".join(head + lines + gap_lines(gaps)).rstrip() + "\n"


def check():
    """What is wrong with the page, line by line."""
    theorems, known, wrong = bindings(), obstacles(), []
    wrong += [f"{claim} {name}: a theorem is bound to it, and obstacles.tsv says what is missing" for claim, name in known if (claim, name) in theorems]
    for line in PAGE.read_text().splitlines():
        row = re.match(r"\| (\w+\.\S+) \| (.*?) \| (.*?) \|(?: (.*) \|)?$", line)
        if not row:
            continue
        claim, with_theorem, without, obstacle = row.groups()
        wrong += [f"{claim} {name}: no obstacle in obstacles.tsv" for name, extent in re.findall(r"`(\w+)`: ([^;]*)", without)
                  if obstacle is not None and extent.strip() != "complete" and (claim, name) not in known]
        text = on_record.claim_file(claim.replace(".", "_").replace("-", "_")).read_text()
        for cell, is_proved in ((with_theorem, True), (without, False)):
            for name in re.findall(r"`(\w+)`", cell):
                if not re.search(rf"^statement {name} =", text, re.M):
                    wrong.append(f"{claim} has no statement {name}")
                elif ((claim, name) in theorems) != is_proved:
                    wrong.append(f"{claim} {name}: {'no theorem is' if is_proved else 'a theorem is'} bound to it")
    return wrong


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        problems = check()
        print("\n".join(problems) + ("\nrun universal_statements.py again" if problems else ""))
        sys.exit(1 if problems else 0)
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    PAGE.write_text(page(json.loads(Path(sys.argv[1]).read_text())))
