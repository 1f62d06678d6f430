#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A second implementation of the routing and of both machine models, written from the documentation alone, against `attest exact
route`, `pcoc` and `mpc` on random instances: exact_machines_second_test.py ATTEST ATTEST_CHECK REPOSITORY.

Programs that break a rule are drawn, too: then both must refuse, the program with exit code 3 and the rule's name."""
import json
import math
import random
import re
import sys
import unittest
from fractions import Fraction

from command_test_case import CommandTest

OPERATIONS = {"min": 2, "max": 2, "relu": 1, "abs": 1, "less": 3, "gate": 3, "is_less": 2, "is_equal": 2, "floor": 1, "select": 3,
              "pick": 4}


class Broken(Exception):
    """A broken rule, by its name."""


# --- Routing ---------------------------------------------------------------------------------------------------------------

def route(p, messages, halving):
    """The tuples that each label holds after every step, and what it kept and sent, from appendix B.2."""
    k = 0
    while 2**k < p:
        k += 1
    held = [[] for _ in range(2**k)]
    for source, to, size in messages:
        held[source] += [(to, source, position) for position in range(1, size + 1)]
    history = [[sorted(tuples) for tuples in held]]
    flows = []
    for step in range(1, 2 * k):
        bit = 2**abs(step - k)
        kept, sent = [], []
        for i, tuples in enumerate(history[-1]):
            if step >= k:
                stay = [t for t in tuples if t[0] & bit == i & bit]
            elif halving == "sorted":
                stay = tuples[0::2]
            else:
                stay = []
                key = (lambda t: t[:2]) if halving == "by-message" else (lambda t: t[0])
                for name in sorted({key(t) for t in tuples}):
                    part = [t for t in tuples if key(t) == name]
                    stay += part[:(len(part) + 1) // 2]
            kept.append(stay)
            sent.append([t for t in tuples if t not in stay])
        history.append([sorted(kept[i] + sent[i ^ bit]) for i in range(2**k)])
        flows.append(([len(x) for x in kept], [len(x) for x in sent]))
    return history, flows


# --- Local functions -------------------------------------------------------------------------------------------------------

def affine(text, values):
    total = Fraction(0)
    for sign, number, name in re.findall(r"([+-]?)\s*(?:(\d+(?:/\d+)?)\s*\*?)?\s*([A-Za-z]\w*)?", text):
        if number or name:
            total += (-1 if sign == "-" else 1) * (Fraction(number) if number else 1) * (values[name] if name else 1)
    return total


def evaluate(lines, values):
    values = dict(values)
    for line in lines:
        name, text = (part.strip() for part in line.split("=", 1))
        call = re.fullmatch(r"([a-z_]+)\((.*)\)", text)
        if not call:
            values[name] = affine(text, values)
            continue
        a = [affine(argument, values) for argument in call[2].split(",")]
        values[name] = {
            "min": lambda: min(a), "max": lambda: max(a), "relu": lambda: max(a[0], Fraction(0)), "abs": lambda: abs(a[0]),
            "less": lambda: min(Fraction(1), max(Fraction(0), (a[1] - a[0]) / a[2])),
            "gate": lambda: max(0, a[1] - a[2] * (1 - a[0])) - max(0, -a[1] - a[2] * (1 - a[0])),
            "is_less": lambda: Fraction(a[0] < a[1]), "is_equal": lambda: Fraction(a[0] == a[1]),
            "floor": lambda: Fraction(math.floor(a[0])), "select": lambda: a[1] if a[0] != 0 else a[2],
            "pick": lambda: pick(a)}[call[1]]()
    return values


def pick(a):
    if a[0].denominator != 1 or not 1 <= a[0] < len(a):
        raise Broken("local function")
    return a[int(a[0])]


# --- The two models --------------------------------------------------------------------------------------------------------

def pcoc(program, memory):
    n, s = program["machines"], program["memory"]
    states = [memory]
    for group in program["rounds"]:
        places = [place for row in group["receive"] for place in row if place]
        if any(sum(place[0] == i for place in places) > s for i in range(1, n + 1)):
            raise Broken("total sent")
    for group in program["rounds"]:
        received = [[states[-1][place[0] - 1][place[1] - 1] if place else Fraction(0) for place in row] for row in group["receive"]]
        state = []
        for i, row in enumerate(received, 1):
            names = {f"in{j}": value for j, value in enumerate(row, 1)}
            values = evaluate(lines_for(group["compute"], i), {**names, "machine": i, "machines": n})
            state.append([values.get(f"out{j}", Fraction(0)) for j in range(1, s + 1)])
        states.append(state)
    return states


def lines_for(groups, machine):
    return next((group["lines"] for group in groups if group["machines"] == "all" or machine in group["machines"]), [])


def mpc(program, memory):
    n, s = program["machines"], program["memory"]
    states = [[row + [None] * (s - len(row)) for row in memory]]
    for groups in program["rounds"]:
        sent = []
        for i, row in enumerate(states[-1], 1):
            names = {f"in{j}": value or Fraction(0) for j, value in enumerate(row, 1)}
            values = evaluate(groups[0]["lines"], {**names, "received": sum(v is not None for v in row), "machine": i, "machines": n})
            own = []
            for message in groups[0]["messages"]:
                if "if" in message and affine(message["if"], values) == 0:
                    continue
                to = affine(message["to"], values)
                if to.denominator != 1 or not 1 <= to <= n:
                    raise Broken("destination")
                at = affine(message["at"], values) if "at" in message else None
                if at is not None and (at.denominator != 1 or not 1 <= at <= s):
                    raise Broken("slot")
                own.append((int(to), at, [affine(word, values) for word in message["words"]]))
            if sum(len(words) for _, _, words in own) > s:
                raise Broken("total sent")
            sent += own
        held = [[None] * s for _ in range(n)]
        for i in range(1, n + 1):
            if sum(len(words) for to, _, words in sent if to == i) > s:
                raise Broken("total received")
        following = [0] * n
        for to, at, words in sent:
            slot = int(at) - 1 if at is not None else following[to - 1]
            for word in words:
                if slot >= s or held[to - 1][slot] is not None:
                    raise Broken("slot")
                held[to - 1][slot] = word
                slot += 1
            following[to - 1] = slot
        states.append(held)
    return states


# --- Random instances ------------------------------------------------------------------------------------------------------

def random_number(rng):
    return rng.choice([0, 1, -1, 2, 3, "1/2", "-3/2", rng.randrange(-9, 10)])


def random_affine(rng, names):
    text = rng.choice(["", "-"]) + rng.choice(names)
    for _ in range(rng.randrange(3)):
        text += rng.choice([" + ", " - "]) + rng.choice(["2*", "1/2*", "", "3 * "]) + rng.choice(names)
    return text + rng.choice(["", " + 1", " - 5/2"])


def random_lines(rng, names, results):
    lines, names = [], list(names)
    for result in results:
        operation = rng.choice([None] * 4 + list(OPERATIONS))
        if operation is None:
            value = random_affine(rng, names)
        elif operation in ("less", "gate"):
            value = f"{operation}({random_affine(rng, names)}, {random_affine(rng, names)}, {rng.choice(['1', '1/2', '7'])})"
        elif operation == "pick":
            value = f"pick({rng.choice(['1', '2', '3', names[0]])}, 5, {names[-1]}, {random_affine(rng, names)})"
        else:
            value = f"{operation}({', '.join(random_affine(rng, names) for _ in range(OPERATIONS[operation]))})"
        lines.append(f"{result} = {value}")
        names.append(result)
    return lines


def random_pcoc(rng):
    n, s = rng.randrange(1, 6), rng.randrange(1, 5)
    names = [f"in{j}" for j in range(1, s + 1)] + ["machine", "machines"]
    rounds = []
    for _ in range(rng.randrange(5)):
        places = [[i, j] for i in range(1, n + 1) for j in range(1, s + 1)]
        rng.shuffle(places)
        if rng.random() < 0.2:
            places = [rng.choice(places) for _ in places]
        receive = [[place if rng.random() < 0.8 else None for place in places[i * s:(i + 1) * s]] for i in range(n)]
        outs = [f"out{j}" for j in range(1, s + 1) if rng.random() < 0.8]
        rng.shuffle(outs)
        results = [f"t{t}" for t in range(rng.randrange(3))] + outs
        members = rng.choice(["all", sorted(rng.sample(range(1, n + 1), rng.randrange(1, n + 1)))])
        rounds.append({"receive": receive, "compute": [{"machines": members, "lines": random_lines(rng, names, results)}]})
    return {"format": "attest.machine-program/1", "model": "pcoc", "machines": n, "memory": s, "rounds": rounds,
            "inputs": [[[random_number(rng) for _ in range(s)] for _ in range(n)] for _ in range(2)]}


def random_mpc(rng):
    n, s = rng.randrange(1, 6), rng.randrange(1, 5)
    names = [f"in{j}" for j in range(1, s + 1)] + ["machine", "machines", "received"]
    rounds = []
    for _ in range(rng.randrange(4)):
        placed = rng.random() < 0.5
        messages = []
        for _ in range(rng.randrange(3)):
            message = {"to": rng.choice(["machine", "machines", "1", "machines + 1 - machine", "in1"]),
                       "words": [random_affine(rng, names) for _ in range(rng.randrange(3))]}
            if placed:
                message["at"] = rng.choice(["1", "machine", "2"])
            if rng.random() < 0.3:
                message["if"] = rng.choice(["received", "in1", "1 - machine"])
            messages.append(message)
        rounds.append([{"machines": "all", "lines": random_lines(rng, names, [f"t{t}" for t in range(rng.randrange(3))]),
                        "messages": messages}])
    inputs = [[[rng.choice([random_number(rng), rng.randrange(1, n + 1)]) for _ in range(rng.randrange(s + 1))] for _ in range(n)]]
    return {"format": "attest.machine-program/1", "model": "mpc", "machines": n, "memory": s, "rounds": rounds, "inputs": inputs}


class Second(CommandTest):
    def compare(self, model, program, run, key):
        file = self.write("program.json", json.dumps(program))
        done = self.attest("exact", model, file, "--json")
        try:
            traces = [run(program, [[Fraction(x) for x in row] for row in memory]) for memory in program["inputs"]]
        except Broken as rule:
            self.assertEqual(done.returncode, 3, program)
            self.assertIn(f": {rule}: ", done.stderr, program)
            return False
        self.assertEqual(done.returncode, 0, done.stderr + json.dumps(program))
        for trace, shown in zip(traces, json.loads(done.stdout)["runs"], strict=True):
            words = [[[None if x is None else x.numerator if x.denominator == 1 else str(x) for x in row] for row in state] for state in trace]
            self.assertEqual([shown["input"]] + [entry[key] for entry in shown["rounds"]], words, program)
        return True

    def compare_many(self, model, draw, run, key):
        rng = random.Random(f"second {model}")
        good = sum(self.compare(model, draw(rng), run, key) for _ in range(150))
        self.assertGreater(good, 40)
        self.assertLess(good, 150)

    def test_pcoc(self):
        self.compare_many("pcoc", random_pcoc, pcoc, "computed")

    def test_mpc(self):
        self.compare_many("mpc", random_mpc, mpc, "received")

    def test_routes(self):
        rng = random.Random("second route")
        for _ in range(120):
            p = rng.choice([1, 2, 3, 4, 5, 7, 8, 11, 16])
            pairs = rng.sample([(i, j) for i in range(p) for j in range(p)], rng.randrange(min(p * p, 12) + 1))
            messages = [(i, j, rng.choice([0, 1, 2, 3, 4, 8, 16])) for i, j in pairs]
            halving = rng.choice(["sorted", "by-message", "by-destination"])
            document = {"machines": p, "halving": halving, "messages": [{"from": i, "to": j, "size": m} for i, j, m in messages]}
            shown = json.loads(self.succeed("exact", "route", self.write("route.json", json.dumps(document)), "--json").stdout)
            history, flows = route(p, messages, halving)
            self.assertEqual([entry["held"] for entry in shown["steps"]], [[len(x) for x in state] for state in history[1:]])
            self.assertEqual([(entry["stayed"], entry["went"]) for entry in shown["steps"]], flows)
            self.assertTrue(all(t[0] == i for i, tuples in enumerate(history[-1]) for t in tuples))
            k = len(history) // 2
            halves = [x for kept, sent in flows[k - 1:] for x in kept + sent] if flows else []
            self.assertEqual(shown["most_in_one_half"], max(halves, default=0))
            s = max([sum(m for i, _, m in messages if i == q) for q in range(p)] + [sum(m for _, j, m in messages if j == q) for q in range(p)])
            self.assertEqual(shown["memory"], s)
            if halving == "sorted" and s > 0:
                self.assertEqual(shown["fits_2s_slots"], max(halves, default=0) <= s and all(len(x) <= s for x in sum(history[:k], [])))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
