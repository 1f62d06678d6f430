# SPDX-License-Identifier: Apache-2.0
"""The syntax tree of the statement language. Every node carries the place of its first token, for messages."""

from dataclasses import dataclass
from typing import Any, Optional


@dataclass(frozen=True, slots=True)
class Node:
    place: str


@dataclass(frozen=True, slots=True)
class Literal(Node):
    value: Any  # int, bool or str (a symbol)


@dataclass(frozen=True, slots=True)
class Name(Node):
    name: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    name: str
    arguments: tuple


@dataclass(frozen=True, slots=True)
class Comprehension(Node):
    name: Optional[str]  # the built-in that consumes the elements; None for a list
    body: Node
    generators: tuple  # of (name, list expression)
    condition: Optional[Node]


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    items: tuple


@dataclass(frozen=True, slots=True)
class RecordOf(Node):
    fields: tuple  # of (name, expression)


@dataclass(frozen=True, slots=True)
class Index(Node):
    base: Node
    index: Node


@dataclass(frozen=True, slots=True)
class Field(Node):
    base: Node
    name: str


@dataclass(frozen=True, slots=True)
class Negate(Node):
    operand: Node


@dataclass(frozen=True, slots=True)
class Not(Node):
    operand: Node


@dataclass(frozen=True, slots=True)
class Binary(Node):
    operator: str  # + - * / div mod ^ .. ++
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Junction(Node):
    operator: str  # "and", "or"
    operands: tuple


@dataclass(frozen=True, slots=True)
class Chain(Node):
    first: Node
    links: tuple  # of (operator, expression): a <= b < c


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: str
    value: Node
    body: Node


@dataclass(frozen=True, slots=True)
class If(Node):
    condition: Node
    then: Node
    otherwise: Node


@dataclass(frozen=True, slots=True)
class Fold(Node):
    state: str
    start: Node
    name: str
    source: Node
    body: Node


@dataclass(frozen=True, slots=True)
class Domain(Node):
    kind: str  # "list", "naturals", "reals", "vectors", "matrices", "values"
    sizes: tuple  # of expressions
    bounds: tuple  # (from,) for naturals; (from, to) or () for the kinds of reals; (list,) for a list
    text: str  # its canonical text


@dataclass(frozen=True, slots=True)
class Quantifier(Node):
    kind: str  # "forall", "exists"
    name: str
    domain: Domain
    guard: Optional[Node]
    body: Any


@dataclass(frozen=True, slots=True)
class Parts(Node):
    parts: tuple  # of (name, formula)
    texts: tuple  # of (name, the formula's canonical text)


@dataclass(frozen=True, slots=True)
class Item(Node):
    """A definition or a statement."""

    kind: str  # "def", "statement"
    name: str
    parameters: tuple  # of names; empty for a constant and for a statement
    body: Any
    body_text: str  # the canonical text of the body
    text: str  # its canonical text
    names: frozenset  # the names that occur in it as tokens


@dataclass(frozen=True, slots=True)
class SourceFile:
    header: dict  # empty for a file of definitions
    uses: tuple  # of (name, place)
    items: tuple  # in the order of the file
