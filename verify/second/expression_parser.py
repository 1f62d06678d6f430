# SPDX-License-Identifier: Apache-2.0
"""Recursive descent over the expressions of docs/statement_language.md, "Grammar". The compiler resolves names
later."""

import syntax
from failures import Malformed
from lexer import tokenize

MAX_NESTING = 256
_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")


class ExpressionParser:
    """One pass over one text. Every method consumes what it is named after; errors are Malformed."""

    def __init__(self, text, file):
        self.tokens = tokenize(text, file)
        self.position = 0
        self.depth = 0

    # --- tokens -----------------------------------------------------------------------------------------------------
    @property
    def token(self):
        return self.tokens[self.position]

    def fail(self, expected):
        raise Malformed(f"{self.token.place}: expected {expected}, found {self.token.text}")

    def at(self, *texts):
        return self.token.kind in ("keyword", "symbol") and self.token.text in texts

    def take(self, *texts):
        """The token's text if it is one of `texts`, else None."""
        if not self.at(*texts):
            return None
        self.position += 1
        return self.tokens[self.position - 1].text

    def expect(self, text):
        if not self.take(text):
            self.fail(f"'{text}'")

    def nested(self, method):
        """Bounds the recursion, so that no input can exhaust the stack."""
        self.depth += 1
        if self.depth > MAX_NESTING:
            self.fail(f"a nesting of at most {MAX_NESTING}")
        result = method()
        self.depth -= 1
        return result

    def kind(self, kind, what):
        if self.token.kind != kind:
            self.fail(what)
        self.position += 1
        return self.tokens[self.position - 1].text

    def name(self):
        return self.kind("name", "a name")

    def string(self):
        return self.kind("string", "a string")[1:-1]

    def text_since(self, start):
        return " ".join(token.text for token in self.tokens[start : self.position])

    def separated(self, item, separator=","):
        items = [item()]
        while self.take(separator):
            items.append(item())
        return tuple(items)

    # --- expressions, from the loosest binding to the tightest --------------------------------------------------------
    def expression(self):
        return self.nested(self.expression_inside)

    def expression_inside(self):
        place = self.token.place
        if self.take("let"):
            name = self.name()
            self.expect("=")
            value = self.expression()
            self.expect("in")
            return syntax.Let(place, name, value, self.expression())
        if self.take("if"):
            condition = self.expression()
            self.expect("then")
            then = self.expression()
            self.expect("else")
            return syntax.If(place, condition, then, self.expression())
        if self.take("fold"):
            state = self.name()
            self.expect("=")
            start = self.expression()
            self.expect("for")
            name = self.name()
            self.expect("in")
            source = self.expression()
            self.expect("then")
            return syntax.Fold(place, state, start, name, source, self.expression())
        return self.junction("or", lambda: self.junction("and", self.negation))

    def junction(self, operator, operand):
        place = self.token.place
        operands = self.separated(operand, operator)
        return operands[0] if len(operands) == 1 else syntax.Junction(place, operator, operands)

    def negation(self):
        place = self.token.place
        return syntax.Not(place, self.nested(self.negation)) if self.take("not") else self.comparison()

    def comparison(self):
        place = self.token.place
        first = self.concatenation()
        links = []
        while operator := self.take(*_COMPARISONS):
            links.append((operator, self.concatenation()))
        return syntax.Chain(place, first, tuple(links)) if links else first

    def left_associative(self, operand, *operators):
        place = self.token.place
        left = operand()
        while operator := self.take(*operators):
            left = syntax.Binary(place, operator, left, operand())
        return left

    def concatenation(self):
        return self.left_associative(self.range, "++")

    def range(self):
        place = self.token.place
        first = self.sum()
        return syntax.Binary(place, "..", first, self.sum()) if self.take("..") else first

    def sum(self):
        return self.left_associative(self.term, "+", "-")

    def term(self):
        return self.left_associative(self.unary, "*", "/", "div", "mod")

    def unary(self):
        place = self.token.place
        return syntax.Negate(place, self.nested(self.unary)) if self.take("-") else self.power()

    def power(self):
        place = self.token.place
        base = self.postfix()
        return syntax.Binary(place, "^", base, self.nested(self.unary)) if self.take("^") else base

    def postfix(self):
        place = self.token.place
        base = self.primary()
        while operator := self.take("[", "."):
            if operator == "[":
                base = syntax.Index(place, base, self.expression())
                self.expect("]")
            else:
                base = syntax.Field(place, base, self.name())
        return base

    def primary(self):
        token = self.token
        if token.kind == "integer":
            self.position += 1
            return syntax.Literal(token.place, int(token.text))
        if token.kind == "string":
            return syntax.Literal(token.place, self.string())
        if boolean := self.take("true", "false"):
            return syntax.Literal(token.place, boolean == "true")
        if self.take("("):
            inner = self.expression()
            self.expect(")")
            return inner
        if token.kind == "name":
            return self.name_or_call()
        if self.take("["):
            return self.list()
        if self.take("{"):
            return self.record(token.place)
        return self.fail("an expression")

    def name_or_call(self):
        place, name = self.token.place, self.name()
        if not self.take("("):
            return syntax.Name(place, name)
        first = self.expression()
        if self.at("for"):
            result = self.generators(place, name, first)
        else:
            rest = self.separated(self.expression) if self.take(",") else ()
            result = syntax.Call(place, name, (first, *rest))
        self.expect(")")
        return result

    def list(self):
        place = self.tokens[self.position - 1].place
        if self.take("]"):
            return syntax.ListOf(place, ())
        first = self.expression()
        if self.at("for"):
            result = self.generators(place, None, first)
        else:
            rest = self.separated(self.expression) if self.take(",") else ()
            result = syntax.ListOf(place, (first, *rest))
        self.expect("]")
        return result

    def generators(self, place, consumer, body):
        self.expect("for")

        def generator():
            name = self.name()
            self.expect("in")
            return name, self.expression()

        generators = self.separated(generator)
        condition = self.expression() if self.take("if") else None
        return syntax.Comprehension(place, consumer, body, generators, condition)

    def record(self, place):
        fields = {}

        def field():
            field_place, name = self.token.place, self.name()
            if name in fields:
                raise Malformed(f"{field_place}: the record has the field {name} twice")
            self.expect(":")
            fields[name] = self.expression()

        self.separated(field)
        self.expect("}")
        return syntax.RecordOf(place, tuple(fields.items()))
