# SPDX-License-Identifier: Apache-2.0
"""Taylor models (docs/certificate_format.md, `box`): on a cell with an order a number is, at every point, a polynomial of variables between 0 and 1 with
coefficients from the enclosures of its model.

A model is a dict from monomials, sorted tuples of variables' numbers, to coefficients: numbers without a model. An Enclosure whose `model` is not None
has one."""

from fractions import Fraction

import arithmetic
from enclosure import Enclosure, hull, make
from polynomial import running as pays

UNIT = make((0, 1), (1, 1))


class Running:
    """Where the checker that is running is: the order of the innermost cell that has one (0: none has), and how many have."""

    def __init__(self, order=0, variables=0):
        self.order, self.variables = order, variables

    def inside(self, order):
        """On a cell with this order."""
        return Running(abs(order), self.variables + 1)


running = Running()


def concerns(*numbers):
    """Whether one of them has a model."""
    return any(type(number) is Enclosure and number.model is not None for number in numbers)


def of(number):
    return number.model if concerns(number) else {(): number}


def attached(number, model):
    """The number with its model."""
    terms = {monomial: coefficient for monomial, coefficient in model.items() if type(coefficient) is Enclosure or coefficient != 0}
    if type(number) is not Enclosure:
        return number
    if not terms:
        return 0
    if terms.keys() == {()} and type(terms[()]) is not Enclosure:
        return terms[()]
    return Enclosure(number.lo, number.hi, model=terms)


def _gathered(terms):
    """The sum of coefficients times monomials, the monomials cut to the order."""
    result = {}
    for monomial, coefficient in terms:
        pays.known.pay(2000 + 100 * len(monomial))
        if len(monomial) > running.order:
            monomial, coefficient = monomial[: running.order], arithmetic.multiply(coefficient, UNIT)
        result[monomial] = arithmetic.add(result.get(monomial, 0), coefficient)
    return result


def linear(a, factor, b):
    """The model of a + factor b."""
    scaled = ((monomial, arithmetic.multiply(factor, coefficient)) for monomial, coefficient in of(b).items())
    return _gathered((*of(a).items(), *scaled))


def product(a, b):
    return _gathered((tuple(sorted(m + n)), arithmetic.multiply(x, y)) for m, x in of(a).items() for n, y in of(b).items())


def _series(operation, x):
    """The coefficients of the series of 1/x, exp, log or sqrt around a number without a model, from the order's down to the first: an exact number times
    a rounded one, exp(x) or what dividing by x often enough gives."""
    rounded = arithmetic.divide(1, x) if operation == "1/x" else getattr(arithmetic, operation)(x)
    exact, result = Fraction(1), [rounded]
    for k in range(1, running.order + 1):
        if operation == "exp":
            exact /= k
        elif operation == "log" and k == 1:
            rounded = arithmetic.divide(1, x)
        else:
            exact *= {"1/x": Fraction(-1), "sqrt": Fraction(3 - 2 * k, 2 * k), "log": Fraction(1 - k, k)}[operation]
            rounded = arithmetic.divide(rounded, x)
        result.append(arithmetic.multiply(exact, rounded))
    return result[::-1]


def composed(operation, x, value):
    """The value, 1/x, exp(x), log(x) or sqrt(x), with its model: the series around the model's constant, and as what is left of it the term of the order,
    somewhere between there and x. Errors: Unknown where there are no derivatives."""
    if not concerns(x):
        return value
    center = x.model.get((), 0)
    plain = Enclosure(x.lo, x.hi)
    around = hull(center, plain)
    distance = attached(arithmetic.subtract(plain, center), {m: c for m, c in x.model.items() if m})
    total, *_ = _series(operation, around)
    for coefficient in _series(operation, center)[1:]:
        total = arithmetic.add(arithmetic.multiply(total, distance), coefficient)
    return attached(value, of(total)) if concerns(total) else value


def below(a, b):
    """Whether a < b, by the range of the model of b - a."""
    total = 0
    for monomial, coefficient in linear(b, -1, a).items():
        total = arithmetic.add(total, arithmetic.multiply(coefficient, UNIT) if monomial else coefficient)
    return arithmetic.less(0, total)


def variable(lo, hi, order):
    """The number of the innermost cell: one end and its variable times the way to the other."""
    first, last = (lo, hi) if order > 0 else (hi, lo)
    cell = make((lo.numerator, lo.denominator), (hi.numerator, hi.denominator))
    return attached(cell, {(): first, (running.variables,): last - first})
