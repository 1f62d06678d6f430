# SPDX-License-Identifier: Apache-2.0
"""Enclosures of exp, log and sqrt at exact numbers and, since all three increase, at enclosures.

exp: x = k log 2 + r with r >= 0; tanh(r/2) by Lambert's continued fraction y/(1 + y^2/(3 + y^2/(5 + ...))), whose
tails are positive, so that a tail t_N lies in [2N+1, 2N+1 + y^2] and no estimate of a remainder is needed; e^r = (1
+ tanh(r/2)) / (1 - tanh(r/2)).
log: a guess by Newton's iteration, which need not be trusted: the bracket [y - delta, y + delta] is accepted only
once exp at its ends is seen to enclose x.
sqrt: integer square roots.
All is done in integers at a fixed scale: X stands for X / 2^scale."""

import math
from fractions import Fraction
from functools import lru_cache

from enclosure import Enclosure, down, exact, finite, make, up, working
from failures import Undefined, Unknown

MAX_EXPONENT = 1 << 20  # x beyond it: exp(x) is too long a number; below its negative: enclosed less closely


def _atanh_of_reciprocal(m, scale):
    """Integers [lo, hi] around 2^scale * atanh(1/m) = sum over k of 2^scale / ((2k+1) m^(2k+1))."""
    power, total, k = (1 << scale) // m, 0, 0
    while power:
        total += power // (2 * k + 1)  # less than 2 below the true term
        power //= m * m
        k += 1
    return total, total + 2 * k + 2  # the terms left out sum to less than 2


@lru_cache(maxsize=64)
def _log_2(scale):
    """log 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749)."""
    a, b, c = (_atanh_of_reciprocal(m, scale) for m in (26, 4801, 8749))
    return 18 * a[0] - 2 * b[1] + 8 * c[0], 18 * a[1] - 2 * b[0] + 8 * c[1]


def _exp_fixed(x_lo, x_hi, scale):
    """(lo, hi, k): e^x lies in [lo, hi] * 2^(k - scale) for every x in [x_lo, x_hi] / 2^scale (a narrow interval)."""
    log_lo, log_hi = _log_2(scale)
    k = x_lo // log_hi + 1
    while True:  # find k with r >= 0; one or two rounds
        r_lo = x_lo - max(k * log_lo, k * log_hi)
        if r_lo >= 0:
            break
        k -= 1
    r_hi = x_hi - min(k * log_lo, k * log_hi)

    one = 1 << (scale + 1)  # at this scale r stands for y = r/2
    square_lo = (r_lo * r_lo) >> (scale + 1)
    square_hi = ((r_hi * r_hi) >> (scale + 1)) + 1
    length, gained = 0, 0
    while gained < scale:  # y < 0.36, so level k of the fraction gains more than 2 log2(2k+1) + 2 bits
        length += 1
        gained += 2 * (2 * length + 1).bit_length()
    tail_lo = (2 * length + 1) * one
    tail_hi = tail_lo + square_hi
    square_lo, square_hi = square_lo * one, square_hi * one
    for level in range(length - 1, -1, -1):
        odd = (2 * level + 1) * one
        tail_lo, tail_hi = odd + square_lo // tail_hi, odd + square_hi // tail_lo + 1
    tanh_lo = r_lo * one // tail_hi
    tanh_hi = r_hi * one // tail_lo + 1
    lo = ((one + tanh_lo) << scale) // (one - tanh_lo)
    hi = ((one + tanh_hi) << scale) // (one - tanh_hi) + 1
    return lo, hi, k


def _scaled(mantissa, exponent):
    return (mantissa << exponent, 1) if exponent >= 0 else (mantissa, 1 << -exponent)


@lru_cache(maxsize=1 << 16)
def _exp_ends(n, d, bits):
    """Ends around exp(n/d)."""
    if n == 0:
        return (1, 1), (1, 1)
    if n < -MAX_EXPONENT * d:  # exp increases, and is positive
        return (0, 1), _exp_ends(-MAX_EXPONENT, 1, bits)[1]
    if n > MAX_EXPONENT * d:
        raise Unknown("exp of a number above 2^20")
    scale = bits + max(0, n.bit_length() - d.bit_length()) + 16
    x = (n << scale) // d
    lo, hi, k = _exp_fixed(x, x + 1, scale)
    return down(_scaled(lo, k - scale), bits), up(_scaled(hi, k - scale), bits)


