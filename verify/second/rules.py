# SPDX-License-Identifier: Apache-2.0
"""The proof rules (docs/certificate_format.md, "Obligations and steps"): meets a formula with a certificate's steps."""

import json

import polynomial
import taylor
from arithmetic import add, less, multiply, same
from claim import CompiledExpression, CompiledParts
from covered import Coverage
from enclosure import MINUS_INFINITY, PLUS_INFINITY, UNKNOWN, Enclosure, end, make, working
from failures import Opposite, Rejected, Undecided, Undefined, Unknown
from values import EXACT, NUMBER, integer, render, to_json, wrong_kind

MOST_ENTRIES = 1_000_000_000  # of a vector; a larger size counts as the budget spent


def negated(text):
    """The canonical text of the negation: quantifiers turned round, the expression at the end inside not ( ... )."""
    tokens = text.split(" ")
    if "parts" in tokens:
        return None
    level, last = 0, None  # of brackets; the last quantifier's colon
    waiting = False
    for place, token in enumerate(tokens):
        level += (token in "([{") - (token in ")]}") if len(token) == 1 else 0
        if token in ("forall", "exists"):
            waiting = True
        elif waiting and level == 0 and token == ":":
            waiting, last = False, place
    cut = 0 if last is None else last + 1
    turned = {"forall": "exists", "exists": "forall"}
    return " ".join([turned.get(token, token) for token in tokens[:cut]] + ["not", "("] + tokens[cut:] + [")"])


