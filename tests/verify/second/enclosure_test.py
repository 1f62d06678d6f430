# SPDX-License-Identifier: Apache-2.0
"""Enclosures contain the true value: against themselves at a higher precision, against Python's decimal module with 80
digits (its exp and ln are correctly rounded, so the true value is within one unit of the last digit), and against exact
arithmetic on points inside."""

import decimal
import random
import unittest
from fractions import Fraction

import harness  # noqa: F401  (finds the modules below)
import arithmetic
from enclosure import MINUS_INFINITY, PLUS_INFINITY, UNKNOWN, Enclosure, ends, exact, make, working
from failures import Undefined, Unknown

ROUNDS = 200
DECIMAL = decimal.Context(prec=80, Emin=-(10**9), Emax=10**9)


def random_rational(source, positive=False):
    """Biased towards small, huge and tiny numbers, and to 0 and 1."""
    size = source.choice((1, 2, 10, 10**6, 10**25))
    numerator = source.choice((0, 1, source.randint(-size, size))) if not positive else source.randint(1, size)
    return exact(Fraction(numerator, source.choice((1, source.randint(1, source.choice((3, 1000, 10**25)))))))


def around(number):
    """(lo, hi) as Fractions."""
    return tuple(Fraction(*end) for end in ends(number))


def decimal_bounds(function, number):
    """Rationals around function(number) by the decimal module. `function`: an increasing method of decimal.Context."""
    down, up = (decimal.Context(80, way, -(10**9), 10**9) for way in (decimal.ROUND_FLOOR, decimal.ROUND_CEILING))
    numerator, denominator = decimal.Decimal(number.numerator), decimal.Decimal(number.denominator)
    below = function(DECIMAL, down.divide(numerator, denominator))
    above = function(DECIMAL, up.divide(numerator, denominator))
    # Correctly rounded to 80 digits: off by less than one part in 10^79.
    return tuple(Fraction(bound) + sign * abs(Fraction(bound)) / 10**79 for bound, sign in ((below, -1), (above, 1)))


class Elementary(unittest.TestCase):
    def check_against_decimal(self, function, reference, number):
        for bits in (64, 100, 256):
            working.bits = bits
            lo, hi = around(function(number))
            true_lo, true_hi = decimal_bounds(reference, number)
            with self.subTest(number=str(number), bits=bits):
                self.assertLessEqual(lo, true_hi)
                self.assertGreaterEqual(hi, true_lo)

    def check_against_itself(self, function, number):
        """Every enclosure meets the others, and no wider precision is less sharp than about its bits."""
        sharpest = None
        for bits in (1024, 256, 64):
            working.bits = bits
            lo, hi = around(function(number))
            if sharpest is None:
                sharpest = lo, hi
            with self.subTest(number=str(number), bits=bits):
                self.assertLessEqual(lo, sharpest[0])
                self.assertGreaterEqual(hi, sharpest[1])
                self.assertLessEqual((hi - lo) * 2 ** (bits - 3), min(abs(lo), abs(hi)))

    def test_exp(self):
        source = random.Random(1)
        for _ in range(ROUNDS):
            number = random_rational(source)
            if abs(number) < 10**5:
                self.check_against_decimal(arithmetic.exp, decimal.Context.exp, number)
                self.check_against_itself(arithmetic.exp, number)

    def test_exp_of_a_number_far_below_0_is_enclosed(self):
        for number in (Fraction(-(2**20) - 1), Fraction(-(10**400), 3)):
            working.bits = 64
            lo, hi = around(arithmetic.exp(exact(number)))
            self.assertEqual(lo, 0)
            self.assertGreater(hi, 0)
            self.assertLess(hi, Fraction(1, 2**10**6))

    def test_log(self):
        source = random.Random(2)
        for _ in range(ROUNDS):
            number = random_rational(source, positive=True)
            self.check_against_decimal(arithmetic.log, decimal.Context.ln, number)
            self.check_against_itself(arithmetic.log, number)
        tiny = Fraction(1, 10**60)
        for number in (1 + tiny, 1 - tiny, Fraction(1, 2**500), 2**500, Fraction(3, 2), Fraction(3, 4)):
            self.check_against_itself(arithmetic.log, number)

    def test_sqrt(self):
        source = random.Random(3)
        for _ in range(ROUNDS):
            number = random_rational(source, positive=True)
            working.bits = source.choice((64, 256))
            root = arithmetic.sqrt(number)
            lo, hi = around(root)
            self.assertLessEqual(lo * lo, number)
            self.assertGreaterEqual(hi * hi, number)
            self.assertLessEqual((hi - lo) * 2 ** (working.bits - 3), lo)
            self.assertEqual(arithmetic.sqrt(exact(Fraction(number) ** 2)), number)
            if type(root) is not Enclosure:
                self.assertEqual(root * root, number)

    def test_wide(self):
        """At enclosures of some width: the ends are those of the function."""
        working.bits = 64
        for function in (arithmetic.exp, arithmetic.log, arithmetic.sqrt):
            wide = function(Enclosure((1, 3), (5, 2)))
            self.assertEqual(wide.lo, ends(function(Fraction(1, 3)))[0])
            self.assertEqual(wide.hi, ends(function(Fraction(5, 2)))[1])


