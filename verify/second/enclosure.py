# SPDX-License-Identifier: Apache-2.0
"""Enclosures: closed intervals that hold a real number, with ends that are rationals or infinite.

An end is a pair (n, d): n/d with d > 0, not necessarily in lowest terms; (-1, 0) and (1, 0) are -infinity and
+infinity, which only stand at the lower and the upper end. Every operation works out its ends exactly and then
rounds them outward to a dyadic number of about `working.bits` significant bits. An enclosure of one point is that
exact number: `make` sees to it."""

from fractions import Fraction

from failures import Undecided, Unknown

UNKNOWN = None  # the third truth value
MINUS_INFINITY, PLUS_INFINITY = (-1, 0), (1, 0)
MAX_BITS = 1 << 20  # a number longer than this counts as the budget spent


class Working:
    """The working precision in bits, common to all operations."""

    bits = 64


working = Working()


class Enclosure:
    __slots__ = ("lo", "hi", "polynomial", "model")

    def __init__(self, lo, hi, polynomial=None, model=None):
        self.lo, self.hi = lo, hi
        self.polynomial = polynomial  # that it is the value of, if that is known: polynomial.py
        self.model = model  # what is known of it on a cell with an order: taylor.py


def exact(number):
    """An int where the number is an integer, else a Fraction."""
    return number.numerator if number.denominator == 1 else number


def make(lo, hi):
    """The number or enclosure with these ends."""
    if lo[1] and hi[1] and lo[0] * hi[1] == hi[0] * lo[1]:
        return exact(Fraction(*lo))
    return Enclosure(lo, hi)


def end(number):
    """An exact number as an end."""
    return (number.numerator, number.denominator)


def ends(number):
    if type(number) is Enclosure:
        return number.lo, number.hi
    both = end(number)
    return both, both


