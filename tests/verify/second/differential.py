#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Differential test of the two checkers' interpreters: on the expressions of language_test.py and on random ones.

usage: differential.py ATTEST_CHECK        (environment: ATTEST_DIFFERENTIAL = how many expressions, ATTEST_SEED)

Exact values must be equal and enclosures must overlap; undefined, unknown and malformed must agree. Where one
interpreter has a value and the other one's enclosures are just too wide, both are asked again with 1024 bits, and
then must agree."""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import language_test
from expressions import DEFINITIONS, KINDS, Generator
from harness import HEADER, TRIVIAL, checking, claim_file
from enclosure import working
from values import to_json

BATCH = 40
OUTCOMES = {1: "Rejected", 2: "Undecided", 3: "Malformed"}
BUDGET = 3_000_000


class Outcome(str):
    """What an interpreter said in place of a value; a string, but not a symbol."""


def second(claim, expression, bits):
    working.bits = bits
    claim.budget.left = BUDGET
    return checking.guarded(lambda: to_json(claim.evaluate(expression)), lambda failure: Outcome(failure.outcome))


def trusted(program, claim_path, expression, bits):
    command = [program, "--precision", str(bits), "--eval", claim_path, expression]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode == 0:
        return json.loads(done.stdout)
    return Outcome(OUTCOMES.get(done.returncode, f"exit code {done.returncode}: {done.stdout}{done.stderr}"))


def trusted_batch(program, claim_path, expressions, bits):
    """The values of all of them, in few processes: a list that has no value is halved."""
    if len(expressions) == 1:
        return [trusted(program, claim_path, expressions[0], bits)]
    values = trusted(program, claim_path, "[" + ", ".join(expressions) + "]", bits)
    if not isinstance(values, Outcome):
        return values
    half = len(expressions) // 2
    return [
        value
        for part in (expressions[:half], expressions[half:])
        for value in trusted_batch(program, claim_path, part, bits)
    ]


def agree(a, b):
    """Whether two values in JSON form may be values of the same expression."""
    if type(a) is not type(b):
        return is_number(a) and is_number(b) and overlap(a, b)
    if isinstance(a, list):
        return len(a) == len(b) and all(agree(x, y) for x, y in zip(a, b))
    if isinstance(a, dict) and not (is_number(a) and is_number(b)):
        return a.keys() == b.keys() and all(agree(a[key], b[key]) for key in a)
    return overlap(a, b) if isinstance(a, dict) else a == b


def is_number(value):
    if isinstance(value, dict):
        return value.keys() == {"lo", "hi"}
    return isinstance(value, str) and value[:1] in tuple("-0123456789")


def overlap(a, b):
    ends = [[v["lo"], v["hi"]] if isinstance(v, dict) else [v, v] for v in (a, b)]
    (a_lo, a_hi), (b_lo, b_hi) = ((Fraction(lo), Fraction(hi)) for lo, hi in ends)
    return a_lo <= b_hi and b_lo <= a_hi


def undecided(value):
    return value == "unknown" or isinstance(value, Outcome) and value == "Undecided"


def differ(program, claim, path, expression, mine, theirs):
    """None, or how the two answers contradict each other."""
    for bits in (1024, None):
        if agree(mine, theirs):
            return None
        if bits is None or not (undecided(mine) or undecided(theirs)):
            break
        mine, theirs = second(claim, expression, bits), trusted(program, path, expression, bits)
    return f"{expression}\n  second checker: {json.dumps(mine)}\n  attest-check:   {json.dumps(theirs)}"


def run_table(program, definitions, table):
    """The complaints about the expressions whose value language_test.py states."""
    complaints = []
    with claim_file(HEADER + definitions + TRIVIAL) as path:
        claim = checking.load(path)
        for expression in table:
            mine, theirs = second(claim, expression, 64), trusted(program, path, expression, 64)
            complaint = differ(program, claim, path, expression, mine, theirs)
            if complaint:
                complaints.append(complaint)
    return complaints


def run(program, count, seed):
    source = random.Random(seed)
    generator = Generator(source)
    expressions = [generator.expression(source.choice(KINDS), source.choice((2, 3, 4, 5))) for _ in range(count)]
    expressions = [expression for expression in expressions if len(expression) < 2000]
    complaints, kinds = run_table(program, "", language_test.VALUES), Counter()
    complaints += run_table(program, language_test.DEFINITIONS, language_test.WITH_DEFINITIONS)
    with claim_file(HEADER + DEFINITIONS + TRIVIAL) as path:
        claim = checking.load(path)
        bits = source.choice((64, 128, 200))
        mine = [second(claim, expression, bits) for expression in expressions]
        # Only what has a value can share a list with others.
        valued = [i for i, value in enumerate(mine) if not isinstance(value, Outcome) and value != "unknown"]
        groups = [valued[i : i + BATCH] for i in range(0, len(valued), BATCH)]
        groups += [[i] for i in sorted(set(range(len(mine))) - set(valued))]
        for group in groups:
            theirs = trusted_batch(program, path, [expressions[i] for i in group], bits)
            for i, value in zip(group, theirs):
                kinds[mine[i] if isinstance(mine[i], Outcome) or mine[i] == "unknown" else "value"] += 1
                complaint = differ(program, claim, path, expressions[i], mine[i], value)
                if complaint:
                    complaints.append(complaint)
    found = ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items()))
    print(f"{len(expressions)} random expressions, seed {seed}, {bits} bits: {found}")
    for complaint in complaints:
        print(f"the checkers differ: {complaint}")
    enough = kinds["value"] * 3 > len(expressions)
    if not enough:
        print("too few expressions have a value: the generator is broken")
    return 1 if complaints or not enough else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: differential.py ATTEST_CHECK")
    how_many, chosen_seed = int(os.environ.get("ATTEST_DIFFERENTIAL", "400")), int(os.environ.get("ATTEST_SEED", "1"))
    sys.exit(checking.with_deep_stack(lambda: run(sys.argv[1], how_many, chosen_seed)))
