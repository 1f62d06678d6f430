# SPDX-License-Identifier: Apache-2.0
"""The operators and built-in functions as the compiler meets them.

Operators come as factories from compiled operands to a compiled expression, with a short way for plain integers,
which are most of what is ever computed. CONSUMERS take a loop (docstring of Compiler.compile_Comprehension) and a
compiled body."""

import itertools

import arithmetic
from enclosure import UNKNOWN, Enclosure, holds_integer
from failures import Undecided, Undefined, Unknown
from values import NUMBER, integer, not_final, wrong_kind

_SMALL = 1 << 62
MAX_TUPLE = 1_000_000  # a longer tuple, or more tuples held at once, count as the budget spent
MAX_LISTS = 1_000_000


# --- Operators --------------------------------------------------------------------------------------------------------
def _fast_add(left, right):
    def run(frame):
        a, b = left(frame), right(frame)
        return a + b if type(a) is int and type(b) is int else arithmetic.add(a, b)

    return run


def _fast_subtract(left, right):
    def run(frame):
        a, b = left(frame), right(frame)
        return a - b if type(a) is int and type(b) is int else arithmetic.subtract(a, b)

    return run


def _fast_multiply(left, right):
    def run(frame):
        a, b = left(frame), right(frame)
        if type(a) is int and type(b) is int:
            product = a * b
            if -_SMALL < product < _SMALL:
                return product
        return arithmetic.multiply(a, b)

    return run


FAST_BINARY = {"+": _fast_add, "-": _fast_subtract, "*": _fast_multiply}
BINARY = {"/": arithmetic.divide, "div": arithmetic.div, "mod": arithmetic.mod, "^": arithmetic.power}
COMPARE = {
    "=": arithmetic.equal,
    "!=": lambda a, b: arithmetic.negation(arithmetic.equal(a, b)),
    "<": arithmetic.less,
    "<=": arithmetic.at_most,
    ">": lambda a, b: arithmetic.less(b, a),
    ">=": lambda a, b: arithmetic.at_most(b, a),
}


def _fast_comparison(function, decide):
    def factory(left, right):
        def run(frame):
            a, b = left(frame), right(frame)
            return decide(a, b) if type(a) is int and type(b) is int else function(a, b)

        return run

    return factory


COMPARISON = {
    "=": _fast_comparison(COMPARE["="], int.__eq__),
    "!=": _fast_comparison(COMPARE["!="], int.__ne__),
    "<": _fast_comparison(COMPARE["<"], int.__lt__),
    "<=": _fast_comparison(COMPARE["<="], int.__le__),
    ">": _fast_comparison(COMPARE[">"], int.__gt__),
    ">=": _fast_comparison(COMPARE[">="], int.__ge__),
}


# --- Lists ------------------------------------------------------------------------------------------------------------
def _list(value):
    if type(value) is not tuple:
        raise wrong_kind(value, "a list")
    return value


def concatenate(pay_list, a, b):
    pay_list(len(_list(a)) + len(_list(b)))
    return a + b


def integers_between(first, last):
    return range(integer(first, "the start of a range"), integer(last, "the end of a range") + 1)


def integer_list(pay_list, first, last):
    integers = integers_between(first, last)
    pay_list(max(0, integers.stop - integers.start))
    return tuple(integers)


def _length(what, value, least=0):
    if integer(value, what) < least:
        raise Undefined(f"{what} is {value}, less than {least}")
    if value > MAX_TUPLE:
        raise Undecided(f"{what} is {value}, more than the budget allows")
    return value


def permutations_lazily(n):
    return itertools.permutations(range(1, _length("the length of a permutation", n) + 1))


def tuples_lazily(items, m):
    return itertools.product(_list(items), repeat=_length("the length of a tuple", m))


def permutations(pay_list, n):
    return _collected(pay_list, permutations_lazily(n))


def tuples(pay_list, items, m):
    return _collected(pay_list, tuples_lazily(items, m))


