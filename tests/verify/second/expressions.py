# SPDX-License-Identifier: Apache-2.0
"""Random expressions of the statement language, most of them defined, over numbers on which ties and edges are
frequent."""

KINDS = ("number", "integer", "boolean", "list", "symbol", "record")
DEFINITIONS = """
def half(x) = x / 2;
def third = 1/3;
def near(x) = abs(x - exp(1)) < 1/10;
def swap(L) = [L[len(L) + 1 - i] for i in 1..len(L)];
"""


class Generator:
    """Draws expressions from a random source. `names`: the bound names in reach, by kind."""

    def __init__(self, source):
        self.source = source
        self.names = {kind: [] for kind in KINDS}
        self.fresh = 0

    def expression(self, kind, depth):
        """Text of an expression that is meant to have this kind; once in a while it has another."""
        if self.source.random() < 0.02:
            kind = self.source.choice(KINDS)
        if depth <= 0 or self.source.random() < 0.1:
            return self.leaf(kind)
        if self.source.random() < 0.12:
            return self.any_kind(kind, depth - 1)
        return "(" + getattr(self, "a_" + kind)(depth - 1) + ")"

    def leaf(self, kind):
        source = self.source
        if self.names[kind] and source.random() < 0.6:
            return source.choice(self.names[kind])
        if kind == "integer":
            return source.choice(["0", "1", "2", "3", "5", "-1", "-2", "len([1, 2])"])
        if kind == "number":
            exact = ["0", "1", "2", "-1", "1/2", "-3/4", "7/3", "third", "sqrt(9/4)"]
            return source.choice(exact + ["exp(1)", "exp(-1/2)", "log(2)", "sqrt(2)"])
        if kind == "boolean":
            return source.choice(["true", "false", "exp(1) = exp(1)", "1/2 = 2/4"])
        if kind == "symbol":
            return source.choice(['"a"', '"b"'])
        if kind == "list":
            return source.choice(["[]", "[1]", "[1/2, 2, 2]", "1..3", "permutations(2)[1]", "[exp(1), 1]"])
        return source.choice(['{a: 1, b: "t"}', "{a: [1, 2]}", "{a: exp(1)}"])

    def bound(self, kind, make):
        """`make(name)` with a new name of the kind in reach."""
        self.fresh += 1
        name = f"v{self.fresh}"
        self.names[kind].append(name)
        text = make(name)
        self.names[kind].pop()
        return name, text

    def any_kind(self, kind, depth):
        form = self.source.randrange(4)
        if form == 0:
            c, a, b = self.expression("boolean", depth), self.expression(kind, depth), self.expression(kind, depth)
            return f"(if {c} then {a} else {b})"
        if form == 1:
            other = self.source.choice(KINDS)
            value = self.expression(other, depth)
            name, body = self.bound(other, lambda name: self.expression(kind, depth))
            return f"(let {name} = {value} in {body})"
        if form == 2:
            start, elements = self.expression(kind, depth), self.expression("list", depth - 1)
            step = lambda name: self.expression(kind, depth - 1)  # noqa: E731
            state, (item, body) = self.bound(kind, lambda name: self.bound("number", step))
            return f"(fold {state} = {start} for {item} in {elements} then {body})"
        index = self.source.choice(["1", "2", "1", "2", "3", "0"])
        return f"[{self.expression(kind, depth)}, {self.expression(kind, depth)}][{index}]"

    def generators(self, body_kind, depth):
        elements = self.source.choice(["1..3", "0..2", "[1/2, -1]", self.expression("list", depth - 1)])
        kind = "integer" if ".." in elements and "[" not in elements else "number"

        def inside(name):
            condition = f" if {self.expression('boolean', depth - 2)}" if self.source.random() < 0.2 else ""
            return self.expression(body_kind, depth - 1), condition

        name, (body, condition) = self.bound(kind, inside)
        return f"{body} for {name} in {elements}{condition}"

    def a_number(self, depth):
        form, draw = self.source.randrange(12), lambda: self.expression("number", depth)
        if form < 4:
            return f"{draw()} {self.source.choice('+-*/')} {draw()}"
        if form == 4:
            return f"-{draw()}"
        if form == 5:
            return f"{draw()}^{self.source.choice(['2', '3', '-1', '0', '-2'])}"
        if form == 6:
            return f"{self.source.choice(['max', 'min'])}({draw()}, {draw()})"
        if form == 7:
            return f"{self.source.choice(['sum', 'product', 'max', 'min'])}({self.generators('number', depth)})"
        if form == 8:
            return f"{self.source.choice(['abs', 'half', 'sqrt', 'log'])}({draw()})"
        if form == 9:
            return f"exp(max(-20, min(20, {draw()})))"
        if form == 10:
            return f"{self.expression('record', depth)}.a"
        return f"{self.source.choice(['max', 'min'])}({self.expression('list', depth)})"

    def a_integer(self, depth):
        form, draw = self.source.randrange(6), lambda: self.expression("integer", depth)
        if form < 2:
            return f"{draw()} {self.source.choice(['+', '-', '*', 'div', 'mod'])} {draw()}"
        if form == 2:
            return f"{self.source.choice(['floor', 'ceil'])}({self.expression('number', depth)})"
        if form == 3:
            return f"count({self.generators('boolean', depth)})"
        if form == 4:
            return f"len({self.expression('list', depth)})"
        return f"sum({self.generators('integer', depth)})"

    def a_boolean(self, depth):
        form = self.source.randrange(9)
        if form < 3:
            operators = self.source.choices(["=", "!=", "<", "<=", ">", ">="], k=self.source.choice((1, 1, 2)))
            first = self.expression("number", depth)
            return first + "".join(f" {operator} {self.expression('number', depth)}" for operator in operators)
        if form < 5:
            operands = [self.expression("boolean", depth) for _ in range(self.source.choice((2, 3)))]
            return f" {self.source.choice(['and', 'or'])} ".join(operands)
        if form == 5:
            return f"not {self.expression('boolean', depth)}"
        if form == 6:
            return f"{self.source.choice(['all', 'any'])}({self.generators('boolean', depth)})"
        if form == 7:
            kind = self.source.choice(["list", "symbol", "boolean"])
            return f"{self.expression(kind, depth)} {self.source.choice(['=', '!='])} {self.expression(kind, depth)}"
        test = self.source.choice(["number", "integer", "boolean", "symbol", "list", "record"])
        return self.source.choice(
            [
                f"is_{test}({self.expression(self.source.choice(KINDS), depth)})",
                f"near({self.expression('number', depth)})",
                f"has({self.expression('record', depth)}, \"b\")",
            ]
        )

    def a_list(self, depth):
        form = self.source.randrange(6)
        if form == 0:
            return f"{self.expression('list', depth)} ++ {self.expression('list', depth)}"
        if form == 1:
            return f"[{self.generators('number', depth)}]"
        if form == 2:
            ends = [f"max(-3, min(3, {self.expression('integer', depth)}))" for _ in range(2)]
            return "..".join(ends)
        if form == 3:
            return f"swap({self.expression('list', depth)})"
        if form == 4:
            return f"tuples([{self.leaf('number')}, 0], {self.source.choice('0122')})[{self.source.choice('1234')}]"
        return f"[{self.expression('number', depth)}, {self.expression('number', depth)}]"

    def a_symbol(self, depth):
        return f"{self.expression('record', depth)}.b"

    def a_record(self, depth):
        return f"{{a: {self.expression('number', depth)}, b: {self.expression('symbol', depth)}}}"
