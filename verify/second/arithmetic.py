# SPDX-License-Identifier: Apache-2.0
"""Operators and functions on numbers: exact where the operands are exact, by enclosures otherwise.

Operands are any values; a wrong kind is Undefined, and what an enclosure does not decide is Unknown.
"""

from fractions import Fraction

import elementary
import enclosure
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


def add(a, b):
    return _exact(a + b) if _both(a, b) else enclosure.add(a, b)


def subtract(a, b):
    return _exact(a - b) if _both(a, b) else enclosure.add(a, negate(b))


def multiply(a, b):
    return _exact(a * b) if _both(a, b) else enclosure.multiply(a, b)


def divide(a, b):
    both = _both(a, b)
    if type(b) in EXACT and b == 0:
        raise Undefined("division by 0")
    return _exact(Fraction(a, b)) if both else enclosure.divide(a, b)


def negate(a):
    return -a if type(a) in EXACT else enclosure.negate(number(a))


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
    if type(a) is Enclosure:
        return enclosure.power(a, exponent)
    if max(abs(a.numerator), a.denominator) > 1 and exponent * _length(a) > MAX_BITS:
        raise Undecided("a power is too large")
    return exact(a**exponent)


def _length(a):
    return max(a.numerator.bit_length(), a.denominator.bit_length())


def absolute(a):
    return abs(a) if type(a) in EXACT else enclosure.absolute(number(a))


def floor(a):
    return a.numerator // a.denominator if type(a) in EXACT else enclosure.floor(number(a))


def ceil(a):
    return -floor(negate(a))


def maximum(a, b):
    return max(a, b) if _both(a, b) else enclosure.maximum(a, b)


def minimum(a, b):
    return min(a, b) if _both(a, b) else enclosure.minimum(a, b)


def sqrt(a):
    return elementary.sqrt(number(a))


def exp(a):
    return elementary.exp(number(a))


def log(a):
    return elementary.log(number(a))


# --- Comparisons ------------------------------------------------------------------------------------------------------
def less(a, b):
    return a < b if _both(a, b) else enclosure.less(a, b)


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
        return enclosure.equal(a, b)
    return UNKNOWN if a is UNKNOWN or b is UNKNOWN else a == b