def _collected(pay_list, lists):
    result = []
    for item in lists:
        result.append(item)
        if len(result) % 1024 == 0:
            pay_list(1024)
            if len(result) > MAX_LISTS:
                raise Undecided(f"more than {MAX_LISTS} lists at once")
    return tuple(result)


def _of_list(function):
    def fold(items):
        if not _list(items):
            raise Undefined("max or min of nothing")
        result = arithmetic.number(items[0])
        for item in items[1:]:
            result = function(result, item)
        return result

    return fold


# --- Tests of kinds ---------------------------------------------------------------------------------------------------
def _is_integer(value):
    if type(value) is Enclosure:
        return UNKNOWN if holds_integer(value) else False
    return type(value) is int


def _has(record, name):
    if type(record) is not dict:
        raise wrong_kind(record, "a record")
    if type(name) is not str:
        raise wrong_kind(name, "a symbol")
    return name in record


CALLS = {
    ("max", 1): _of_list(arithmetic.maximum),
    ("min", 1): _of_list(arithmetic.minimum),
    ("max", 2): arithmetic.maximum,
    ("min", 2): arithmetic.minimum,
    ("len", 1): lambda items: len(_list(items)),
    ("abs", 1): arithmetic.absolute,
    ("floor", 1): arithmetic.floor,
    ("ceil", 1): arithmetic.ceil,
    ("sqrt", 1): arithmetic.sqrt,
    ("exp", 1): arithmetic.exp,
    ("log", 1): arithmetic.log,
    ("permutations", 1): permutations,
    ("tuples", 2): tuples,
    ("is_number", 1): lambda value: type(value) in NUMBER,
    ("is_integer", 1): _is_integer,
    ("is_boolean", 1): lambda value: value is UNKNOWN or type(value) is bool,
    ("is_symbol", 1): lambda value: type(value) is str,
    ("is_list", 1): lambda value: type(value) is tuple,
    ("is_record", 1): lambda value: type(value) is dict,
    ("has", 2): _has,
}
PAID = frozenset(("permutations", "tuples"))
LAZY = {("permutations", 1): permutations_lazily, ("tuples", 2): tuples_lazily}


# --- Consumers of a loop ----------------------------------------------------------------------------------------------
def _sum(each, body):
    def run(frame):
        total = 0
        for _ in each(frame):
            item = body(frame)
            if type(item) is int and type(total) is int:
                total += item
            else:
                total = arithmetic.add(total, item)
        return total

    return run


_NOTHING = object()


def _reduction(function, start=_NOTHING):
    def factory(each, body):
        def run(frame):
            result = start
            for _ in each(frame):
                item = body(frame)
                result = arithmetic.number(item) if result is _NOTHING else function(result, item)
            if result is _NOTHING:
                raise Undefined("max or min of nothing")
            return result

        return run

    return factory


def _boolean(value):
    if value is not UNKNOWN and type(value) is not bool:
        raise wrong_kind(value, "a boolean in 'all', 'any' or 'count'")
    return value


def _quantified(deciding):
    def factory(each, body):
        def run(frame):
            result = not deciding
            try:
                for _ in each(frame):
                    value = _boolean(body(frame))
                    if value is deciding:
                        return deciding
                    if value is UNKNOWN:
                        result = UNKNOWN
            except Undefined as undefined:
                raise not_final(undefined, result) from None
            return result

        return run

    return factory


def _count(each, body):
    def run(frame):
        total, known = 0, True
        for _ in each(frame):
            value = _boolean(body(frame))
            if value is UNKNOWN:
                known = False
            else:
                total += value
        if not known:
            raise Unknown("an unknown element of 'count'")
        return total

    return run


CONSUMERS = {
    "sum": _sum,
    "product": _reduction(arithmetic.multiply, 1),
    "max": _reduction(arithmetic.maximum),
    "min": _reduction(arithmetic.minimum),
    "all": _quantified(False),
    "any": _quantified(True),
    "count": _count,
}
NAMES = frozenset(CONSUMERS) | {name for name, _ in CALLS}