@lru_cache(maxsize=1 << 16)
def _log_ends(n, d, bits):
    """Ends around log(n/d), n/d > 0."""
    if n == d:
        return (0, 1), (0, 1)
    exponent = n.bit_length() - d.bit_length()
    n, d = (n, d << exponent) if exponent >= 0 else (n << -exponent, d)  # now 1/2 < n/d < 2
    if exponent and 2 * n < d + d // 2:  # keep the part log(n/d) from cancelling against log 2
        n, exponent = 2 * n, exponent - 1
    near = max(0, d.bit_length() - abs(n - d).bit_length()) if exponent == 0 else 0
    scale = bits + near + exponent.bit_length() + 16
    x = (n << scale) // d
    y_lo, y_hi = _bracket_log(x, x + 1, scale)
    log_lo, log_hi = _log_2(scale)
    y_lo += min(exponent * log_lo, exponent * log_hi)
    y_hi += max(exponent * log_lo, exponent * log_hi)
    return down(_scaled(y_lo, -scale), bits), up(_scaled(y_hi, -scale), bits)


def _bracket_log(x_lo, x_hi, scale):
    """Integers y_lo, y_hi with exp(y_lo) <= x_lo and x_hi <= exp(y_hi), all at the scale."""
    current = min(scale, 48)
    y = round(math.log((x_lo >> (scale - current)) / (1 << current)) * (1 << current))
    while True:
        following = min(scale, 2 * current - 8)
        y, current = y << (following - current), following
        lo, hi, k = _exp_fixed(y, y, current)
        power = _shifted((lo + hi) // 2, k)
        x = x_lo >> (scale - current)
        y += ((x - power) << current) // power
        if current == scale:
            break
    delta = 4
    while True:
        lo, hi, k = _exp_fixed(y - delta, y - delta, scale)
        below = -_shifted(-hi, k) <= x_lo  # rounded up
        lo, hi, k = _exp_fixed(y + delta, y + delta, scale)
        if below and _shifted(lo, k) >= x_hi:
            return y - delta, y + delta
        delta *= 2


def _shifted(mantissa, exponent):
    return mantissa << exponent if exponent >= 0 else mantissa >> -exponent


def _sqrt_ends(lo, hi, bits):
    """Ends around the square roots of the numbers from lo >= 0 to hi."""
    results = []
    for n, d in (lo, hi):
        shift = max(0, bits - (n.bit_length() - d.bit_length()) // 2 + 2)
        results.append(((n << 2 * shift) // d, -(-(n << 2 * shift) // d), shift))
    (floor_lo, _, shift_lo), (_, ceil_hi, shift_hi) = results
    root_hi = math.isqrt(ceil_hi - 1) + 1 if ceil_hi else 0  # the least integer whose square is at least ceil_hi
    return down((math.isqrt(floor_lo), 1 << shift_lo), bits), up((root_hi, 1 << shift_hi), bits)


def sqrt(x):
    if type(x) is not Enclosure:
        if x < 0:
            raise Undefined("sqrt of a number < 0")
        n, d = math.isqrt(x.numerator), math.isqrt(x.denominator)
        if n * n == x.numerator and d * d == x.denominator:
            return exact(Fraction(n, d))
    lo, hi = finite(x, "sqrt")
    if lo[0] < 0:
        raise Unknown("sqrt of an enclosure that reaches below 0")
    return make(*_sqrt_ends(lo, hi, working.bits))


def exp(x):
    lo, hi = finite(x, "exp")
    return make(_exp_ends(*lo, working.bits)[0], _exp_ends(*hi, working.bits)[1])


def log(x):
    if type(x) is not Enclosure and x <= 0:
        raise Undefined("log of a number <= 0")
    lo, hi = finite(x, "log")
    if lo[0] <= 0:
        raise Unknown("log of an enclosure that reaches 0 or below")
    return make(_log_ends(*lo, working.bits)[0], _log_ends(*hi, working.bits)[1])
