// SPDX-License-Identifier: Apache-2.0
// Integers up to 2^53 are exact in doubles, so that overflow is seen in the result, rounded or not; what is enclosed is
// rounded outward by more than the error.
#include "verify/attack/lane_numbers.hpp"

#include <cmath>
#include <numeric>

#include "verify/attack/lane_pairs.hpp"

namespace attest::verify::attack::lane_arithmetic {

using namespace lane_pairs;

Numbers enclosed(const Numbers& x) {
  if (!x.is_exact()) return x;
  const Operand numerators = Operand::low(x);
  Numbers result;
  const double by = x.denominator;
  if (by == 1) {
    result.low = plain_lanes(numerators, numerators, [](Pair a, Pair) { return a; });
    result.high = result.low;
  } else {
    result.low = plain_lanes(numerators, numerators, [by](Pair a, Pair) { return down(a / by); });
    result.high = plain_lanes(numerators, numerators, [by](Pair a, Pair) { return up(a / by); });
  }
  return result;
}

namespace {

double common(double a, double b) {
  if (a == b) return a;
  return static_cast<double>(std::lcm(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b)));
}

}  // namespace

bool joined(Running& running, Numbers& a, Numbers& b) {
  if (!a.is_exact() || !b.is_exact()) return false;
  const double denominator = common(a.denominator, b.denominator);
  if (denominator >= kMostDenominator) return false;
  const auto scaled = [&](Numbers& x) {
    const double by = denominator / x.denominator;
    x.denominator = denominator;
    if (by == 1) return true;
    if (x.low) {
      x.low = exact_or_left(running, Operand::low(x), Operand::low(x), [by](Pair t, Pair) { return t * by; });
      return true;
    }
    x.constant *= by;
    return std::abs(x.constant) < kMostExact;
  };
  return scaled(a) && scaled(b);
}

Numbers sum(Running& running, const Numbers& a, const Numbers& b, bool minus) {
  Numbers x = a, y = b, result;
  if (joined(running, x, y)) {
    result.denominator = x.denominator;
    result.low = minus ? exact_or_left(running, Operand::low(x), Operand::low(y), [](Pair s, Pair t) { return s - t; })
                       : exact_or_left(running, Operand::low(x), Operand::low(y), [](Pair s, Pair t) { return s + t; });
    return result;
  }
  x = enclosed(a);
  y = enclosed(b);
  if (minus) {
    result.low = plain_lanes(Operand::low(x), Operand::high(y), [](Pair s, Pair t) { return down(s - t); });
    result.high = plain_lanes(Operand::high(x), Operand::low(y), [](Pair s, Pair t) { return up(s - t); });
  } else {
    result.low = plain_lanes(Operand::low(x), Operand::low(y), [](Pair s, Pair t) { return down(s + t); });
    result.high = plain_lanes(Operand::high(x), Operand::high(y), [](Pair s, Pair t) { return up(s + t); });
  }
  return result;
}

namespace {

/// What is no number compares as nothing does: the lanes with an end beyond these leave before ends are compared.
void require_finite(Running& running, const Numbers& x) {
  const auto is = [](Pair low, Pair high) { return below(both(-1e300), low) & below(high, both(1e300)); };
  Bits all = {-1, -1};
  over(Operand::low(x), Operand::high(x), [&](std::size_t, Pair low, Pair high) { all &= is(low, high); });
  if ((all[0] & all[1]) == 0) running.leave(running.active - compared(Operand::low(x), Operand::high(x), is));
}

/// The least and the greatest of the four products or quotients of the ends, rounded outward.
template <class F>
Numbers of_ends(Running& running, const Numbers& x, const Numbers& y, F f) {
  require_finite(running, x);
  require_finite(running, y);
  Numbers result;
  result.low = Doubles::fresh();
  result.high = Doubles::fresh();
  Pair *low = pairs(result.low), *high = pairs(result.high);
  const auto* a = reinterpret_cast<const Pair*>(x.low.data());
  const auto* b = reinterpret_cast<const Pair*>(x.high.data());
  const auto* c = reinterpret_cast<const Pair*>(y.low.data());
  const auto* d = reinterpret_cast<const Pair*>(y.high.data());
  for (std::size_t i = 0; i < kPairs; ++i) {
    const Pair p = f(a[i], c[i]), q = f(a[i], d[i]), r = f(b[i], c[i]), s = f(b[i], d[i]);
    const Pair least = chosen(below(p, q), p, q), other = chosen(below(r, s), r, s);
    const Pair most = chosen(below(q, p), p, q), another = chosen(below(s, r), r, s);
    low[i] = down(chosen(below(least, other), least, other));
    high[i] = up(chosen(below(another, most), most, another));
  }
  return result;
}

}  // namespace