class Checker:
    """Meets one statement. `precision` becomes the largest working precision that was needed."""

    def __init__(self, frame, limit, budget, texts):
        """texts: the canonical texts of the claim's formulas, by the statements' names."""
        self.frame, self.limit, self.budget, self.texts = frame, limit, budget, texts
        self.text = ""  # of the formula that is being met, outside of all quantifiers; None inside
        self.cited = []  # assumptions: statements that were cited
        self.precision = 64
        self.names = {}  # of the quantifiers met so far, by their places in the frame
        self.coverage = Coverage()
        self.variables = []  # of polynomials: (name, value)
        self.naturals = set()  # the numbers of those that are natural numbers
        self.known = polynomial.running.known = polynomial.Known(budget.pay)
        taylor.running = taylor.Running()
        self.evaluated = 0  # how often an expression at the end of the formula was met

    # --- Evaluation -------------------------------------------------------------------------------------------------
    def evaluate(self, expression):
        """The value, never UNKNOWN, at the least working precision that decides it. Errors: Unknown at the limit."""
        bits = 64
        while True:
            working.bits = bits
            self.precision = max(self.precision, bits)
            self.budget.pay(expression.steps)
            try:
                value = expression.run(self.frame)
                if value is not UNKNOWN:
                    return value
                reason = "a comparison stays unknown"
            except Unknown as unknown:
                reason = str(unknown)
            bits *= 2
            if bits > self.limit:
                raise Unknown(f"{reason}, up to {bits // 2} bits")

    def truth(self, expression, step):
        value = self.evaluate(expression)
        if type(value) is not bool:
            raise wrong_kind(value, f"a boolean at {step.place}")
        return value

    def guard(self, quantifier, step):
        """Whether the quantifier's `where` is true at the bound element. Where it is undefined it is not."""
        if quantifier.guard is None:
            return True
        try:
            value = self.evaluate(quantifier.guard)
        except Undefined:
            return False
        if type(value) is not bool:
            raise wrong_kind(value, f"a boolean at {step.place}")
        return value

    # --- Formulas ---------------------------------------------------------------------------------------------------
    def meet(self, formula, goal, step):
        if step.rule == "statement":
            self.cite(goal, step)
        elif isinstance(formula, CompiledExpression):
            before = len(self.known.signs)
            if step.rule == "squares":
                self.squares(step)
            else:
                self.want(step, "evaluate or squares", "an expression")
            self.evaluated += 1
            if self.truth(formula, step) is not goal:
                raise Opposite(f"{step.place}: the expression is {str(not goal).lower()}{self.bindings()}")
            del self.known.signs[before:]
        elif isinstance(formula, CompiledParts):
            self.want(step, "split", "parts")
            self.split(formula, goal, step)
        else:
            if (formula.kind == "forall") is goal:
                rules = {"exhaustive": self.exhaustive, "instances": self.instances, "box": self.box}
                rules["polynomial"] = self.polynomial
            else:
                rules = {"witness": self.witness, "function": self.function}
            if step.rule not in rules:
                raise Rejected(f"{step.place}: expected {' or '.join(rules)} for {formula.name}, found {step.rule}")
            if step.var != formula.name:
                raise Rejected(f"{step.place}: the quantifier binds {formula.name}, not {step.var}")
            text, self.text = self.text, None
            rules[step.rule](formula, goal, step)
            self.text = text

    def cite(self, goal, step):
        """Another statement of the claim, which says the same token by token, or the negation; that it is true is assumed."""
        if self.text is None:
            raise Rejected(f"{step.place}: a statement is cited outside of all quantifiers only")
        if step.name not in self.texts:
            raise Rejected(f"{step.place}: the claim has no statement {step.name}")
        if self.texts[step.name] != (self.text if goal else negated(self.text)):
            what = "says something else" if goal else "is not the negation: quantifiers turned round, not ( ... )"
            raise Rejected(f"{step.place}: the statement {step.name} {what}")
        citation = {"kind": "statement", "statement": step.name}
        if self.coverage.path:
            citation["part"] = ".".join(self.coverage.path)
        self.cited.append(citation)

    @staticmethod
    def want(step, rule, what):
        if step.rule not in rule.split(" or "):
            raise Rejected(f"{step.place}: expected {rule} for {what}, found {step.rule}")

    def bindings(self):
        bound = [f"{name} = {render(self.frame[place])}" for place, name in sorted(self.names.items())]
        return f" at {', '.join(bound)}" if bound else ""

    def split(self, formula, goal, step):
        if goal:
            if step.parts is None or step.parts.keys() != formula.parts.keys():
                raise Rejected(f"{step.place}: expected a step for each of {', '.join(formula.parts)}, and no other")
            for name in formula.parts:
                self.meet_part(formula, name, True, step.parts[name])
        else:
            if step.part not in formula.parts:
                raise Rejected(f"{step.place}: expected one of the parts {', '.join(formula.parts)}")
            self.meet_part(formula, step.part, False, step.then)

    def meet_part(self, formula, name, goal, step):
        text, self.text = self.text, None if self.text is None else formula.texts[name]
        self.coverage.path.append(name)
        self.meet(formula.parts[name], goal, step)
        self.coverage.path.pop()
        self.text = text

    def bind(self, quantifier, value):
        self.frame[quantifier.place] = value
        self.names = {place: name for place, name in self.names.items() if place < quantifier.place}
        self.names[quantifier.place] = quantifier.name

    # --- Rules that enumerate elements --------------------------------------------------------------------------------
    def witness(self, quantifier, goal, step):
        entry = self.coverage.entry(quantifier, "witness")
        self.take(quantifier, step.value, step)
        entry["count"] += 1
        self.meet(quantifier.body, goal, step.then)

    def function(self, quantifier, goal, step):
        """As a witness, with a polynomial of the variables around for its value."""
        entry = self.coverage.entry(quantifier, "function")
        working.bits = 64
        value = 0
        for monomial in self.items(step.value, step):
            if not self.items(monomial, step) or type(monomial[0]) not in EXACT:
                raise Rejected(f"{step.place}: expected a coefficient, found {render(monomial)}")
            product = monomial[0]
            for name in monomial[1:]:
                product = multiply(product, self.variable(name, step))
            value = add(value, product)
        self.take(quantifier, value, step)
        entry["count"] += 1
        self.meet(quantifier.body, goal, step.then)

    def take(self, quantifier, value, step):
        """Binds a value that the certificate offers, if it is an element that satisfies the guard."""
        if not self.contains(quantifier, value):
            raise Rejected(f"{step.place}: {render(value)} is no element of {quantifier.domain.text}")
        self.bind(quantifier, value)
        if not self.guard(quantifier, step):
            raise Rejected(f"{step.place}: {render(value)} does not satisfy the 'where' of {quantifier.name}")

    def each(self, quantifier, goal, step, elements, entry):
        """Meets the body for every element that satisfies the guard."""
        cases = iter(step.cases or ())
        number = 0
        for element in elements:
            self.bind(quantifier, element)
            if not self.guard(quantifier, step):
                continue
            number += 1
            following = step.then or next(cases, None)
            if following is None:
                raise Rejected(f"{step.place}: there are more elements than the {len(step.cases)} cases")
            entry["count"] += 1
            self.meet(quantifier.body, goal, following)
        if next(cases, None) is not None:
            raise Rejected(f"{step.place}: there are {number} elements, but {len(step.cases)} cases")
        return number

    def exhaustive(self, quantifier, goal, step):
        entry = self.coverage.entry(quantifier, "exhaustive")
        if quantifier.domain.kind != "list":
            raise Rejected(f"{step.place}: {quantifier.domain.text} is not a list, so it cannot be enumerated")
        self.each(quantifier, goal, step, self.paid(self.evaluate(quantifier.elements)), entry)

    def paid(self, elements):
        for element in elements:
            self.budget.pay(1)
            yield element

    def instances(self, quantifier, goal, step):
        if step.range:
            self.range(quantifier, goal, step)
            return
        entry = self.coverage.entry(quantifier, "instances")
        if not step.values:
            raise Rejected(f"{step.place}: there is no value")
        seen = set()
        for value in step.values:
            key = json.dumps(to_json(value), sort_keys=True)
            if key in seen:
                raise Rejected(f"{step.place}: {render(value)} is listed twice")
            seen.add(key)
        if step.cases is not None and len(step.cases) != len(step.values):
            raise Rejected(f"{step.place}: there are {len(step.values)} values, but {len(step.cases)} cases")
        for i, value in enumerate(step.values):
            self.take(quantifier, value, step)
            self.coverage.note(entry, value)
            entry["count"] += 1
            self.meet(quantifier.body, goal, step.cases[i] if step.cases else step.then)

    def range(self, quantifier, goal, step):
        first, last = step.range
        entry = self.coverage.entry(quantifier, "range")
        if quantifier.domain.kind != "naturals":
            raise Rejected(f"{step.place}: 'from' and 'to' are for naturals alone, not for {quantifier.domain.text}")
        if first < self.bounds(quantifier)[0]:
            raise Rejected(f"{step.place}: {first} is below {quantifier.domain.text}")
        self.coverage.narrow(entry, first, last)
        if not self.each(quantifier, goal, step, self.paid(range(first, last + 1)), entry):
            raise Rejected(f"{step.place}: no integer from {first} to {last} is an element")

    # --- box ----------------------------------------------------------------------------------------------------------
    def box(self, quantifier, goal, step):
        entry = self.coverage.entry(quantifier, "box")
        if quantifier.domain.kind not in ("reals", "vectors", "matrices"):
            raise Rejected(f"{step.place}: {quantifier.domain.text} has no cells")
        bounds = self.bounds(quantifier) or (None, None)
        self.check_cells(quantifier, step, *bounds)
        if step.cases is not None and len(step.cases) != len(step.cells):
            raise Rejected(f"{step.place}: there are {len(step.cells)} cells, but {len(step.cases)} cases")
        sizes = self.sizes(quantifier)
        around = taylor.running
        for i, (lo, hi, order) in enumerate(step.cells):
            if order and (quantifier.domain.kind != "reals" or self.variables):
                raise Rejected(f"{step.place}: an order is for a cell of reals, outside of polynomials")
            if order:
                taylor.running = around.inside(order)
                self.bind(quantifier, taylor.variable(lo, hi, order))
            else:
                entry_value = make(MINUS_INFINITY if lo is None else end(lo), PLUS_INFINITY if hi is None else end(hi))
                self.bind(quantifier, self.filled(entry_value, sizes))
            self.meet_cell(quantifier, goal, step, entry, i)
            taylor.running = around

    def meet_cell(self, quantifier, goal, step, entry, i):
        try:
            if not self.guard(quantifier, step):
                return
        except Unknown:
            pass  # the guard may hold somewhere on the cell
        entry["count"] += 1
        self.meet(quantifier.body, goal, step.cases[i] if step.cases is not None else step.then)

    def filled(self, value, sizes):
        """A number, vector or matrix, all of whose entries are the value."""
        for size in reversed(sizes):
            self.budget.pay_list(size)
            value = (value,) * size
        return value

    @staticmethod
    def check_cells(quantifier, step, lower, upper):
        cells, domain = step.cells, quantifier.domain
        if not cells:
            raise Rejected(f"{step.place}: there is no cell")
        if domain.kind != "reals" and len(cells) != 1:
            raise Rejected(f"{step.place}: {domain.text} takes exactly one cell")
        if cells[0][0] != lower or cells[-1][1] != upper:
            raise Rejected(f"{step.place}: the cells do not reach from end to end of {domain.text}")
        for (_, reached, _), (begin, _, _) in zip(cells, cells[1:]):
            if reached is None or reached != begin:
                raise Rejected(f"{step.place}: a cell begins at {begin}, the one before ends at {reached}")

    # --- polynomial, squares ----------------------------------------------------------------------------------------------
    def polynomial(self, quantifier, goal, step):
        entry = self.coverage.entry(quantifier, "polynomial")
        if quantifier.domain.kind not in ("reals", "vectors", "matrices", "naturals"):
            raise Rejected(f"{step.place}: {quantifier.domain.text} is not made of reals")
        lower, upper = (*self.bounds(quantifier), None, None)[:2]
        if lower is not None and upper is not None and lower > upper:
            raise Rejected(f"{step.place}: {quantifier.domain.text} is empty")
        if taylor.running.order:
            raise Rejected(f"{step.place}: a polynomial on a cell with an order")
        variables, signs = len(self.variables), len(self.known.signs)
        if quantifier.domain.kind == "naturals":
            self.naturals.add(variables)
        self.bind(quantifier, self.fresh(quantifier.name, self.sizes(quantifier), lower, upper))
        try:
            possible = self.guard(quantifier, step)
        except Unknown:
            possible = True
        if possible:
            self.learn(quantifier.links)
            entry["count"] += 1
            self.meet(quantifier.body, goal, step.then)
        del self.variables[variables:], self.known.signs[signs:]
        self.naturals.discard(variables)

    def fresh(self, name, sizes, lower, upper):
        if sizes:
            self.budget.pay_list(sizes[0])
            return tuple([self.fresh(f"{name}[{i + 1}]", sizes[1:], lower, upper) for i in range(sizes[0])])
        around = make(MINUS_INFINITY if lower is None else end(lower), PLUS_INFINITY if upper is None else end(upper))
        value = polynomial.attached(around, polynomial.variable(len(self.variables)))
        self.variables.append((name, value))
        if lower is not None:
            self.sign(value, lower, False)
        if upper is not None:
            self.sign(upper, value, False)
        return value

    def sign(self, larger, smaller, strict):
        if type(larger) not in NUMBER or type(smaller) not in NUMBER:
            return
        difference = polynomial.linear(polynomial.of(larger), -1, polynomial.of(smaller))
        if difference is not None:
            self.known.signs.append((difference, strict))

    def learn(self, links):
        for relation, left, right in links:
            if relation == "!=":
                continue
            try:
                a, b = self.evaluate(left), self.evaluate(right)
            except (Undefined, Unknown):
                continue
            if relation in ("<", "<=", "="):
                self.sign(b, a, relation == "<")
            if relation in (">", ">=", "="):
                self.sign(a, b, relation == ">")

    def squares(self, step):
        for terms in step.signs:
            total, strict = {}, False
            for term in self.items(terms, step):
                polynomial_of_term, positive = self.term(term, step)
                total = polynomial.linear(total, 1, polynomial_of_term)
                strict = strict or positive
            self.known.signs.append((total, strict))

    def items(self, value, step):
        if type(value) is not tuple:
            raise Rejected(f"{step.place}: expected a list, found {render(value)}")
        return value

    def term(self, term, step):
        """The polynomial weight * signs * root^2, and whether that is more than 0."""
        if len(self.items(term, step)) != 3 or type(term[0]) not in EXACT:
            raise Rejected(f"{step.place}: expected a weight, numbers of signs and a root")
        weight, numbers, root = term
        if weight < 0:
            raise Rejected(f"{step.place}: the weight {weight} is below 0")
        square = self.root(root, step)
        number = polynomial.constant(square)
        positive = weight != 0 and number is not None and number != 0
        result = polynomial.product(polynomial.of(weight), polynomial.product(square, square))
        for place in self.items(numbers, step):
            if type(place) is not int or not 1 <= place <= len(self.known.signs):
                raise Rejected(f"{step.place}: there is no sign of the number {render(place)}")
            sign, strict = self.known.signs[place - 1]
            result = polynomial.product(result, sign)
            positive = positive and strict
        return result, positive

    def root(self, root, step):
        result = {}
        for monomial in self.items(root, step):
            if not self.items(monomial, step) or type(monomial[0]) not in EXACT:
                raise Rejected(f"{step.place}: expected a coefficient, found {render(monomial)}")
            product = polynomial.of(monomial[0])
            for name in monomial[1:]:
                product = polynomial.product(product, polynomial.of(self.variable(name, step)))
            result = polynomial.linear(result, 1, product)
        return result

    def variable(self, name, step):
        self.budget.pay(len(self.variables))
        for known, value in reversed(self.variables):
            if type(name) is str and known == name:
                return value
        raise Rejected(f"{step.place}: there is no variable {render(name)}")

    # --- Domains ------------------------------------------------------------------------------------------------------
    def exact(self, expression, what):
        value = self.evaluate(expression)
        if type(value) is Enclosure:
            raise Unknown(f"{what} is not known exactly")
        if type(value) not in EXACT:
            raise wrong_kind(value, f"a number as {what}")
        return value

    def bounds(self, quantifier):
        return tuple(self.exact(bound, f"a bound of {quantifier.domain.text}") for bound in quantifier.bounds)

    def sizes(self, quantifier):
        sizes = []
        for expression in quantifier.sizes:
            what = f"a size of {quantifier.domain.text}"
            size = integer(self.exact(expression, what), what)
            if size < 0:
                raise Undefined(f"the size {size} in {quantifier.domain.text}")
            if size > MOST_ENTRIES:
                raise Undecided(f"the size {size} in {quantifier.domain.text}")
            sizes.append(size)
        return sizes

    def contains(self, quantifier, value):
        """Whether a value of the certificate, which holds no enclosure but polynomials, is an element of the domain."""
        kind = quantifier.domain.kind
        if kind == "values":
            return True
        if kind == "list":
            return self.is_listed(quantifier, value)
        bounds = self.bounds(quantifier)
        if kind == "naturals":
            return self.is_whole(value) and self.fits(value, (), (bounds[0], None))
        return self.fits(value, self.sizes(quantifier), bounds)

    def is_listed(self, quantifier, value):
        found = False
        for element in self.paid(self.evaluate(quantifier.elements)):
            identical = same(element, value)
            if identical:
                return True
            if identical is UNKNOWN:
                found = UNKNOWN
        if found is UNKNOWN:
            raise Unknown(f"whether {render(value)} is in {quantifier.domain.text}")
        return False

    def fits(self, value, sizes, bounds):
        if sizes:
            if type(value) is not tuple or len(value) != sizes[0]:
                return False
            return all(self.fits(item, sizes[1:], bounds) for item in value)
        if type(value) not in NUMBER:
            return False
        outside = bool(bounds) and less(value, bounds[0])
        if outside is False and bounds and bounds[1] is not None:
            outside = less(bounds[1], value)
        if outside is UNKNOWN:
            raise Unknown("whether a polynomial is in a domain")
        return not outside

    def is_whole(self, value):
        """Of polynomials those with integer coefficients in natural variables."""
        if type(value) is not Enclosure or value.polynomial is None:
            return type(value) is int
        return all(
            coefficient.denominator == 1 and all(number in self.naturals for number, _ in monomial)
            for monomial, coefficient in value.polynomial.items()
        )