class Operations(unittest.TestCase):
    def test_contain_exact_results(self):
        """f(a, b) lies in F(A, B) for a in A, b in B."""
        source = random.Random(4)
        operations = {
            arithmetic.add: lambda a, b: a + b,
            arithmetic.subtract: lambda a, b: a - b,
            arithmetic.multiply: lambda a, b: a * b,
            arithmetic.divide: lambda a, b: Fraction(a) / b,
            arithmetic.maximum: max,
            arithmetic.minimum: min,
        }
        decided = 0
        for _ in range(20 * ROUNDS):
            working.bits = source.choice((64, 128))
            a, b = (sorted(Fraction(random_rational(source)) for _ in range(2)) for _ in range(2))
            x, y = (make((low.numerator, low.denominator), (high.numerator, high.denominator)) for low, high in (a, b))
            t, u = (Fraction(source.randint(0, 4), 4) for _ in "tu")
            point, other = a[0] + t * (a[1] - a[0]), b[0] + u * (b[1] - b[0])
            for operation, on_points in operations.items():
                try:
                    lo, hi = around(operation(x, y))
                except (Unknown, Undefined):
                    self.assertIs(operation, arithmetic.divide)
                    self.assertTrue(b[0] <= 0 <= b[1])
                    continue
                decided += 1
                self.assertTrue(lo <= on_points(point, other) <= hi, (operation, a, b))
            for truth, on_points in [
                (arithmetic.less(x, y), point < other),
                (arithmetic.at_most(x, y), point <= other),
                (arithmetic.equal(x, y), point == other),
            ]:
                if truth is not UNKNOWN:
                    self.assertEqual(truth, on_points, (a, b))
            lo, hi = around(arithmetic.absolute(x))
            self.assertTrue(lo <= abs(point) <= hi)
            for exponent in (0, 1, 2, 3, 10):
                lo, hi = around(arithmetic.power(x, exponent))
                self.assertTrue(lo <= point**exponent <= hi, (a, exponent))
        self.assertGreater(decided, 50 * ROUNDS)

    def test_infinite_ends(self):
        working.bits = 64
        line = Enclosure(MINUS_INFINITY, PLUS_INFINITY)
        above, below = Enclosure((1, 1), PLUS_INFINITY), Enclosure(MINUS_INFINITY, (-1, 1))
        shown = lambda number: (number.lo, number.hi)  # noqa: E731
        self.assertEqual(shown(arithmetic.add(above, below)), (MINUS_INFINITY, PLUS_INFINITY))
        self.assertEqual(shown(arithmetic.add(above, 2)), ((3, 1), PLUS_INFINITY))
        self.assertEqual(shown(arithmetic.subtract(above, below)), ((2, 1), PLUS_INFINITY))
        self.assertEqual(shown(arithmetic.multiply(above, below)), (MINUS_INFINITY, (-1, 1)))
        self.assertEqual(shown(arithmetic.multiply(below, below)), ((1, 1), PLUS_INFINITY))
        self.assertEqual(arithmetic.multiply(line, 0), 0)
        self.assertEqual(shown(arithmetic.multiply(Enclosure((0, 1), (1, 1)), above)), ((0, 1), PLUS_INFINITY))
        self.assertEqual(shown(arithmetic.absolute(line)), ((0, 1), PLUS_INFINITY))
        self.assertEqual(shown(arithmetic.maximum(line, 3)), ((3, 1), PLUS_INFINITY))
        self.assertEqual(shown(arithmetic.minimum(line, 3)), (MINUS_INFINITY, (3, 1)))
        self.assertEqual(arithmetic.minimum(above, 1), 1)
        self.assertEqual(shown(arithmetic.negate(above)), (MINUS_INFINITY, (-1, 1)))
        for comparison, left, right, expected in [
            (arithmetic.less, below, above, True),
            (arithmetic.less, above, below, False),
            (arithmetic.less, line, above, UNKNOWN),
            (arithmetic.less, line, line, UNKNOWN),
            (arithmetic.at_most, below, -1, True),
            (arithmetic.at_most, above, 1, UNKNOWN),
            (arithmetic.equal, above, 0, False),
            (arithmetic.equal, line, line, UNKNOWN),
            (arithmetic.equal, above, below, False),
        ]:
            self.assertIs(comparison(left, right), expected)
        for operation in (arithmetic.exp, arithmetic.log, arithmetic.sqrt, arithmetic.floor, arithmetic.ceil):
            with self.assertRaises(Unknown):
                operation(above)
        for operation, left, right in [
            (arithmetic.divide, above, 2),
            (arithmetic.divide, 0, above),
            (arithmetic.power, above, 2),
        ]:
            with self.assertRaises(Unknown):
                operation(left, right)
        self.assertEqual(arithmetic.power(line, 0), 1)


if __name__ == "__main__":
    unittest.main()
