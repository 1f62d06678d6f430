# SPDX-License-Identifier: Apache-2.0
"""Recursive descent over files and formulas (docs/statement_language.md, "Files" and "Grammar")."""

import syntax
from expression_parser import ExpressionParser
from failures import Malformed


class FileParser(ExpressionParser):
    # --- files ------------------------------------------------------------------------------------------------------
    def claim_file(self):
        self.expect("claim")
        header = self.header()
        uses, items = self.uses(), []
        while self.at("def", "statement"):
            items.append(self.item())
        if not any(item.kind == "statement" for item in items):
            self.fail("a statement")
        self.end()
        return syntax.SourceFile(header, uses, tuple(items))

    def definitions_file(self):
        uses, items = self.uses(), []
        while self.at("def"):
            items.append(self.item())
        self.end()
        return syntax.SourceFile({}, uses, tuple(items))

    def end(self):
        if self.token.kind != "end":
            self.fail("the end of the file")

    def header(self):
        self.expect("{")
        header = {}

        def entry():
            place = self.token.place
            key = self.string()
            self.expect(":")
            if key in header:
                raise Malformed(f'{place}: the header has "{key}" twice')
            header[key] = self.string()

        self.separated(entry)
        self.expect("}")
        if "id" not in header:
            raise Malformed(f'{self.token.place}: the header lacks "id"')
        return header

    def uses(self):
        uses = []
        while self.take("use"):
            place = self.token.place
            uses.append((self.string(), place))
            self.expect(";")
        return tuple(uses)

    def item(self):
        start, place = self.position, self.token.place
        kind = self.take("def", "statement")
        name = self.name()
        parameters = ()
        if kind == "def" and self.take("("):
            parameters = self.separated(self.name)
            self.expect(")")
        self.expect("=")
        body_start = self.position
        body = self.expression() if kind == "def" else self.formula()
        body_text = self.text_since(body_start)
        self.expect(";")
        names = frozenset(t.text for t in self.tokens[start : self.position] if t.kind == "name")
        return syntax.Item(place, kind, name, parameters, body, body_text, self.text_since(start), names)

    # --- formulas ---------------------------------------------------------------------------------------------------
    def formula(self):
        return self.nested(self.formula_inside)

    def formula_inside(self):
        place = self.token.place
        if kind := self.take("forall", "exists"):
            name = self.name()
            self.expect("in")
            domain = self.domain()
            guard = self.expression() if self.take("where") else None
            self.expect(":")
            return syntax.Quantifier(place, kind, name, domain, guard, self.formula())
        if self.take("parts"):
            self.expect("{")
            parts, texts = {}, {}
            while not parts or not self.at("}"):
                part_place, name = self.token.place, self.name()
                if name in parts:
                    raise Malformed(f"{part_place}: there are two parts {name}")
                self.expect(":")
                start = self.position
                parts[name] = self.formula()
                texts[name] = self.text_since(start)
                self.expect(";")
            self.expect("}")
            return syntax.Parts(place, tuple(parts.items()), tuple(texts.items()))
        return self.expression()

    def domain(self):
        start, place = self.position, self.token.place
        kind = self.take("naturals", "reals", "vectors", "matrices", "values") or "list"
        sizes, bounds = (), ()
        if kind in ("vectors", "matrices"):
            self.expect("(")
            sizes = (self.expression(),)
            if kind == "matrices":
                self.expect(",")
                sizes += (self.expression(),)
            self.expect(")")
        if kind == "list":
            bounds = (self.expression(),)
        elif kind == "naturals":
            self.expect("from")
            bounds = (self.expression(),)
        elif kind != "values" and self.take("from"):
            lower = self.expression()
            self.expect("to")
            bounds = (lower, self.expression())
        return syntax.Domain(place, kind, sizes, bounds, self.text_since(start))


def parse_claim(text, file):
    return FileParser(text, file).claim_file()


def parse_definitions(text, file):
    return FileParser(text, file).definitions_file()


def parse_expression(text):
    parser = FileParser(text, "expression")
    expression = parser.expression()
    parser.end()
    return expression
