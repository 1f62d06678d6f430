# SPDX-License-Identifier: Apache-2.0
"""Theorems that a program binds to statements: their type is, for Coq, `Holds` of the statement's syntax tree.

A source that says `From attest Require ... statements_<claim's file>` gets that module: the trees of the claim's statements, printed
by theory/semantics/tree.py from the claim file as it is now. For each theorem of such a source, Coq is asked whether it has the type

    attest.meaning.Holds attest.statements_<claim's file>.<statement>

in a file of this script's own, which imports nothing. theory/semantics says what `Holds` means; no source may have the name of one
of its files, nor of a file of trees."""
import pathlib
import re
import sys

SEMANTICS = pathlib.Path(__file__).resolve().parent.parent / "semantics"
PAPERS = SEMANTICS.parent / "papers"
sys.path.insert(0, str(SEMANTICS))
import tree  # noqa: E402

TREES = "statements_"
CHECKS = "Set Guard Checking.\nSet Positivity Checking.\nSet Universe Checking.\n"  # whatever a source has left


def stem(claim):
    return re.sub("[.-]", "_", claim)


def claim_file(claims, stem):
    """A claim's file in a folder of claims, or in one of papers: a paper is what stands before the stem's first `_`, and has a folder `claims`."""
    in_paper = claims / stem.partition("_")[0] / "claims" / f"{stem}.claim"
    return in_paper if in_paper.is_file() else claims / f"{stem}.claim"


class Trees:
    """The module of a claim's trees, as check.py's Source is one: what it needs, and what is wrong with it before Coq has read it."""

    def __init__(self, module, claims, is_library=False):
        self.module, self.name, self.needs, self.bindings, self.faults, self.text, self.items = module, f"{module}.v", ["syntax"], [], [], "", []
        self.is_library = is_library
        path = claim_file(claims, module.removeprefix(TREES))
        try:
            self.items = tree.claim_items(path)
            self.text = tree.statements_file(path)
        except tree.DoesNotParse as error:
            self.faults = [str(error)]

    def statement_hash(self, statement):
        """The hash of the text that the tree was printed from; None where there is no such statement."""
        try:
            return tree.statement_hash(self.items, statement)
        except tree.DoesNotParse:
            return None


def phrase(name, statement, theorem):
    """What Coq accepts exactly if the theorem has the statement's meaning as its type. By @ nothing is inserted: neither implicit
    arguments nor instances that a source may have left."""
    return f"Definition {name} : @attest.meaning.Holds {statement} := @{theorem}.\n"


def ask(bindings, work, coq):
    """{(module, claim, statement, theorem): None, or why no program binds it}. Coq is asked once for all; where it refuses, once for
    each half of them."""
    bindings = list(dict.fromkeys(bindings))
    if not bindings:
        return {}
    modules = dict.fromkeys(name for module, claim, _, _ in bindings for name in (TREES + stem(claim), module))
    path = work / "bindings.v"
    path.write_text(CHECKS + "Require attest.meaning.\n" + "".join(f"Require attest.{name}.\n" for name in modules) + "".join(
        phrase(f"bound{number}", f"attest.{TREES}{stem(claim)}.{statement}", f"attest.{module}.{theorem}")
        for number, (module, claim, statement, theorem) in enumerate(bindings)), encoding="utf-8")
    result = coq("coqc", work, "-q", path.name)
    if result.returncode == 0:
        return dict.fromkeys(bindings)
    if len(bindings) == 1:
        _, claim, statement, _ = bindings[0]
        return {bindings[0]: f"Coq does not take its type for the meaning of {claim} {statement}: " + " ".join(result.stderr.split())[-300:]}
    middle = len(bindings) // 2
    return ask(bindings[:middle], work, coq) | ask(bindings[middle:], work, coq)
