#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Looks for elements of a statement's own domains at which the statement is undefined (docs/statement_language.md,
"Definedness"): no proof and no certificate shows such a statement.

usage: definedness.py CERTIFICATES [--tries N] [--seed N] [CLAIM...]

Elements are drawn at random, biased to ends, 0, 1, halves and large numbers; values of free kind are those of the
certificates, with their numbers changed. Prints each statement that is undefined somewhere, with the element. Exit code 1
if there is one.
"""

import argparse
import glob
import json
import os
import random
import sys
from fractions import Fraction

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "verify", "second"), os.path.join(ROOT, "tests")]

import checking  # noqa: E402
import on_record  # noqa: E402
from claim import CompiledExpression, CompiledParts  # noqa: E402
from enclosure import UNKNOWN, working  # noqa: E402
from failures import Failure, Undefined  # noqa: E402
from values import from_json, render  # noqa: E402

NUMBERS = [0, 1, -1, 2, Fraction(1, 2), Fraction(-1, 2), Fraction(1, 3), 3, -2, Fraction(7, 2), Fraction(1, 1000), 10]
STEPS = 2 * 10**5


class Nothing(Exception):
    """No element was found, or the evaluation is too long or unknown: nothing is said of this try."""


def harvest(folder, claim_id):
    """{variable: the values that certificates of this claim offer for it}."""
    found = {}

    def walk(step):
        if isinstance(step, dict):
            if "var" in step:
                for value in step.get("values", []) + ([step["value"]] if "value" in step else []):
                    found.setdefault(step["var"], []).append(from_json(value, ""))
            for child in step.values():
                walk(child)
        elif isinstance(step, list):
            for child in step:
                walk(child)

    stem = claim_id.replace(".", "_").replace("-", "_")
    for path in sorted(glob.glob(os.path.join(folder, stem + ".*.json"))):
        with open(path, encoding="utf-8") as file:
            walk(json.load(file)["steps"])
    return found


class Search:
    def __init__(self, claim, values, source):
        self.claim, self.values, self.source = claim, values, source

    def evaluate(self, expression, frame):
        working.bits = 128
        self.claim.budget.left = STEPS
        try:
            return expression.run(frame)
        except Undefined:
            raise
        except (Failure, RecursionError) as error:
            raise Nothing from error

    def number(self, bounds):
        if bounds:
            low, high = bounds
            inside = [x for x in NUMBERS if low <= x <= high]
            middle = low + (high - low) * Fraction(self.source.randrange(0, 13), 12)
            return self.source.choice([low, high, middle, *inside])
        return self.source.choice(NUMBERS)

    def changed(self, value):
        """The value with some of its numbers replaced."""
        if isinstance(value, tuple):
            return tuple(self.changed(item) for item in value)
        if isinstance(value, dict):
            return {name: self.changed(item) for name, item in value.items()}
        if isinstance(value, bool) or isinstance(value, str) or self.source.random() < 0.7:
            return value
        return self.source.choice(NUMBERS)

    def element(self, quantifier, frame):
        if quantifier.domain.kind == "values":
            pool = self.values.get(quantifier.name, [])
            if not pool:
                raise Nothing
            value = self.source.choice(pool)
            return value if self.source.random() < 0.3 else self.changed(value)
        if quantifier.domain.kind == "list":
            elements = []
            for element in self.evaluate(quantifier.elements, frame):
                elements.append(element)
                if len(elements) > 2000:
                    break
            if not elements:
                raise Nothing
            return self.source.choice([elements[0], elements[-1], self.source.choice(elements)])
        bounds = [self.evaluate(bound, frame) for bound in quantifier.bounds]
        if quantifier.domain.kind == "naturals":
            first = -(-Fraction(bounds[0]).numerator // Fraction(bounds[0]).denominator)
            return first + self.source.choice([0, 0, 1, 1, 2, 3, self.source.randrange(0, 7)])
        sizes = [self.evaluate(size, frame) for size in quantifier.sizes]
        if any(type(size) is not int or size < 0 for size in sizes):
            raise Undefined(f"a size of {quantifier.domain.text}: {sizes}")
        if bounds and bounds[0] > bounds[1]:
            raise Nothing

        def filled(depth):
            if depth == len(sizes):
                return self.number(bounds)
            return tuple(filled(depth + 1) for _ in range(sizes[depth]))

        return filled(0)

    def choose(self, quantifier, frame):
        for _ in range(40):
            frame[quantifier.place] = self.element(quantifier, frame)
            try:
                if quantifier.guard is None or self.evaluate(quantifier.guard, frame) is True:
                    return
            except Undefined:
                continue  # no element
        raise Nothing

    def walk(self, formula, frame, chosen):
        """Descends to an expression; raises Undefined with what was chosen."""
        if isinstance(formula, CompiledExpression):
            value = self.evaluate(formula, frame)
            if value is not UNKNOWN and type(value) is not bool:
                raise Undefined(f"the value is no boolean: {render(value)}")
        elif isinstance(formula, CompiledParts):
            name = self.source.choice(sorted(formula.parts))
            chosen.append(("part", name))
            self.walk(formula.parts[name], frame, chosen)
        else:
            self.choose(formula, frame)
            chosen.append((formula.name, frame[formula.place]))
            try:
                self.walk(formula.body, frame, chosen)
            except Undefined:
                if formula.kind == "exists":  # this element is no witness; another one may be
                    raise Nothing from None
                raise


def search(claim, values, tries, seed):
    """[(statement, what was chosen, reason)], the first one found of each statement; and how many tries reached an end."""
    found, reached = [], {}
    for name, (formula, size) in claim.compiled.items():
        source = random.Random(f"{seed} {claim.header['id']} {name}")
        searching = Search(claim, values, source)
        reached[name] = 0
        for _ in range(tries):
            frame, chosen = [None] * size, []
            try:
                searching.walk(formula, frame, chosen)
                reached[name] += 1
            except Nothing:
                pass
            except Undefined as undefined:
                reached[name] += 1
                found.append((name, chosen, str(undefined)))
                break
    return found, reached


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("certificates")
    parser.add_argument("--tries", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("claims", nargs="*")
    arguments = parser.parse_args()
    bad = total = silent = 0
    for path in on_record.claim_files():
        claim = checking.load(str(path))
        if arguments.claims and claim.header["id"] not in arguments.claims:
            continue
        found, reached = search(claim, harvest(arguments.certificates, claim.header["id"]), arguments.tries, arguments.seed)
        for name, chosen, reason in found:
            at = ", ".join(f"{variable} = {render(value)}" if variable != "part" else f"part {value}" for variable, value in chosen)
            print(f"undefined: {claim.header['id']} {name} at {at}: {reason}")
        for name, count in reached.items():
            if count == 0:
                print(f"not reached: {claim.header['id']} {name}")
        bad += len(found)
        total += sum(reached.values())
        silent += sum(1 for count in reached.values() if count == 0)
    print(f"{total} elements were drawn; {bad} statements are undefined at one; {silent} statements were never reached")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(checking.with_deep_stack(main))
