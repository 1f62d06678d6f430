# SPDX-License-Identifier: Apache-2.0
"""Compiles expressions to Python closures.

A compiled expression is a function of a frame, the list of the values bound so far; a bound name is a place in it,
found when compiling. No closure survives the evaluation that made a binding, so a frame may be overwritten in
place.
"""

from itertools import islice

import arithmetic
import functions
import syntax
from enclosure import UNKNOWN, working
from failures import Malformed, Undefined, Unknown
from scope import MAX_LENGTH, Definition, Scope
from values import integer, not_final, wrong_kind


def truth(value, where):
    """True or False where one of them is needed."""
    if value is True or value is False:
        return value
    if value is UNKNOWN:
        raise Unknown(f"an unknown boolean {where}")
    raise wrong_kind(value, f"a boolean {where}")


class Compiler:
    """Compiles for one file's definitions. `size` is the length that a frame must have, `steps` the nodes compiled
    so far."""

    def __init__(self, definitions, budget):
        self.definitions, self.budget = definitions, budget
        self.size = self.steps = 0

    # --- names ------------------------------------------------------------------------------------------------------
    def bind(self, scope, name, place):
        """The place of a new name, and the scope inside it."""
        if name in self.definitions or name in functions.NAMES:
            raise Malformed(f"{place}: {name} is already a definition or a built-in function")
        self.size = max(self.size, scope.depth + 1)
        return scope.depth, Scope({**scope.places, name: scope.depth}, scope.depth + 1)

    def definition(self, item):
        """Compiles a `def`."""
        scope = Scope({}, 0)
        for name in item.parameters:
            if name in scope.places:
                raise Malformed(f"{item.place}: {item.name} has the parameter {name} twice")
            _, scope = self.bind(scope, name, item.place)
        run = self.compile(item.body, scope)
        return Definition(item.parameters, run, self.size, self.steps)

    # --- dispatch ---------------------------------------------------------------------------------------------------
    def compile(self, node, scope):
        self.steps += 1
        return getattr(self, "compile_" + type(node).__name__)(node, scope)

    def compile_Literal(self, node, scope):
        value = node.value
        return lambda frame: value

    def compile_Name(self, node, scope):
        place = scope.places.get(node.name)
        if place is not None:
            return lambda frame: frame[place]
        definition = self.find(node, ())
        run, size, steps, pay = definition.run, definition.size, definition.steps, self.budget.pay
        values = {}  # by working precision

        def constant(frame):
            bits = working.bits
            if bits not in values:
                pay(steps)
                values[bits] = run([None] * size)
            return values[bits]

        return constant

    def find(self, node, arguments):
        if node.name in functions.NAMES:
            raise Malformed(f"{node.place}: the built-in {node.name} is not used as the language shows it")
        definition = self.definitions.get(node.name)
        if definition is None:
            raise Malformed(f"{node.place}: the name {node.name} is not known here")
        if len(definition.parameters) != len(arguments):
            wanted = len(definition.parameters)
            raise Malformed(f"{node.place}: {node.name} takes {wanted} arguments, not {len(arguments)}")
        return definition

    def compile_Call(self, node, scope):
        if node.name in scope.places:
            raise Malformed(f"{node.place}: {node.name} is a bound name, not a definition")
        function = functions.CALLS.get((node.name, len(node.arguments)))
        definition = None if function else self.find(node, node.arguments)
        arguments = [self.compile(argument, scope) for argument in node.arguments]
        if function:
            pay_list = self.budget.pay_list
            if node.name in functions.PAID:
                return lambda frame: function(pay_list, *[argument(frame) for argument in arguments])
            if len(arguments) == 1:
                (argument,) = arguments
                return lambda frame: function(argument(frame))
            return lambda frame: function(*[argument(frame) for argument in arguments])
        run, steps, pay = definition.run, definition.steps, self.budget.pay
        rest = [None] * (definition.size - len(arguments))

        def call(frame):
            pay(steps)
            return run([argument(frame) for argument in arguments] + rest)

        return call

    # --- lists and records ------------------------------------------------------------------------------------------
    def compile_ListOf(self, node, scope):
        items = [self.compile(item, scope) for item in node.items]
        return lambda frame: tuple([item(frame) for item in items])

    def compile_RecordOf(self, node, scope):
        fields = [(name, self.compile(value, scope)) for name, value in node.fields]
        return lambda frame: {name: value(frame) for name, value in fields}

    def compile_Index(self, node, scope):
        base, index = self.compile(node.base, scope), self.compile(node.index, scope)
        place = node.place

        def run(frame):
            items, i = base(frame), index(frame)
            if type(items) is not tuple:
                raise wrong_kind(items, f"a list at {place}")
            if type(i) is not int:
                integer(i, f"an index at {place}")
            if 1 <= i <= len(items):
                return items[i - 1]
            raise Undefined(f"{place}: index {i} into a list of {len(items)}")

        return run

    def compile_Field(self, node, scope):
        base, name, place = self.compile(node.base, scope), node.name, node.place

        def run(frame):
            record = base(frame)
            if type(record) is not dict:
                raise wrong_kind(record, f"a record at {place}")
            if name not in record:
                raise Undefined(f"{place}: the record has no field {name}")
            return record[name]

        return run

    def source(self, node, scope):
        """A function from the frame to an iterable over a list's elements, made one at a time where that is
        possible."""
        lazy = None
        if isinstance(node, syntax.Binary) and node.operator == "..":
            lazy = functions.integers_between, (node.left, node.right)
        elif isinstance(node, syntax.Call) and (node.name, len(node.arguments)) in functions.LAZY:
            lazy = functions.LAZY[node.name, len(node.arguments)], node.arguments
        if lazy:
            self.steps += 1
            function, arguments = lazy[0], [self.compile(argument, scope) for argument in lazy[1]]
            return lambda frame: function(*[argument(frame) for argument in arguments])
        run = self.compile(node, scope)
        place = node.place

        def elements(frame):
            items = run(frame)
            if type(items) is not tuple:
                raise wrong_kind(items, f"a list at {place}")
            return items

        return elements

    def compile_Comprehension(self, node, scope):
        """The generators become one Python generator that binds the names and yields once for each element."""
        if node.name is not None and node.name not in functions.CONSUMERS:
            raise Malformed(f"{node.place}: {node.name} does not take 'for'")
        loops = []
        for name, list_node in node.generators:
            source = self.source(list_node, scope)
            place, scope = self.bind(scope, name, node.place)
            loops.append((place, source))
        before = self.steps
        condition = self.compile(node.condition, scope) if node.condition else None
        body = self.compile(node.body, scope)
        each = self.loop(loops, condition, self.steps - before)
        if node.name is None:
            return self.list_of(each, body)
        return functions.CONSUMERS[node.name](each, body)

    def loop(self, loops, condition, steps):
        budget = self.budget
        each = None
        for position, (place, source) in enumerate(loops):
            last = position == len(loops) - 1
            each = _nest(each, place, source, budget, steps if last else 1, condition if last else None)
        return each

    def list_of(self, each, body):
        pay_list = self.budget.pay_list

        def run(frame):
            items = [body(frame) for _ in islice(each(frame), MAX_LENGTH + 1)]
            pay_list(len(items))
            return tuple(items)

        return run

    # --- operators --------------------------------------------------------------------------------------------------
    def compile_Negate(self, node, scope):
        operand, negate = self.compile(node.operand, scope), arithmetic.negate
        return lambda frame: negate(operand(frame))

    def compile_Binary(self, node, scope):
        left, right = self.compile(node.left, scope), self.compile(node.right, scope)
        operator = node.operator
        if operator in functions.FAST_BINARY:
            return functions.FAST_BINARY[operator](left, right)
        pay_list = self.budget.pay_list
        if operator == "..":
            return lambda frame: functions.integer_list(pay_list, left(frame), right(frame))
        if operator == "++":
            return lambda frame: functions.concatenate(pay_list, left(frame), right(frame))
        function = functions.BINARY[operator]
        return lambda frame: function(left(frame), right(frame))

    def compile_Chain(self, node, scope):
        operands = [self.compile(operand, scope) for operand in (node.first, *(operand for _, operand in node.links))]
        compare = [functions.COMPARE[operator] for operator, _ in node.links]
        if len(compare) == 1:
            return functions.COMPARISON[node.links[0][0]](*operands)

        def run(frame):  # as "and": nothing is evaluated after the first link that is false
            result, left = True, operands[0](frame)
            try:
                for function, operand in zip(compare, operands[1:]):
                    right = operand(frame)
                    link = function(left, right)
                    if link is False:
                        return False
                    if link is UNKNOWN:
                        result = UNKNOWN
                    left = right
            except Undefined as undefined:
                raise not_final(undefined, result) from None
            return result

        return run

    def compile_Not(self, node, scope):
        operand = self.compile(node.operand, scope)

        def run(frame):
            value = operand(frame)
            return value if value is UNKNOWN else not truth(value, "after 'not'")

        return run

    def compile_Junction(self, node, scope):
        operands = [self.compile(operand, scope) for operand in node.operands]
        deciding = node.operator == "or"
        where = f"beside '{node.operator}'"

        def run(frame):
            result = not deciding
            try:
                for operand in operands:
                    value = operand(frame)
                    if value is UNKNOWN:
                        result = UNKNOWN
                    elif truth(value, where) is deciding:
                        return deciding
            except Undefined as undefined:
                raise not_final(undefined, result) from None
            return result

        return run

    # --- let, if, fold ------------------------------------------------------------------------------------------------
    def compile_Let(self, node, scope):
        value = self.compile(node.value, scope)
        place, inner = self.bind(scope, node.name, node.place)
        body = self.compile(node.body, inner)

        def run(frame):
            frame[place] = value(frame)
            return body(frame)

        return run

    def compile_If(self, node, scope):
        condition = self.compile(node.condition, scope)
        then, otherwise = self.compile(node.then, scope), self.compile(node.otherwise, scope)

        def run(frame):
            return then(frame) if truth(condition(frame), "after 'if'") else otherwise(frame)

        return run

    def compile_Fold(self, node, scope):
        start = self.compile(node.start, scope)
        source = self.source(node.source, scope)
        state, inner = self.bind(scope, node.state, node.place)
        place, inner = self.bind(inner, node.name, node.place)
        before = self.steps
        body = self.compile(node.body, inner)
        each = self.loop([(place, source)], None, self.steps - before)

        def run(frame):
            value = start(frame)
            elements = each(frame)
            for _ in elements:
                frame[state] = value
                value = body(frame)
            return value

        return run


def _nest(outer, place, source, budget, steps, condition):
    """The generator over `source` inside the generator `outer` (None: the first one)."""

    def elements(frame):
        for item in source(frame):
            budget.left -= steps
            if budget.left < 0:
                budget.pay(0)
            frame[place] = item
            if condition is None or truth(condition(frame), "after 'if'"):
                yield

    if outer is None:
        return elements

    def each(frame):
        for _ in outer(frame):
            yield from elements(frame)

    return each
