# SPDX-License-Identifier: Apache-2.0
"""A claim's file with the definitions that it uses, compiled."""

import os

import functions
import syntax
from evaluator import Compiler
from failures import Malformed, Rejected
from hashing import header_hash, statement_hash
from parser import parse_claim, parse_definitions, parse_expression
from scope import Budget, Scope
from values import is_name


class CompiledQuantifier:
    """A quantifier whose expressions are compiled. `elements`: for a list, a function from the frame to an iterable."""

    def __init__(self, node, sizes, bounds, elements, guard, links, place, body):
        self.kind, self.name, self.domain = node.kind, node.name, node.domain
        self.sizes, self.bounds, self.elements = sizes, bounds, elements
        self.guard, self.place, self.body = guard, place, body
        self.links = links  # (relation, left, right) of the comparisons that the guard is a conjunction of


class CompiledParts:
    def __init__(self, parts, texts):
        self.parts = parts  # by name
        self.texts = texts  # the canonical texts, by name


class CompiledExpression:
    """An expression with an estimate of its steps without loops and calls, which whoever runs it pays."""

    def __init__(self, run, steps):
        self.run, self.steps = run, steps


def read_text(path):
    """A file's text. Errors: Malformed, if it cannot be read or is not UTF-8."""
    try:
        with open(path, "rb") as file:
            return file.read().decode("utf-8")
    except OSError as error:
        raise Malformed(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise Malformed(f"{path}: not UTF-8 at byte {error.start}") from None


class Claim:
    """Reads and compiles at once, so that an error anywhere in the files is found. Errors: Malformed."""

    def __init__(self, path, definitions_folder=None):
        self.path = path
        self.folder = definitions_folder or os.path.join(os.path.dirname(os.path.abspath(path)), "..", "definitions")
        self.budget = Budget()
        self.definitions, self.items, self.statements, self.compiled = {}, [], {}, {}
        self._walk, self._done = [], set()
        self.budget.left = 1 << 62
        file = parse_claim(read_text(path), os.path.basename(path))
        self.header = file.header
        self._add(file)

    def _use(self, name, place):
        if name in self._walk:
            raise Malformed(f'{place}: "{name}" uses itself')
        if name in self._done:
            return
        if not is_name(name):
            raise Malformed(f'{place}: "{name}" is not a name of a file of definitions')
        self._walk.append(name)
        path = os.path.join(self.folder, name + ".stm")
        self._add(parse_definitions(read_text(path), os.path.basename(path)))
        self._walk.pop()
        self._done.add(name)

    def _add(self, file):
        for name, place in file.uses:
            self._use(name, place)
        for item in file.items:
            self.items.append(item)
            if item.kind == "def":
                self._define(item)
            else:
                self._state(item)

    def _define(self, item):
        if item.name in functions.NAMES:
            raise Malformed(f"{item.place}: {item.name} is a built-in function")
        if item.name in self.definitions:
            raise Malformed(f"{item.place}: {item.name} is defined twice")
        self.definitions[item.name] = Compiler(self.definitions, self.budget).definition(item)

    def _state(self, item):
        if item.name in self.statements:
            raise Malformed(f"{item.place}: there are two statements {item.name}")
        compiler = Compiler(self.definitions, self.budget)
        formula = _compile_formula(compiler, item.body, Scope({}, 0))
        self.statements[item.name] = item
        self.compiled[item.name] = formula, compiler.size

    def statement(self, name):
        """(formula, length of its frame). Errors: Rejected, if there is none."""
        if name not in self.statements:
            raise Rejected(f"the claim has no statement {name}")
        return self.compiled[name]

    def header_hash(self):
        return header_hash(self.header)

    def hash(self, name):
        self.statement(name)
        return statement_hash(self.items, self.statements[name])

    def evaluate(self, text):
        """The value of an expression that may use every definition of the claim; maybe UNKNOWN."""
        compiler = Compiler(self.definitions, self.budget)
        run = compiler.compile(parse_expression(text), Scope({}, 0))
        return run([None] * compiler.size)


def _compile_formula(compiler, node, scope):
    if isinstance(node, syntax.Parts):
        parts = {name: _compile_formula(compiler, part, scope) for name, part in node.parts}
        return CompiledParts(parts, dict(node.texts))
    if not isinstance(node, syntax.Quantifier):
        return _compile_expression(compiler, node, scope)
    domain = node.domain
    sizes = [_compile_expression(compiler, size, scope) for size in domain.sizes]
    elements, bounds = None, []
    if domain.kind == "list":
        before = compiler.steps
        elements = CompiledExpression(compiler.source(domain.bounds[0], scope), compiler.steps - before)
    else:
        bounds = [_compile_expression(compiler, bound, scope) for bound in domain.bounds]
    place, inner = compiler.bind(scope, node.name, node.place)
    guard = _compile_expression(compiler, node.guard, inner) if node.guard else None
    links = [
        (relation, _compile_expression(compiler, left, inner), _compile_expression(compiler, right, inner))
        for relation, left, right in _links(node.guard)
    ]
    body = _compile_formula(compiler, node.body, inner)
    return CompiledQuantifier(node, sizes, bounds, elements, guard, links, place, body)


def _links(node):
    """The links of the comparisons that stand in an expression with nothing but 'and' around them."""
    if isinstance(node, syntax.Junction) and node.operator == "and":
        for operand in node.operands:
            yield from _links(operand)
    elif isinstance(node, syntax.Chain):
        left = node.first
        for relation, right in node.links:
            yield relation, left, right
            left = right


def _compile_expression(compiler, node, scope):
    before = compiler.steps
    run = compiler.compile(node, scope)
    return CompiledExpression(run, compiler.steps - before)
