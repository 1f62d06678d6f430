#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Damages accepted certificates and asks both checkers about every mutant.

usage: mutate.py --claims DIR... --certificates DIR --attest-check PROGRAM --second DIR
                 [--definitions DIR] [--cap N] [--every N] [--seed N]

Fails (exit code 1) if the checkers disagree about a mutant, or accept one that says something false (truth.py).
That one checker says Undecided where the other has an answer is no disagreement: their arithmetic and their steps
differ."""

import argparse
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from mutations import MUTATIONS
from truth import faults

STEPS_IN_ALL = 40_000_000  # of the second checker; keeps a run under a minute
LONGEST_ORIGINAL = 1_000_000  # steps; a certificate that needs more is left alone
COLUMNS = ("tried", "rejected", "malformed", "undecided", "true", "false", "disagree")


class Context:
    """The claims: paths by id, and what the second checker knows of them."""

    def __init__(self, checking, claims_folders, definitions_folder):
        self.checking, self.definitions = checking, definitions_folder
        self.paths, self._loaded = {}, {}
        for path in sorted(path for folder in claims_folders for path in glob.glob(os.path.join(folder, "**", "*.claim"), recursive=True)):
            with open(path, encoding="utf-8") as file:
                found = re.search(r'"id"\s*:\s*"([^"]*)"', file.read())
            if found:
                self.paths.setdefault(found[1], path)
        self.ids = sorted(self.paths)
        self.decided = {}  # (claim, statement, goal) of the originals: whether something was assumed

    def claim(self, name):
        if name not in self._loaded:
            self._loaded[name] = self.checking.load(self.paths[name], self.definitions)
        return self._loaded[name]

    def statements(self, name):
        return list(self.claim(name).statements)

    def decided_statements(self, name):
        return sorted({statement for claim, statement, _ in self.decided if claim == name})

    def hash(self, name, statement):
        return self.claim(name).hash(statement)


class Checkers:
    """Both checkers on one certificate, given as text. `file_of`: the claim whose file they are shown."""

    def __init__(self, context, program, folder):
        self.context, self.folder = context, folder
        self.command = [sys.executable, "-B", program] if program.endswith(".py") else [program]
        if context.definitions:
            self.command += ["--definitions", context.definitions]

    def trusted(self, text, file_of, number):
        path = os.path.join(self.folder, f"{number}.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        try:
            command = [*self.command, "--json", self.context.paths[file_of], path]
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return {"outcome": "Undecided", "reason": "more than 60 s"}
        finally:
            os.remove(path)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            return {"outcome": "none", "reason": f"exit code {done.returncode}: {done.stdout} {done.stderr}"}
        codes = {"Accepted": 0, "Rejected": 1, "Undecided": 2, "Malformed": 3}
        if codes[report["outcome"]] != done.returncode:
            return {"outcome": "none", "reason": f"{report['outcome']} with exit code {done.returncode}"}
        return report

    def second(self, text, file_of, budget):
        """(report, steps)."""
        claim = self.context.claim(file_of)
        report = self.context.checking.check(claim, text.encode(), budget)
        return report, budget - claim.budget.left


def originals(folder, checkers, every, seed):
    """Of one certificate in `every`, which the seed chooses, those that both checkers accept: (name, JSON, steps that
    the second checker needs); and what was left out. What the others decide is noted, too."""
    kept, left_out = [], []
    paths = sorted(glob.glob(os.path.join(folder, "**", "*.json"), recursive=True))
    chosen = set(random.Random(seed).sample(paths, -(-len(paths) // every)))
    for path in paths:
        name = os.path.relpath(path, folder)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        try:
            claim = json.loads(text)["claim"]
        except (ValueError, KeyError, TypeError):
            claim = None
        if not isinstance(claim, str) or claim not in checkers.context.paths:
            left_out.append((name, "names no claim of the folder"))
            continue
        steps = 0
        if path in chosen:
            report, steps = checkers.second(text, claim, LONGEST_ORIGINAL)
            if report["outcome"] != "Accepted":
                left_out.append((name, f"second checker: {report['outcome']}: {report['reason']}"))
                continue
        trusted = checkers.trusted(text, claim, "original")
        if trusted["outcome"] != "Accepted":
            left_out.append((name, f"attest-check: {trusted['outcome']}: {trusted['reason']}"))
            continue
        tree = json.loads(text)
        checkers.context.decided[tree["claim"], tree["statement"], tree["goal"]] = bool(trusted["assumed"])
        if path in chosen:
            kept.append((name, tree, max(steps, 1000)))
    return kept, left_out


def mutants(name, tree, context, number, seed):
    """At most `number` different mutants: (kind, JSON text, claim whose file is shown), every kind in turn."""
    source = random.Random(f"{seed} {name}")
    seen, of_kind = {json.dumps(tree)}, Counter()
    kinds = list(MUTATIONS) + ["another claim's file"]
    source.shuffle(kinds)
    result = []
    for attempt in range(4 * number):
        kind = kinds[attempt % len(kinds)]
        if kind == "another claim's file":
            others = [claim for claim in context.ids if claim != tree["claim"]]
            if others and attempt < len(kinds):
                result.append((kind, json.dumps(tree), source.choice(others)))
            continue
        mutant = MUTATIONS[kind](tree, context, source)
        text = json.dumps(mutant) if mutant is not None else None
        if text and text not in seen and of_kind[kind] < max(4, number // 10):
            seen.add(text)
            of_kind[kind] += 1
            result.append((kind, text, tree["claim"]))
        if len(result) >= number:
            break
    return result


def judge(text, first, second, decided):
    """(column, explanation)."""
    outcomes = {first["outcome"], second["outcome"]}
    if "Undecided" in outcomes and "none" not in outcomes:
        return "undecided", ""
    if len(outcomes) > 1 or "none" in outcomes:
        both = (("attest-check", first), ("second checker", second))
        return "disagree", "; ".join(f"{name}: {report['outcome']}: {report['reason']}" for name, report in both)
    outcome = first["outcome"]
    if outcome != "Accepted":
        return outcome.lower(), ""
    for key in ("claim", "statement", "goal", "assumed", "covered"):
        if first[key] != second[key]:
            return "disagree", f"{key}: attest-check {json.dumps(first[key])}; second checker {json.dumps(second[key])}"
    wrong = faults(json.loads(text), first, decided)
    return ("false", "; ".join(wrong)) if wrong else ("true", "")


def run(arguments, checking):
    with tempfile.TemporaryDirectory() as folder:
        checkers = Checkers(Context(checking, arguments.claims, arguments.definitions), arguments.attest_check, folder)
        kept, left_out = originals(arguments.certificates, checkers, arguments.every, arguments.seed)
        for name, reason in left_out:
            print(f"left out: {name}: {reason}")
        if not kept:
            print(f"no certificate in {arguments.certificates} is accepted by both checkers", file=sys.stderr)
            return 1
        table, complaints = Counter(), []
        with ThreadPoolExecutor(max_workers=2) as pool:
            for name, tree, steps in kept:
                number = max(len(MUTATIONS) + 1, min(arguments.cap // len(kept), STEPS_IN_ALL // len(kept) // steps))
                batch = mutants(name, tree, checkers.context, number, arguments.seed)
                first = [pool.submit(checkers.trusted, text, file_of, i) for i, (_, text, file_of) in enumerate(batch)]
                for (kind, text, file_of), waiting in zip(batch, first):
                    second, _ = checkers.second(text, file_of, 4 * steps)
                    column, explanation = judge(text, waiting.result(), second, checkers.context.decided)
                    table[kind, "tried"] += 1
                    table[kind, column] += 1
                    if column in ("false", "disagree"):
                        complaints.append(f"{column}: {name}, {kind}: {explanation}\n  {text[:2000]}")
        show(table, len(kept))
        for complaint in complaints:
            print(complaint)
        return 1 if complaints else 0


def show(table, certificates):
    print(f"{certificates} certificates accepted by both checkers; accepted mutants are told apart by what they say\n")
    print(f"{'mutation':26}" + "".join(f"{column:>11}" for column in COLUMNS))
    kinds = sorted({kind for kind, _ in table})
    for kind in kinds:
        print(f"{kind:26}" + "".join(f"{table[kind, column]:11}" for column in COLUMNS))
    print(f"{'all':26}" + "".join(f"{sum(table[kind, column] for kind in kinds):11}" for column in COLUMNS))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--claims", required=True, nargs="+", help="folders of .claim files")
    parser.add_argument("--certificates", required=True, help="folder of certificates; the accepted ones are taken")
    parser.add_argument("--attest-check", required=True, help="the trusted checker's program")
    parser.add_argument("--second", required=True, help="folder of the second checker")
    parser.add_argument("--definitions", help="folder of definitions, if not beside the claims")
    parser.add_argument("--cap", type=int, default=3000, help="mutants in all")
    parser.add_argument("--every", type=int, default=1, help="takes one certificate in so many")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    sys.path.insert(0, arguments.second)
    sys.dont_write_bytecode = True
    import checking

    return checking.with_deep_stack(lambda: run(arguments, checking))


if __name__ == "__main__":
    sys.exit(main())
