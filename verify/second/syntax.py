# SPDX-License-Identifier: Apache-2.0
"""The syntax tree of the statement language. Every node carries the place of its first token, for messages."""

from record import record


@record
class Node:
    place: str


@record
class Literal(Node):
    value: object  # int, bool or str (a symbol)


@record
class Name(Node):
    name: str


@record
class Call(Node):
    name: str
    arguments: tuple


@record
class Comprehension(Node):
    name: str | None  # the built-in that consumes the elements; None for a list
    body: Node
    generators: tuple  # of (name, list expression)
    condition: Node | None


@record
class ListOf(Node):
    items: tuple


@record
class RecordOf(Node):
    fields: tuple  # of (name, expression)


@record
class Index(Node):
    base: Node
    index: Node


@record
class Field(Node):
    base: Node
    name: str


@record
class Negate(Node):
    operand: Node


@record
class Not(Node):
    operand: Node


@record
class Binary(Node):
    operator: str  # + - * / div mod ^ .. ++
    left: Node
    right: Node


@record
class Junction(Node):
    operator: str  # "and", "or"
    operands: tuple


@record
class Chain(Node):
    first: Node
    links: tuple  # of (operator, expression): a <= b < c


@record
class Let(Node):
    name: str
    value: Node
    body: Node


@record
class If(Node):
    condition: Node
    then: Node
    otherwise: Node


@record
class Fold(Node):
    state: str
    start: Node
    name: str
    source: Node
    body: Node


@record
class Domain(Node):
    kind: str  # "list", "naturals", "reals", "vectors", "matrices", "values"
    sizes: tuple  # of expressions
    bounds: tuple  # (from,) for naturals; (from, to) or () for the kinds of reals; (list,) for a list
    text: str  # its canonical text


@record
class Quantifier(Node):
    kind: str  # "forall", "exists"
    name: str
    domain: Domain
    guard: Node | None
    body: object


@record
class Parts(Node):
    parts: tuple  # of (name, formula)
    texts: tuple  # of (name, the formula's canonical text)


@record
class Item(Node):
    """A definition or a statement."""

    kind: str  # "def", "statement"
    name: str
    parameters: tuple  # of names; empty for a constant and for a statement
    body: object
    body_text: str  # the canonical text of the body
    text: str  # its canonical text
    names: frozenset  # the names that occur in it as tokens


@record
class SourceFile:
    header: dict  # empty for a file of definitions
    uses: tuple  # of (name, place)
    items: tuple  # in the order of the file
