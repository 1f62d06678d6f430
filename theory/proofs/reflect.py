#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes theorems of complete certificates: prints a Coq file in which the kernel runs the proved checker (theory/semantics) on them.

    reflect.py FILE... >bound_<name>.v                        FILE: certificates (.json, as `attest check` writes them) and their claims (.claim)
    reflect.py --machine FILE... >bound_machine_<name>.v      by Coq's virtual machine: for certificates that the kernel's own reduction is too slow for

A claim of ours need not be given. A theorem's name is the claim's file and the statement. A part that cites another statement of the
claim gets that one's theorem, from a certificate given here or from a file of --theorems that a program binds.

Nothing here is trusted: what is printed counts if Coq accepts it, and check.py binds its theorems as it binds all others.

Exit codes: 0 printed; 1 a certificate makes no theorem; 3 bad input; 64 usage.
"""
import argparse
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))
import check  # noqa: E402
from program_binding import PAPERS, TREES, claim_file, stem, tree  # noqa: E402

WIDTH = 176


class NoTheorem(Exception):
    """Why a certificate, as it is, is no proof for all."""


class BadInput(Exception):
    """One line that names the place and what was expected."""


# --- Terms of checker.v, without parentheses around the whole ----------------------------------------------------------------
def applied(constructor, *arguments):
    return " ".join([constructor, *map(argument, arguments)])


def argument(text):
    return f"({text})" if re.match(r"-|\w+ ", text) else text


def rational(text):
    if not re.fullmatch("-?[0-9]+(/[0-9]+)?", text):
        raise BadInput(f"a number was expected, found {text}")
    return applied("Frac" if "/" in text else "Int", *text.split("/"))


def datum(value):
    if isinstance(value, bool):
        return applied("DTruth", applied("Some", str(value).lower()))
    if isinstance(value, list):
        return applied("DList", tree.listed(map(datum, value)))
    if isinstance(value, dict):
        return applied("DRecord", tree.listed(tree.pair(tree.quoted(name), datum(entry)) for name, entry in value.items()))
    if value[:1].isalpha():
        return applied("DSymbol", tree.quoted(value))
    return applied("d_rational", rational(value)) if "/" in value else applied("d_integer", rational(value).removeprefix("Int "))


def cell(ends):
    if len(ends) != 2:
        raise NoTheorem("a cell with an order is not among what the proved checker knows")
    return tree.pair(*("None" if end in ("-inf", "inf") else applied("Some", rational(end)) for end in ends))


def square(term):
    """A term of rule squares: [weight, [number, ...], root]."""
    def variable(text):
        name, *places = re.findall(r"\w+", text)
        return tree.pair(tree.quoted(name), tree.listed(places))

    weight, numbers, root = term
    products = (tree.pair(rational(product[0]), tree.listed(map(variable, product[1:]))) for product in root)
    return f"({rational(weight)}, {tree.listed(numbers)}, {tree.listed(products)})"


def steps_term(step):
    rule, name = step["rule"], tree.quoted(step.get("var", ""))

    def branches():
        return ["true", tree.listed([steps_term(step["then"])])] if "then" in step else ["false", tree.listed(map(steps_term, step["cases"]))]

    if rule == "evaluate":
        return "Evaluate"
    if rule == "squares":
        return applied("Squares", tree.listed(tree.listed(map(square, terms)) for terms in step["signs"]))
    if rule == "witness":
        return applied("Witness", name, datum(step["value"]), steps_term(step["then"]))
    if rule == "exhaustive":
        return applied("Exhaustive", name, *branches())
    if rule == "box":
        return applied("Cells", name, tree.listed(map(cell, step["cells"])), *branches())
    if rule == "polynomial":
        return applied("Polynomials", name, steps_term(step["then"]))
    if rule == "split" and "parts" in step:
        return applied("EachPart", tree.listed(tree.pair(tree.quoted(part), steps_term(inner)) for part, inner in step["parts"].items()))
    raise NoTheorem({"instances": "it is about some elements only", "proof": "it has a theorem", "statement": "another statement is cited inside of a part",
                     "split": "it refutes"}.get(rule, f"there is no rule {rule}"))


# --- Proofs ---------------------------------------------------------------------------------------------------------------
def cites(step):
    return [step["name"]] if step["rule"] == "statement" else [
        name for inner in step.get("parts", {}).values() for name in cites(inner)]


class Theorems:
    """The theorems of statements: those that are printed here, and those of the files in the folders that a program binds."""

    def __init__(self, folders, tactic="by_steps"):
        self.folders, self.tactic, self.printed, self.used = folders, tactic, {}, set()

    def named(self, claim, statement):
        if (claim, statement) in self.printed:
            return self.printed[claim, statement]
        for path in (path for folder in self.folders for path in sorted(folder.glob("*.v"))):
            if f"(* attest: {claim} {statement} " in path.read_text(encoding="utf-8"):
                source = check.Source(path, ())
                for binding in source.bindings if source.is_bound_by_program() else []:
                    if (binding["claim"], binding["statement"]) == (claim, statement):
                        self.used.add(source.module)
                        return f"{source.module}.{binding['theorem']}"
        raise NoTheorem(f"it cites {statement}, which has no theorem that a program binds")


def wrapped(text, indent):
    """Lines no longer than WIDTH, broken at spaces outside of strings."""
    lines, line = [], ""
    for word in re.findall(r'(?:"[^"]*"|[^\s"])+', text):
        if line and len(indent) + len(line) + len(word) + 1 > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return f"\n{indent}".join([*lines, line])


def by_steps(step, indent, theorems):
    return wrapped(f"{theorems.tactic} {argument(steps_term(step))}.", indent)


def proof(claim, step, theorems):
    """The lines of a proof."""
    if step["rule"] == "statement":
        return [f"by_theorem {theorems.named(claim, step['name'])}."]
    if not cites(step):
        return [by_steps(step, "  ", theorems)]
    lines = ["into_parts."]
    for inner in step["parts"].values():
        lines += [f"- {line}" for line in (proof(claim, inner, theorems) if inner["rule"] == "statement" else [by_steps(inner, "    ", theorems)])]
    return lines


class Certificate:
    def __init__(self, path, claims):
        try:
            fields = json.loads(path.read_text(encoding="utf-8"))
            self.claim, self.statement, self.steps, self.goal, digest = (fields[key] for key in ("claim", "statement", "steps", "goal", "hash"))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadInput(f"{path}: a certificate was expected ({error})") from None
        self.path, self.stem = path, stem(self.claim)
        self.name = f"{self.stem}_{self.statement}"
        self.is_ours = self.claim not in claims
        own = claims.get(self.claim, claim_file(PAPERS, self.stem))
        self.hash = tree.statement_hash(tree.claim_items(own), self.statement)
        if self.hash != digest:
            raise BadInput(f"{path}: it is for another {self.statement} than {own} has")

    def theorem(self, theorems):
        if not self.goal:
            raise NoTheorem("it refutes: the theorem would be of a finding that says the contrary")
        lines = proof(self.claim, self.steps, theorems)
        return (f"(* attest: {self.claim} {self.statement} sha256:{self.hash} theorem:{self.name} *)\n"
                f"Theorem {self.name} : Holds {TREES}{self.stem}.{self.statement}.\nProof.\n" + "\n".join(lines) + "\nQed.\n")


LICENSE = "(* SPDX-License-Identifier: Apache-2.0 *)\n"
HEADING = """(* Written by reflect.py: certificates that are complete, on which Coq's kernel runs the proved checker (theory/semantics/reflection.v). *)
From Coq Require Import String List ZArith.
From attest Require Import syntax meaning rationals enclosures quantities interpreter checker reflection.
"""
MACHINE_HEADING = """(* Written by reflect.py --machine: certificates that are complete, on which Coq's virtual machine runs the proved checker
   (theory/semantics/machine.v). *)
From Coq Require Import String List ZArith.
From attest Require Import syntax meaning rationals enclosures quantities interpreter checker reflection machine.
"""
OPENING = """Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope string_scope.
"""


def written(certificates, theorems):
    """The file's text. What is cited stands before what cites it."""
    printed = []
    for certificate in sorted(certificates, key=lambda one: bool(cites(one.steps))):
        try:
            printed.append(certificate.theorem(theorems))
        except NoTheorem as reason:
            raise NoTheorem(f"{certificate.path}: {reason}") from None
        theorems.printed[certificate.claim, certificate.statement] = certificate.name
    needed = sorted({TREES + certificate.stem for certificate in certificates}) + sorted(theorems.used)
    requires = wrapped(f"From attest Require {' '.join(needed)}.", "  ") + "\n"
    ours = all(certificate.is_ours for certificate in certificates)
    return "\n".join([(LICENSE if ours else "") + (MACHINE_HEADING if theorems.tactic == "by_machine" else HEADING) + requires + OPENING, *printed])


def main():
    parser = argparse.ArgumentParser(description="Makes theorems of complete certificates.")
    parser.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE", help="certificates (.json) and their claims (.claim)")
    parser.add_argument("--theorems", action="append", type=pathlib.Path, default=[HERE], metavar="DIR",
                        help="a folder with theorems of statements that are cited (beside ours)")
    parser.add_argument("--machine", action="store_true", help="let Coq's virtual machine evaluate; the file's name has to begin with bound_machine_")
    parser.error = lambda message: (print(f"{parser.format_usage()}reflect.py: {message}", file=sys.stderr), sys.exit(64))
    arguments = parser.parse_args()
    sys.setrecursionlimit(100_000)
    try:
        claims = {dict(tree.header_of(path))["id"]: path for path in arguments.files if path.suffix == ".claim"}
        certificates = [Certificate(path, claims) for path in arguments.files if path.suffix != ".claim"]
        print(written(certificates, Theorems(arguments.theorems, "by_machine" if arguments.machine else "by_steps")), end="")
    except NoTheorem as reason:
        print(f"reflect.py: {reason}", file=sys.stderr)
        return 1
    except (BadInput, OSError, KeyError, tree.DoesNotParse, check.BadInput) as error:
        print(f"reflect.py: {error}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