Numbers product(Running& running, const Numbers& a, const Numbers& b) {
  if (a.is_exact() && b.is_exact() && a.denominator * b.denominator < kMostDenominator) {
    Numbers result;
    result.denominator = a.denominator * b.denominator;
    result.low = exact_or_left(running, Operand::low(a), Operand::low(b), [](Pair s, Pair t) { return s * t; });
    return result;
  }
  return of_ends(running, enclosed(a), enclosed(b), [](Pair s, Pair t) { return s * t; });
}

Numbers quotient(Running& running, const Numbers& a, const Numbers& b) {
  if (a.is_exact() && b.is_exact()) {
    if (!b.low) {
      if (b.constant == 0) throw Undefined("division by 0");
      const double by = std::abs(b.constant) * a.denominator;
      if (by < kMostDenominator) {
        Numbers result;
        const double times = b.constant < 0 ? -b.denominator : b.denominator;
        result.denominator = by;
        result.low =
            exact_or_left(running, Operand::low(a), Operand::low(a), [times](Pair t, Pair) { return t * times; });
        return result;
      }
    } else {
      running.leave(compared(Operand::low(b), Operand::low(b), [](Pair t, Pair) { return same(t, both(0)); }));
    }
    if (a.denominator == 1 && b.denominator == 1) {  // it may go without remainder everywhere
      Numbers result;
      Bits whole = {-1, -1};
      result.low = Doubles::fresh();
      Pair* out = pairs(result.low);
      over(Operand::low(a), Operand::low(b), [&](std::size_t i, Pair s, Pair t) {
        const Pair q = s / t;
        out[i] = q;
        whole &= below(magnitude(q), both(0x1p51)) & same(floored(q), q) & same(q * t, s);
      });
      if ((whole[0] & whole[1]) != 0) return result;
    }
  }
  const Numbers x = enclosed(a), y = enclosed(b);
  const auto around_0 = [](Pair low, Pair high) { return ~(below(both(0), low) | below(high, both(0))); };
  running.leave(compared(Operand::low(y), Operand::high(y), around_0));  // a division that the other way decides
  return of_ends(running, x, y, [](Pair s, Pair t) { return s / t; });
}

std::pair<Numbers, Numbers> floor_quotient(Running& running, const Numbers& a, const Numbers& b) {
  if (!a.is_exact() || !b.is_exact() || a.denominator != 1 || b.denominator != 1) throw Apart("div of fractions");
  Numbers quotients, remainders;
  quotients.low = Doubles::fresh();
  remainders.low = Doubles::fresh();
  Pair *q = pairs(quotients.low), *r = pairs(remainders.low);
  Bits fine = {-1, -1};
  const auto is_fine = [](Pair s, Pair t) {
    return ~same(t, both(0)) & below(magnitude(s), both(0x1p50)) & below(magnitude(t), both(0x1p50));
  };
  over(Operand::low(a), Operand::low(b), [&](std::size_t i, Pair s, Pair t) {
    // The rounded quotient is off by less than 1, so that its floor is right, or one beside it.
    const Pair first = floored(s / t), rest = s - first * t;
    const Bits negative = ~same(rest, both(0)) & (below(rest, both(0)) ^ below(t, both(0)));
    const Bits beyond = ~negative & at_most(magnitude(t), magnitude(rest));
    const Pair step = where(beyond, both(1)) - where(negative, both(1));
    q[i] = first + step;
    r[i] = rest - step * t;
    fine &= is_fine(s, t);
  });
  if ((fine[0] & fine[1]) == 0) running.leave(running.active - compared(Operand::low(a), Operand::low(b), is_fine));
  return {std::move(quotients), std::move(remainders)};
}

