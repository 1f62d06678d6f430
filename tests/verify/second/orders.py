# SPDX-License-Identifier: Apache-2.0
"""Cells with an order, held to points: comparisons of expressions that are equal at 0, true and false ones, of one or two variables, on cells with drawn
ends and orders. What a checker accepts for the whole cell must not be refuted at a point of it, and the checkers agree.

usage: orders.py ATTEST_CHECK [HOW_MANY]"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "verify/second"))
import checking  # noqa: E402

# All are 1 at 0; most have the slope 1 there.
EXPRESSIONS = """1 + x; exp(x); 1 / (1 - x); sqrt(1 + 2 * x); 1 + log(1 + x); 1 + x + x^2 / 2; 1 + x + x^2; exp(x) * exp(-2 * x) + 2 * x; (1 + x / 3)^3;
(1 - x / 2)^(-2); 2 - exp(-x); 1 + x * exp(x); exp(sqrt(1 + 2 * x) - 1); 1 + 2 * (1 - 2 / (exp(x) + 1)); sqrt(exp(2 * x)); exp(log(1 + x)); 1 / exp(-x); 1;
1 + x / 2; max(1, 1 + x); 1 + abs(x); exp(x^2) + x; 1 + x^3; log(exp(1 + x)); (exp(x) + exp(-x)) / 2 + x""".replace("\n", " ").split("; ")
TINY = ("", " + x^2 / 10^6", " - x^2 / 10^6", " + x^3 / 10^9", " - x / 10^9", " + 1 / 10^12")


def in_y(expression):
    return re.sub(r"\bx\b", "y", expression)


def drawn(source):
    """A statement, and its variables' cells with their orders."""
    low = source.choice([Fraction(0), Fraction(0), Fraction(-1, 2), Fraction(-1, 16), Fraction(1, 8), Fraction(1, 100)])
    width = source.choice([Fraction(1, 2), Fraction(1, 16), Fraction(1, 3), Fraction(1, 1000)])
    if low < 0 and source.random() < 0.7:
        width = -low
    left, right = source.sample(EXPRESSIONS, 2)
    domain = f"reals from {low} to {low + width}"
    relation = source.choice(["<=", "<=", ">=", "<", "=", "!="])
    cells = [(name, [low, low + width, source.choice([1, 2, 2, 3, 3, 4, 5]) * source.choice([1, 1, -1])]) for name in "xy"]
    if source.random() < 0.6:
        return f"forall x in {domain}: {left}{source.choice(TINY)} {relation} {right}", cells[:1]
    left, right = (f"({side}) * ({in_y(source.choice(EXPRESSIONS))})" for side in (left, right))
    return f"forall x in {domain}: forall y in {domain}: {left}{source.choice(TINY)} {relation} {right}", cells


def outcome(program, claim, certificate):
    result = subprocess.run([program, claim, certificate], capture_output=True, text=True, check=False)
    return (result.stdout + result.stderr).split(":")[0].split("\n")[0]


def main(program, how_many):
    source = random.Random(7)
    count = {"Accepted": 0, "Rejected": 0, "Undecided": 0}
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        path, claim = pathlib.Path(folder, "c.json"), pathlib.Path(folder, "t.claim")
        statements = [drawn(source) for _ in range(how_many)]
        claim.write_text('claim { "id": "t" }\n' + "".join(f"statement s{i} = {text};\n" for i, (text, _) in enumerate(statements)))
        loaded = checking.load(str(claim))

        def first(name, goal, steps):
            certificate = {"format": "attest.certificate/2", "claim": "t", "header": loaded.header_hash(), "statement": name, "hash": loaded.hash(name),
                           "goal": goal, "precision": "128", "steps": steps}
            path.write_text(json.dumps(certificate))
            return outcome(program, str(claim), str(path))

        for i, (text, cells) in enumerate(statements):
            steps = {"rule": "evaluate"}
            for name, cell in reversed(cells):
                steps = {"rule": "box", "var": name, "cells": [[str(entry) for entry in cell]], "then": steps}
            mine = first(f"s{i}", True, steps)
            other = checking.check(loaded, path.read_bytes())["outcome"]
            count[mine] += 1
            if mine != other:
                faults.append(f"{text} with {steps}: {mine}, the second checker {other}")
            if "Accepted" not in (mine, other):
                continue
            for share in [Fraction(0), Fraction(1), Fraction(1, 10**6), *(Fraction(source.randrange(1001), 1000) for _ in range(3))]:
                point = {"rule": "evaluate"}
                for name, (low, high, _) in reversed(cells):
                    at = low + (share if name == "x" else source.choice([share, Fraction(0), Fraction(1, 10**6)])) * (high - low)
                    point = {"rule": "witness", "var": name, "value": str(at), "then": point}
                if first(f"s{i}", False, point) == "Accepted":
                    faults.append(f"{text} with {steps}: {mine} and {other}, but it is false at {point}")
    print(f"{how_many} cells: {count}")
    if count["Accepted"] < how_many // 20 or count["Undecided"] < how_many // 20:
        faults.append("too few are accepted, or too few are open")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(checking.with_deep_stack(lambda: main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 150)))
