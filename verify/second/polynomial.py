# SPDX-License-Identifier: Apache-2.0
"""Polynomials with rational coefficients, and what is known of their signs (docs/certificate_format.md, `polynomial`).

A polynomial is a dict from monomials to coefficients that are not 0; a monomial is a sorted tuple of (variable,
exponent). An Enclosure whose `polynomial` is not None is the value of that polynomial."""

from fractions import Fraction

from enclosure import UNKNOWN, Enclosure, exact
from failures import Undecided

MOST_TERMS = 100_000


class Known:
    """What the checker that is running knows."""

    def __init__(self, pay=lambda steps: None):
        self.pay = pay
        self.signs = []  # of (polynomial, strict)


class Running:
    known = Known()


running = Running()


def variable(number):
    return {((number, 1),): Fraction(1)}


def of(value):
    """The polynomial that a number is, or None."""
    if type(value) is Enclosure:
        return value.polynomial
    return {(): Fraction(value)} if value else {}


def attached(number, polynomial):
    """The number, an enclosure or exact, as the value of a polynomial (None: not known to be one)."""
    if polynomial is None or type(number) is not Enclosure:
        return number
    if all(monomial == () for monomial in polynomial):
        return exact(polynomial.get((), Fraction(0)))
    return Enclosure(number.lo, number.hi, polynomial)


def _pay(terms):
    if terms > MOST_TERMS:
        raise Undecided("a polynomial with too many terms")
    running.known.pay(5000 + 50 * terms)


def linear(a, factor, b):
    """a + factor b; None if one of them is."""
    if a is None or b is None:
        return None
    _pay(len(a) + len(b))
    result = dict(a)
    for monomial, coefficient in b.items():
        result[monomial] = result.get(monomial, 0) + factor * coefficient
    return {monomial: coefficient for monomial, coefficient in result.items() if coefficient}


def _joined(m, n):
    exponents = dict(m)
    for name, exponent in n:
        exponents[name] = exponents.get(name, 0) + exponent
    return tuple(sorted(exponents.items()))


def product(a, b):
    if a is None or b is None:
        return None
    _pay(len(a) * len(b))
    result = {}
    for m, x in a.items():
        for n, y in b.items():
            monomial = _joined(m, n)
            result[monomial] = result.get(monomial, 0) + x * y
    return {monomial: coefficient for monomial, coefficient in result.items() if coefficient}


def constant(polynomial):
    """The number that a polynomial without variables is, else None."""
    if polynomial.keys() - {()}:
        return None
    return polynomial.get((), Fraction(0))


def below(a, b):
    """Whether a < b for polynomials, by the signs that are known: True, False or UNKNOWN."""
    difference = linear(b, -1, a)
    number = constant(difference)
    if number is not None:
        return number > 0
    for sign, strict in running.known.signs:
        if len(sign.keys() ^ difference.keys()) > 1:  # they differ in more than a constant
            continue
        more = constant(linear(difference, -1, sign))
        if more is not None and (more > 0 or strict and more == 0):
            return True
        less = constant(linear(difference, 1, sign))
        if less is not None and less <= 0:
            return False
    return UNKNOWN