# --- Rounding ---------------------------------------------------------------------------------------------------------
def down(number, bits=None):
    """The largest dyadic with about that many significant bits that is at most the end."""
    n, d = number
    bits = bits or working.bits
    if d == 0 or n == 0 or (d == 1 and n.bit_length() <= bits):
        return number
    shift = bits - n.bit_length() + d.bit_length()
    if shift <= 0:
        return ((n // (d << -shift)) << -shift, 1)
    return ((n << shift) // d, 1 << shift)


def up(number, bits=None):
    n, d = down((-number[0], number[1]), bits)
    return (-n, d)


def outward(lo, hi):
    return make(down(lo), up(hi))


# --- Ring operations, defined at infinite ends, too -------------------------------------------------------------------
def _plus(x, y):
    if x[1] == 0:
        return x
    if y[1] == 0:
        return y
    return (x[0] * y[1] + y[0] * x[1], x[1] * y[1])


def _times(x, y):
    n = x[0] * y[0]
    if n == 0:
        return (0, 1)  # 0 times anything is 0
    d = x[1] * y[1]
    return (n, d) if d else ((1 if n > 0 else -1), 0)


def _smaller(x, y):
    if x[1] == 0 or y[1] == 0:
        return x if x == MINUS_INFINITY or y == PLUS_INFINITY else y
    return x if x[0] * y[1] <= y[0] * x[1] else y


def _opposite(x):
    return (-x[0], x[1])


def _larger(x, y):
    return _opposite(_smaller(_opposite(x), _opposite(y)))


def add(a, b):
    (a_lo, a_hi), (b_lo, b_hi) = ends(a), ends(b)
    return outward(_plus(a_lo, b_lo), _plus(a_hi, b_hi))


def negate(a):
    return Enclosure(_opposite(a.hi), _opposite(a.lo))


def multiply(a, b):
    (a_lo, a_hi), (b_lo, b_hi) = ends(a), ends(b)
    if a_lo[0] >= 0 and b_lo[0] >= 0:  # by far the most common case
        return outward(_times(a_lo, b_lo), _times(a_hi, b_hi))
    lo = hi = _times(a_lo, b_lo)
    for product in (_times(a_lo, b_hi), _times(a_hi, b_lo), _times(a_hi, b_hi)):
        lo, hi = _smaller(lo, product), _larger(hi, product)
    return outward(lo, hi)


def finite(a, operation):
    lo, hi = ends(a)
    if not (lo[1] and hi[1]):
        raise Unknown(f"{operation} of an enclosure with an infinite end")
    return lo, hi


def divide(a, b):
    """a / b for b not the exact 0."""
    finite(a, "a quotient")
    lo, hi = finite(b, "a quotient")
    if lo[0] > 0:
        return multiply(a, Enclosure((hi[1], hi[0]), (lo[1], lo[0])))
    if hi[0] < 0:
        return multiply(a, Enclosure((-hi[1], -hi[0]), (-lo[1], -lo[0])))
    raise Unknown("division by an enclosure that contains 0")


def _power_of_end(base, exponent, rounding, bits):
    """base^exponent for base >= 0 and exponent >= 1, rounded at every step, which is monotone."""
    result = base
    for digit in bin(exponent)[3:]:
        result = rounding(_times(result, result), bits)
        if digit == "1":
            result = rounding(_times(result, base), bits)
    return result


def power(a, exponent):
    """a^exponent for an enclosure and an exponent >= 1."""
    lo, hi = finite(a, "a power")
    length = max(n.bit_length() + d.bit_length() for n, d in (lo, hi))
    if length * exponent > MAX_BITS:
        raise Undecided("a power is too large")
    bits = working.bits + 2 * exponent.bit_length() + 8

    def signed(base, rounding, opposite):
        if base[0] >= 0:
            return _power_of_end(base, exponent, rounding, bits)
        return _opposite(_power_of_end(_opposite(base), exponent, opposite, bits))

    if exponent % 2:
        return outward(signed(lo, down, up), signed(hi, up, down))
    size = absolute(a)
    lo, hi = ends(size)
    return outward(_power_of_end(lo, exponent, down, bits), _power_of_end(hi, exponent, up, bits))


def absolute(a):
    if a.lo[0] >= 0:
        return a
    if a.hi[0] <= 0:
        return negate(a)
    return make((0, 1), _larger(_opposite(a.lo), a.hi))


def maximum(a, b):
    (a_lo, a_hi), (b_lo, b_hi) = ends(a), ends(b)
    return make(_larger(a_lo, b_lo), _larger(a_hi, b_hi))


def hull(a, b):
    (a_lo, a_hi), (b_lo, b_hi) = ends(a), ends(b)
    return make(_smaller(a_lo, b_lo), _larger(a_hi, b_hi))


def minimum(a, b):
    (a_lo, a_hi), (b_lo, b_hi) = ends(a), ends(b)
    return make(_smaller(a_lo, b_lo), _smaller(a_hi, b_hi))


def floor(a):
    (n_lo, d_lo), (n_hi, d_hi) = finite(a, "floor or ceil")
    if n_lo // d_lo != n_hi // d_hi:
        raise Unknown("floor or ceil of an enclosure that reaches over an integer")
    return n_lo // d_lo


def holds_integer(a):
    """Whether some integer lies in the enclosure."""
    if not (a.lo[1] and a.hi[1]):
        return True
    return -(-a.lo[0] // a.lo[1]) <= a.hi[0] // a.hi[1]


# --- Comparisons ------------------------------------------------------------------------------------------------------
def less(a, b):
    """a < b: True, False or UNKNOWN."""
    (a_lo, a_hi), (b_lo, b_hi) = ends(a), ends(b)
    if a_hi[1] and b_lo[1] and a_hi[0] * b_lo[1] < b_lo[0] * a_hi[1]:
        return True
    if b_hi[1] and a_lo[1] and b_hi[0] * a_lo[1] <= a_lo[0] * b_hi[1]:
        return False
    return UNKNOWN


def equal(a, b):
    """a = b for numbers of which one at least is an enclosure, so is not a single point."""
    return False if less(a, b) or less(b, a) else UNKNOWN
