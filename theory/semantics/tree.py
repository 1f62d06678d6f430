#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints statements of a claim file, each with the definitions that it reaches, as terms of syntax.v.

It parses (docs/statement_language.md, "Grammar") and prints, and nothing else: names stay names, and what is Malformed for another
reason than its grammar is for the checkers to refuse. Part of what is trusted where a theorem is bound to a statement by a program;
a test holds it against a second printer on the second checker's parser, byte for byte, on every statement.

    tree.py CLAIM STATEMENT...      a Coq file that defines STATEMENT... (definitions: ../definitions beside the claim's folder)
    tree.py --expression TEXT       the term of one expression
    tree.py --checker CLAIM         what the proved checker reads: the claim's id, its header's hash, and each statement's hash and term

Exit codes: 0 printed; 3 the text does not parse, or has no such statement; 64 usage.
"""
import hashlib
import pathlib
import re
import sys

KEYWORDS = set("""claim use def statement forall exists in where parts naturals reals vectors matrices values from to
let if then else and or not fold for true false div mod""".split())
SYMBOLS = "(?:[.][.]|!=|<=|>=|[+][+]|[][(){},;:.=<>+*/^-])"
TOKEN = re.compile(rf'(?P<skip>[ \n]+|#[^\n]*)|(?P<word>[A-Za-z][A-Za-z0-9_]*)|(?P<integer>(?:0|[1-9][0-9]*)(?![A-Za-z0-9_]))'
                   rf'|(?P<string>"[^"\n]*")|(?P<symbol>{SYMBOLS})')
COMPARISONS = {"=": "Equal", "!=": "Different", "<": "Less", "<=": "AtMost", ">": "Greater", ">=": "AtLeast"}
SUMS = {"+": "Add", "-": "Subtract"}
TERMS = {"*": "Multiply", "/": "Divide", "div": "Div", "mod": "Mod"}


class DoesNotParse(Exception):
    """One line that names the place and what was expected."""


# --- Coq terms ------------------------------------------------------------------------------------------------------------
def term(constructor, *arguments):
    return f"({' '.join([constructor, *arguments])})"


def quoted(text):
    return f'"{text}"'


def listed(items):
    return f"[{'; '.join(items)}]"


def pair(first, second):
    return f"({first}, {second})"


def option(item):
    return "None" if item is None else term("Some", item)


# --- parsing --------------------------------------------------------------------------------------------------------------
class Parser:
    """Every method reads what it is named after, at the place where the parser stands, and gives its Coq term."""

    def __init__(self, text, name):
        self.name, self.at, self.tokens = name, 0, []  # (kind, text, line)
        end = 0
        for found in TOKEN.finditer(text):
            if found.start() != end:
                break
            end = found.end()
            if found.lastgroup != "skip":
                kind = "keyword" if found.lastgroup == "word" and found.group() in KEYWORDS else found.lastgroup
                self.tokens.append((kind, found.group(), text.count("\n", 0, found.start()) + 1))
        if end != len(text):
            raise DoesNotParse(f"{name}:{text.count(chr(10), 0, end) + 1}: no token begins with {text[end]!r}")
        self.tokens.append(("end", "the end of the text", text.count("\n") + 1))

    def sees(self, *texts):
        kind, text, _ = self.tokens[self.at]
        return kind in ("keyword", "symbol") and text in texts

    def take(self, *texts):
        if not self.sees(*texts):
            return None
        self.at += 1
        return self.tokens[self.at - 1][1]

    def expect(self, what, kind=None):
        """A keyword or symbol, or a token of a kind."""
        found_kind, text, line = self.tokens[self.at]
        if not (found_kind == kind if kind else self.sees(what)):
            raise DoesNotParse(f"{self.name}:{line}: {what} was expected, found {text}")
        self.at += 1
        return text

    def word(self):
        return self.expect("a name", "word")

    def string(self):
        return self.expect("a string", "string")[1:-1]

    def several(self, one, separator=","):
        items = [one()]
        while self.take(separator):
            items.append(one())
        return items

    # Files: (names of the files used, [(kind, name, tokens' names, canonical text, the item's term)]).
    def file(self, is_claim):
        if is_claim:
            self.expect("claim")
            self.expect("{")
            self.several(lambda: (self.string(), self.expect(":"), self.string()))
            self.expect("}")
        uses, items = [], []
        while self.take("use"):
            uses.append(self.string())
            self.expect(";")
        while self.sees("def", "statement"):
            items.append(self.item())
        self.expect("the end of the text", "end")
        return uses, items

    def item(self):
        start = self.at
        kind, name, parameters = self.take("def", "statement"), self.word(), []
        if kind == "def" and self.take("("):
            parameters = self.several(self.word)
            self.expect(")")
        self.expect("=")
        body = self.expression() if kind == "def" else self.formula()
        self.expect(";")
        names = {text for token_kind, text, _ in self.tokens[start:self.at] if token_kind == "word"}
        canonical = " ".join(text for _, text, _ in self.tokens[start:self.at])
        return kind, name, names, canonical, (term("Definition_", quoted(name), listed(map(quoted, parameters)), body) if kind == "def" else body)

    def formula(self):
        if quantifier := self.take("forall", "exists"):
            name = self.word()
            self.expect("in")
            domain = self.domain()
            condition = option(self.expression() if self.take("where") else None)
            self.expect(":")
            return term(quantifier.capitalize(), quoted(name), domain, condition, self.formula())
        if self.take("parts"):
            self.expect("{")
            parts = [self.part()]
            while not self.sees("}"):
                parts.append(self.part())
            self.expect("}")
            return term("Parts", listed(parts))
        return term("Expression", self.expression())

    def part(self):
        name = self.word()
        self.expect(":")
        formula = self.formula()
        self.expect(";")
        return pair(quoted(name), formula)

    def domain(self):
        if self.take("naturals"):
            self.expect("from")
            return term("Naturals", self.expression())
        if self.take("reals"):
            return term("Reals", self.bounds())
        if self.take("values"):
            return "Values"
        kind, sizes = self.take("vectors", "matrices"), []
        if kind is None:
            return term("Elements", self.expression())
        self.expect("(")
        sizes.append(self.expression())
        if kind == "matrices":
            self.expect(",")
            sizes.append(self.expression())
        self.expect(")")
        return term(kind.capitalize(), *sizes, self.bounds())

    def bounds(self):
        if not self.take("from"):
            return option(None)
        first = self.expression()
        self.expect("to")
        return option(pair(first, self.expression()))

    def expression(self):
        if self.take("let"):
            name = self.word()
            self.expect("=")
            value = self.expression()
            self.expect("in")
            return term("Let", quoted(name), value, self.expression())
        if self.take("if"):
            condition = self.expression()
            self.expect("then")
            yes = self.expression()
            self.expect("else")
            return term("If", condition, yes, self.expression())
        if self.take("fold"):
            state = self.word()
            self.expect("=")
            start = self.expression()
            self.expect("for")
            name = self.word()
            self.expect("in")
            source = self.expression()
            self.expect("then")
            return term("Fold", quoted(state), start, quoted(name), source, self.expression())
        return self.joined("Or", "or", lambda: self.joined("And", "and", self.negation))

    def joined(self, constructor, sign, operand):
        operands = self.several(operand, sign)
        return operands[0] if len(operands) == 1 else term(constructor, listed(operands))

    def negation(self):
        return term("Not", self.negation()) if self.take("not") else self.comparison()

    def comparison(self):
        first, links = self.concatenation(), []
        while sign := self.take(*COMPARISONS):
            links.append(pair(COMPARISONS[sign], self.concatenation()))
        return term("Chain", first, listed(links)) if links else first

    def to_the_left(self, signs, operand):
        left = operand()
        while sign := self.take(*signs):
            left = term("Binary", signs[sign], left, operand())
        return left

    def concatenation(self):
        return self.to_the_left({"++": "Concatenate"}, self.range)

    def range(self):
        first = self.sum()
        return term("Binary", "Range", first, self.sum()) if self.take("..") else first

    def sum(self):
        return self.to_the_left(SUMS, self.product)

    def product(self):
        return self.to_the_left(TERMS, self.unary)

    def unary(self):
        return term("Negate", self.unary()) if self.take("-") else self.power()

    def power(self):
        base = self.postfix()
        return term("Binary", "Power", base, self.unary()) if self.take("^") else base

    def postfix(self):
        base = self.primary()
        while sign := self.take("[", "."):
            if sign == "[":
                base = term("Index", base, self.expression())
                self.expect("]")
            else:
                base = term("Field", base, quoted(self.word()))
        return base

    def primary(self):
        kind, text, _ = self.tokens[self.at]
        if kind == "integer":
            self.at += 1
            return term("Number", text)
        if kind == "string":
            return term("Sym", quoted(self.string()))
        if truth := self.take("true", "false"):
            return term("Truth", truth)
        if self.take("("):
            inner = self.expression()
            self.expect(")")
            return inner
        if self.take("["):
            return self.rest_of_list()
        if self.take("{"):
            fields = self.several(lambda: (self.word(), self.expect(":"), self.expression()))
            self.expect("}")
            return term("RecordOf", listed(pair(quoted(name), value) for name, _, value in fields))
        name = self.expect("an expression", "word")
        if not self.take("("):
            return term("Name", quoted(name))
        first = self.expression()
        if self.sees("for"):
            result = term("Over", quoted(name), first, *self.generators())
        else:
            result = term("Call", quoted(name), listed([first] + (self.several(self.expression) if self.take(",") else [])))
        self.expect(")")
        return result

    def rest_of_list(self):
        if self.take("]"):
            return term("ListOf", listed([]))
        first = self.expression()
        if self.sees("for"):
            result = term("ListOver", first, *self.generators())
        else:
            result = term("ListOf", listed([first] + (self.several(self.expression) if self.take(",") else [])))
        self.expect("]")
        return result

    def generators(self):
        self.expect("for")
        generators = self.several(lambda: (self.word(), self.expect("in"), self.expression()))
        condition = option(self.expression() if self.take("if") else None)
        return listed(pair(quoted(name), source) for name, _, source in generators), condition


# --- files ----------------------------------------------------------------------------------------------------------------
def read(path, is_claim):
    try:
        return Parser(path.read_bytes().decode("utf-8"), path.name).file(is_claim)
    except (OSError, UnicodeDecodeError) as error:
        raise DoesNotParse(f"{path}: a file of UTF-8 text was expected ({error})") from None


def items_of(claim, definitions):
    """All items, a used file's before those of the file that uses it, each file's once."""
    done, items = set(), []

    def visit(path, is_claim):
        uses, own = read(path, is_claim)
        for used in uses:
            if used not in done:
                done.add(used)
                visit(definitions / f"{used}.stm", False)
        items.extend(own)

    visit(claim, True)
    return items


def reached(items, wanted):
    """The statement's item, and those of the definitions whose names occur in it or in such a definition, in the files' order."""
    found = [item for item in items if item[:2] == ("statement", wanted)]
    if len(found) != 1:
        raise DoesNotParse(f"one statement {wanted} was expected, found {len(found)}")
    names, size = set(found[0][2]), -1
    while size != len(names):
        size = len(names)
        for kind, name, mentioned, _, _ in items:
            if kind == "def" and name in names:
                names |= mentioned
    return found[0], [item for item in items if item[0] == "def" and item[1] in names]


def statement_hash(items, wanted):
    """The hash of a statement (docs/statement_language.md), of the text that the term is printed from."""
    statement, definitions = reached(items, wanted)
    text = "".join(item[3] + "\n" for item in definitions + [statement])
    return hashlib.sha256(f"attest.statement/1\n{text}".encode()).hexdigest()


def statement_term(items, wanted):
    statement, definitions = reached(items, wanted)
    return "Statement\n  [" + ";\n   ".join(item[4] for item in definitions) + f"]\n  {statement[4]}"


HEADING = """From Coq Require Import String List NArith.
From attest Require Import syntax.
Import ListNotations.
Local Open Scope string_scope.
"""


def claim_items(claim):
    return items_of(claim, claim.parent.parent / "definitions")


def statements_file(claim, wanted=None):
    """The text of a Coq file that defines the statements (None: all)."""
    items = claim_items(claim)
    wanted = [item[1] for item in items if item[0] == "statement"] if wanted is None else wanted
    return HEADING + "".join(f"Definition {name} : statement := {statement_term(items, name)}.\n" for name in wanted)


def header_of(claim):
    """The header's entries, in their order."""
    parser = Parser(claim.read_bytes().decode("utf-8"), claim.name)
    parser.expect("claim")
    parser.expect("{")
    return [(key, value) for key, _, value in parser.several(lambda: (parser.string(), parser.expect(":"), parser.string()))]


def checker_file(claim):
    """What verify/proved reads of a claim."""
    items, header = claim_items(claim), header_of(claim)
    text = "attest.header/1\n" + "".join(f'"{key}": "{value}"\n' for key, value in header)
    blocks = [f"claim {dict(header)['id']}\nheader {hashlib.sha256(text.encode()).hexdigest()}\n"]
    for kind, name, *_ in items:
        if kind == "statement":
            blocks.append(f"statement {name} {statement_hash(items, name)}\n{statement_term(items, name)}\n")
    return "\n".join(blocks)


def main(arguments):
    sys.setrecursionlimit(100_000)
    try:
        if len(arguments) == 2 and arguments[0] == "--expression":
            parser = Parser(arguments[1], "the expression")
            expression = parser.expression()
            parser.expect("the end of the text", "end")
            print(expression)
        elif len(arguments) == 2 and arguments[0] == "--checker":
            print(checker_file(pathlib.Path(arguments[1])), end="")
        elif len(arguments) >= 2 and not arguments[0].startswith("-"):
            print(statements_file(pathlib.Path(arguments[0]), arguments[1:]), end="")
        else:
            print("usage: tree.py CLAIM STATEMENT... | tree.py --expression TEXT | tree.py --checker CLAIM", file=sys.stderr)
            return 64
    except DoesNotParse as error:
        print(f"tree.py: {error}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