Numbers extreme(Running& running, const Numbers& a, const Numbers& b, bool greater) {
  Numbers x = a, y = b, result;
  const auto taken = [greater](const Operand& s, const Operand& t) {
    if (greater) return plain_lanes(s, t, [](Pair p, Pair q) { return chosen(below(q, p), p, q); });
    return plain_lanes(s, t, [](Pair p, Pair q) { return chosen(below(p, q), p, q); });
  };
  if (joined(running, x, y)) {
    result.denominator = x.denominator;
    result.low = taken(Operand::low(x), Operand::low(y));
    return result;
  }
  x = enclosed(a);
  y = enclosed(b);
  require_finite(running, x);
  require_finite(running, y);
  result.low = taken(Operand::low(x), Operand::low(y));
  result.high = taken(Operand::high(x), Operand::high(y));
  return result;
}

Numbers negated(const Numbers& x) {
  const auto minus = [](const Operand& from) { return plain_lanes(from, from, [](Pair s, Pair) { return -s; }); };
  Numbers result;
  result.denominator = x.denominator;
  if (x.is_exact()) {
    result.low = minus(Operand::low(x));
  } else {
    result.low = minus(Operand::high(x));
    result.high = minus(Operand::low(x));
  }
  return result;
}

Numbers absolute(const Numbers& x) {
  Numbers result;
  result.denominator = x.denominator;
  result.low = plain_lanes(Operand::low(x), Operand::low(x), [](Pair s, Pair) { return magnitude(s); });
  return result;
}

Numbers selected(const Mask& mask, const Numbers& yes, const Numbers& no) {
  static constexpr Bits kMasks[] = {{0, 0}, {-1, 0}, {0, -1}, {-1, -1}};
  const auto picked = [&](const Operand& s, const Operand& t) {
    Doubles out = Doubles::fresh();
    Pair* to = pairs(out);
    over(s, t,
         [&](std::size_t i, Pair p, Pair q) { to[i] = chosen(kMasks[mask.word(i / 32) >> (i % 32 * 2) & 3], p, q); });
    return out;
  };
  Numbers x = yes, y = no, result;
  Running all{Mask::first(kLanes), Mask()};
  if (joined(all, x, y) && !all.left.any()) {
    result.denominator = x.denominator;
    result.low = picked(Operand::low(x), Operand::low(y));
    return result;
  }
  x = enclosed(yes);
  y = enclosed(no);
  result.low = picked(Operand::low(x), Operand::low(y));
  result.high = picked(Operand::high(x), Operand::high(y));
  return result;
}

Mask equal_numbers(Running& running, const Numbers& a, const Numbers& b) {
  Numbers x = a, y = b;
  if (joined(running, x, y))
    return compared(Operand::low(x), Operand::low(y), [](Pair s, Pair t) { return same(s, t); });
  x = enclosed(a);
  y = enclosed(b);
  const Mask less = compared(Operand::high(x), Operand::low(y), [](Pair s, Pair t) { return below(s, t); });
  const Mask more = compared(Operand::low(x), Operand::high(y), [](Pair s, Pair t) { return below(t, s); });
  running.leave(running.active - (less | more));
  return Mask();
}

Mask ordered(Running& running, const Numbers& a, const Numbers& b, bool strict) {
  Numbers x = a, y = b;
  if (joined(running, x, y)) {
    if (strict) return compared(Operand::low(x), Operand::low(y), [](Pair s, Pair t) { return below(s, t); });
    return compared(Operand::low(x), Operand::low(y), [](Pair s, Pair t) { return at_most(s, t); });
  }
  x = enclosed(a);
  y = enclosed(b);
  const Mask yes = strict ? compared(Operand::high(x), Operand::low(y), [](Pair s, Pair t) { return below(s, t); })
                          : compared(Operand::high(x), Operand::low(y), [](Pair s, Pair t) { return at_most(s, t); });
  const Mask no = strict ? compared(Operand::low(x), Operand::high(y), [](Pair s, Pair t) { return at_most(t, s); })
                         : compared(Operand::low(x), Operand::high(y), [](Pair s, Pair t) { return below(t, s); });
  running.leave(running.active - (yes | no));
  return yes;
}

Mask is_integer(const Numbers& x, double wanted) {
  return compared(Operand::low(x), Operand::low(x), [wanted](Pair s, Pair) { return same(s, both(wanted)); });
}

}  // namespace attest::verify::attack::lane_arithmetic
