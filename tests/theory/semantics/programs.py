# SPDX-License-Identifier: Apache-2.0
"""Random programs for checkers: statements with their domains, conditions and expressions drawn, and for each goal a certificate that
might meet it. Most are nonsense, many are undefined somewhere; what counts is that checkers say the same of them."""
import evaluation_test

NUMBERS = ["0", "1", "2", "3", "-1", "1/2", "-3/2", "7/3"]


class Program(evaluation_test.Random):
    """Statements as trees: (quantifier, variable, domain, condition or None, inside), ("parts", {name: inside}), ("end", text).
    A domain is (kind, text, ends or size); `names` are bound around it, by kind."""

    def number(self, names, depth):
        if depth and self.choose.random() < 0.08:
            return f"{self.choose.choice(['exp', 'sqrt', 'log'])}({self.number(names, depth - 1)})"
        return super().number(names, depth)

    def list(self, names, depth):
        known = [name for name, kind in names.items() if kind == "list"]
        return self.choose.choice(known) if known and self.choose.random() < 0.6 else super().list(names, depth)

    def ends(self):
        low = self.choose.choice([-2, -1, 0, 0, 0, 1])
        return low, low + self.choose.choice([1, 1, 2, 3, 0])

    def domain(self, names):
        kind = self.choose.choice(["list", "list", "naturals", "naturals", "reals", "reals", "reals", "everywhere", "vectors", "values"])
        if kind == "list":
            return kind, self.pick(lambda: self.list(names, 1), lambda: "[0, 1/2, 2]", lambda: "(0 .. 3)", lambda: "permutations(2)", lambda: "tuples([0, 1], 2)"), None
        if kind == "naturals":
            low = self.choose.randrange(3)
            return kind, f"naturals from {self.named(names, 'number', lambda: str(low)) if self.choose.random() < 0.2 else low}", low
        if kind == "reals":
            low, high = self.ends()
            return kind, f"reals from {low} to {high}", (low, high)
        if kind == "vectors":
            low, high = self.ends()
            return kind, f"vectors(2) from {low} to {high}", (low, high)
        return kind, "reals" if kind == "everywhere" else "values", None

    def formula(self, names, depth):
        if depth == 0:
            return "end", self.boolean(names, 2 + self.choose.randrange(2))
        if self.choose.random() < 0.1:
            return "parts", {name: self.formula(names, depth - 1) for name in ("a", "b")}
        variable = f"q{len(names)}"
        domain = self.domain(names)
        inner = {**names, variable: "list" if domain[0] == "vectors" or "permutations" in domain[1] or "tuples" in domain[1] else "number"}
        condition = self.boolean(inner, 2) if self.choose.random() < 0.3 else None
        return self.choose.choice(["forall", "exists"]), variable, domain, condition, self.formula(inner, depth - 1)

    def value(self, domain):
        number = lambda: self.choose.choice(NUMBERS)  # noqa: E731
        if domain[0] == "naturals":
            return str(domain[2] + self.choose.randrange(4))
        if domain[0] in ("reals", "vectors"):
            low, high = domain[2]
            inside = lambda: self.choose.choice([str(low), str(high), f"{2 * low + 1}/2" if low < high else str(low)])  # noqa: E731
            return inside() if domain[0] == "reals" else [inside(), inside()]
        if "permutations" in domain[1]:
            return self.choose.choice([["1", "2"], ["2", "1"]])
        if "tuples" in domain[1]:
            return self.choose.choice([["0", "0"], ["0", "1"], ["1", "0"]])
        return number() if domain[0] != "values" or self.choose.random() < 0.6 else self.choose.choice([[number()], True, "a", {"a": number()}, []])

    def cells(self, domain):
        if domain[0] == "everywhere":
            return self.choose.choice([[["-inf", "inf"]], [["-inf", "0"], ["0", "inf"]], [["-inf", "-1"], ["-1", "1"], ["1", "inf"]]])
        low, high = domain[2] if domain[2] and domain[0] in ("reals", "vectors") else (0, 1)
        cuts = [str(low), *([f"{2 * low + 1}/2"] if low < high and self.choose.random() < 0.5 and domain[0] == "reals" else []), str(high)]
        order = [str(self.choose.choice([1, 2, 3, -1, -2]))] if self.choose.random() < 0.3 and domain[0] == "reals" else []
        return [[*cell, *order] for cell in zip(cuts, cuts[1:])]

    def all_of(self, domain, inside):
        """A step that claims every element, or some of them by name."""
        fitting = {"list": ["exhaustive", "exhaustive", "instances"], "naturals": ["range", "range", "instances", "polynomial"], "reals": ["box", "box", "box", "instances", "polynomial"],
                   "everywhere": ["box", "polynomial", "instances"], "vectors": ["box", "polynomial", "instances"], "values": ["instances"]}[domain[0]]
        rule = self.choose.choice(fitting if self.choose.random() < 0.95 else ["exhaustive", "box", "polynomial", "instances", "range"])
        if rule == "range":
            low = domain[2] if domain[0] == "naturals" else 0
            return {"rule": "instances", "from": str(low), "to": str(low + self.choose.randrange(4)), "then": inside}
        if rule == "instances":
            values = []
            for _ in range(1 + self.choose.randrange(3)):
                value = self.value(domain)
                if value not in values or self.choose.random() < 0.05:
                    values.append(value)
            return {"rule": rule, "values": values, "then": inside}
        return {"rule": rule, **({"cells": self.cells(domain)} if rule == "box" else {}), "then": inside}

    def steps(self, formula, goal):
        if formula[0] == "end":
            return {"rule": "evaluate"} if self.choose.random() < 0.95 else {"rule": "squares", "signs": [[["1", [], [["1", "q0"]]]]]}
        if formula[0] == "parts":
            if goal:
                return {"rule": "split", "parts": {name: self.steps(part, goal) for name, part in formula[1].items()}}
            part = self.choose.choice(list(formula[1]))
            return {"rule": "split", "part": part, "then": self.steps(formula[1][part], goal)}
        quantifier, variable, domain, _, inner = formula
        inside = self.steps(inner, goal)
        if (quantifier == "forall") == goal:
            step = self.all_of(domain, inside)
        else:
            step = {"rule": "witness", "value": self.value(domain), "then": inside}
        return {"rule": step.pop("rule"), "var": variable, **step}


def text(formula):
    """The formula in the statement language."""
    if formula[0] == "end":
        return formula[1]
    if formula[0] == "parts":
        return "parts { " + " ".join(f"{name}: {text(part)};" for name, part in formula[1].items()) + " }"
    quantifier, variable, domain, condition, inner = formula
    return f"{quantifier} {variable} in {domain[1]}{f' where {condition}' if condition else ''}: {text(inner)}"
