# SPDX-License-Identifier: Apache-2.0
"""Operators and functions on numbers: exact where the operands are exact, by enclosures otherwise.

Operands are any values; a wrong kind is Undefined, and what an enclosure does not decide is Unknown.
"""

from fractions import Fraction

import elementary
import enclosure
import polynomial
import taylor
from enclosure import MAX_BITS, UNKNOWN, Enclosure, exact
from failures import Undecided, Undefined
from values import EXACT, NUMBER, conjunction, integer, kind, wrong_kind


def number(value):
    if type(value) not in NUMBER:
        raise wrong_kind(value, "a number")
    return value


def _both(a, b):
    """Whether two numbers are both exact."""
    if type(a) in EXACT and type(b) in EXACT:
        return True
    number(a)
    number(b)
    return False


def _exact(result):
    """An exact result, unless it is too long."""
    if max(result.numerator.bit_length(), result.denominator.bit_length()) > MAX_BITS:
        raise Undecided(f"a number of more than {MAX_BITS} bits")
    return exact(result)


def _polynomials(a, b):
    """Both as polynomials, if one has variables; else (None, None)."""
    for value in (a, b):
        if type(value) is Enclosure and value.polynomial is not None:
            return polynomial.of(a), polynomial.of(b)
    return None, None


def add(a, b):
    if _both(a, b):
        return _exact(a + b)
    if taylor.concerns(a, b):
        return taylor.attached(enclosure.add(a, b), taylor.linear(a, 1, b))
    p, q = _polynomials(a, b)
    return polynomial.attached(enclosure.add(a, b), polynomial.linear(p, 1, q))


def subtract(a, b):
    if _both(a, b):
        return _exact(a - b)
    if taylor.concerns(a, b):
        return taylor.attached(enclosure.add(a, negate(b)), taylor.linear(a, -1, b))
    p, q = _polynomials(a, b)
    return polynomial.attached(enclosure.add(a, negate(b)), polynomial.linear(p, -1, q))


def multiply(a, b):
    if _both(a, b):
        return _exact(a * b)
    if taylor.concerns(a, b):
        return taylor.attached(enclosure.multiply(a, b), taylor.product(a, b))
    p, q = _polynomials(a, b)
    return polynomial.attached(enclosure.multiply(a, b), polynomial.product(p, q))


def divide(a, b):
    both = _both(a, b)
    if type(b) in EXACT and b == 0:
        raise Undefined("division by 0")
    if type(a) is Enclosure and type(b) in EXACT and (a.polynomial is not None or taylor.concerns(a)):
        return multiply(a, exact(Fraction(1, b)))
    if not both and taylor.concerns(a, b):
        inverse = taylor.composed("1/x", b, enclosure.divide(1, b))
        if taylor.concerns(a, inverse):
            return taylor.attached(enclosure.divide(a, b), taylor.product(a, inverse))
    return _exact(Fraction(a, b)) if both else enclosure.divide(a, b)


def negate(a):
    if type(a) in EXACT:
        return -a
    negative = enclosure.negate(number(a))
    if taylor.concerns(a):
        return taylor.attached(negative, taylor.linear(0, -1, a))
    return negative if a.polynomial is None else polynomial.attached(negative, polynomial.linear({}, -1, a.polynomial))


def _divisor(a, b, what):
    a, b = integer(a, what), integer(b, what)
    if b == 0:
        raise Undefined(f"{what} by 0")
    return a, b


def div(a, b):
    a, b = _divisor(a, b, "div")
    return a // b


def mod(a, b):
    a, b = _divisor(a, b, "mod")
    return a % b


def power(a, exponent):
    number(a)
    exponent = integer(exponent, "an exponent")
    if exponent < 0:
        return divide(1, power(a, -exponent))
    if exponent == 0:
        return 1
    if type(a) is Enclosure and (a.polynomial is not None or taylor.concerns(a)):
        result = a
        for _ in range(exponent - 1):
            result = multiply(result, a)
        return result
    if type(a) is Enclosure:
        return enclosure.power(a, exponent)
    if max(abs(a.numerator), a.denominator) > 1 and exponent * _length(a) > MAX_BITS:
        raise Undecided("a power is too large")
    return exact(a**exponent)


def _length(a):
    return max(a.numerator.bit_length(), a.denominator.bit_length())


def absolute(a):
    if type(a) in EXACT:
        return abs(a)
    return enclosure.absolute(Enclosure(number(a).lo, a.hi))  # the enclosure alone


def floor(a):
    return a.numerator // a.denominator if type(a) in EXACT else enclosure.floor(number(a))


def ceil(a):
    return -floor(negate(a))


def maximum(a, b):
    if _both(a, b):
        return max(a, b)
    order = less(a, b)
    return enclosure.maximum(a, b) if order is UNKNOWN else b if order else a


def minimum(a, b):
    if _both(a, b):
        return min(a, b)
    order = less(a, b)
    return enclosure.minimum(a, b) if order is UNKNOWN else a if order else b


def sqrt(a):
    return taylor.composed("sqrt", a, elementary.sqrt(number(a)))


def exp(a):
    return taylor.composed("exp", a, elementary.exp(number(a)))


def log(a):
    return taylor.composed("log", a, elementary.log(number(a)))


# --- Comparisons ------------------------------------------------------------------------------------------------------
def less(a, b):
    if _both(a, b):
        return a < b
    found = enclosure.less(a, b)
    if found is UNKNOWN and taylor.concerns(a, b):
        return taylor.below(a, b)
    p, q = _polynomials(a, b) if found is UNKNOWN else (None, None)
    return found if p is None or q is None else polynomial.below(p, q)


def negation(truth):
    return truth if truth is UNKNOWN else not truth


def at_most(a, b):
    return negation(less(b, a))


def equal(a, b):
    """`=`: numbers, booleans, symbols and lists of these."""
    if type(a) in EXACT and type(b) in EXACT:
        return a == b
    for value in (a, b):
        if type(value) is dict:
            raise wrong_kind(value, "a number, boolean, symbol or list")
    if kind(a) != kind(b):
        raise wrong_kind(b, f"a {kind(a)}")
    if type(a) is tuple:
        return len(a) == len(b) and conjunction(equal(x, y) for x, y in zip(a, b))
    if type(a) in NUMBER:
        smaller, larger = less(a, b), less(b, a)
        if smaller or larger:
            return False
        return UNKNOWN if smaller is UNKNOWN or larger is UNKNOWN else True
    return UNKNOWN if a is UNKNOWN or b is UNKNOWN else a == b


def same(a, b):
    """Whether two values are identical: True, False or, because of enclosures, UNKNOWN. Defined for all kinds."""
    if kind(a) != kind(b):
        return False
    if a is UNKNOWN or b is UNKNOWN:
        return UNKNOWN
    if type(a) in NUMBER:
        return equal(a, b)
    if type(a) is tuple:
        return len(a) == len(b) and conjunction(same(x, y) for x, y in zip(a, b))
    if type(a) is dict:
        return a.keys() == b.keys() and conjunction(same(a[name], b[name]) for name in a)
    return a == b
