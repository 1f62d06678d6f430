// SPDX-License-Identifier: Apache-2.0
// The operators and functions of numbers, and the order and equality of values.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "verify/attack/holes.hpp"
#include "verify/attack/models.hpp"
#include "verify/attack/rounding.hpp"
#include "verify/attack/value.hpp"

namespace attest::verify::attack {

using theory::Rational;

namespace {

/// With an infinite end the checkers evaluate sums, products and comparisons only.
void require_finite(const Interval& x) {
  if (!std::isfinite(x.low) || !std::isfinite(x.high)) throw Unknown("an infinite end");
}
double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

/// A product or quotient of x and y, whose ends were rounded. An end of 0 may be one that underflowed: it stays where
/// signs say that the exact one is no further out.
Interval rounded(double low, double high, const Interval& x, const Interval& y) {
  const bool nonnegative = (x.low >= 0 && y.low >= 0) || (x.high <= 0 && y.high <= 0);
  const bool nonpositive = (x.low >= 0 && y.high <= 0) || (x.high <= 0 && y.low >= 0);
  return {low == 0 && nonnegative ? 0 : below(low), high == 0 && nonpositive ? 0 : above(high)};
}

bool any_open(const Value& a, const Value& b) { return a.is_open() || b.is_open(); }

bool any_polynomial(const Value& a, const Value& b) {
  return (a.polynomial() || b.polynomial()) && (a.polynomial() || a.is_exact()) && (b.polynomial() || b.is_exact());
}
Polynomial as_polynomial(const Value& x) { return x.polynomial() ? *x.polynomial() : Polynomial(x.exact()); }

/// Whether b - a is > 0, or >= 0, by the signs that are known; what they leave open is asked.
Truth by_signs(const Value& a, const Value& b, bool strict) {
  const Polynomial difference = as_polynomial(b) - as_polynomial(a);
  if (difference.is_constant()) return truth(difference.constant().sign() >= (strict ? 1 : 0));
  for (const Sign& sign : running_signs->known) {
    const Polynomial more = difference - sign.polynomial, less = difference + sign.polynomial;
    if (more.is_constant() && more.constant().sign() >= (strict && !sign.strict ? 1 : 0)) return Truth::yes;
    if (less.is_constant() && less.constant().sign() <= (!strict && !sign.strict ? -1 : 0)) return Truth::no;
  }
  running_signs->asked.push_back({difference, strict});
  return Truth::unknown;
}

/// An exact number in machine words: numerator and denominator.
struct Words {
  std::int64_t numerator, denominator;
};
bool in_words(const Value& x, Words& words) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (const auto* number = x.small()) {
    words = {*number, 1};
    return -kMost <= *number && *number <= kMost;
  }
  const auto* fraction = x.fraction();
  if (fraction) words = {fraction->numerator, fraction->denominator};
  return fraction != nullptr;
}

template <class Small, class Fast, class Exact, class Enclosed>
Value arithmetic(const Value& a, const Value& b, Small small, Fast fast, Exact exact, Enclosed enclosed) {
  if (a.small() && b.small()) {
    std::int64_t result;
    if (!small(*a.small(), *b.small(), &result)) return result;
  }
  Words x, y;
  if (in_words(a, x) && in_words(b, y)) return fast(x, y);
  if (a.is_exact() && b.is_exact()) return exact(a.exact(), b.exact());
  return enclosed(a.enclosure(), b.enclosure());
}

Truth order(const Value& a, const Value& b, bool strict) {
  if (any_open(a, b)) return truth(running_holes->ordered(a, b, strict));
  if (any_model(a, b)) return model_order(a, b, strict);
  if (any_polynomial(a, b)) return by_signs(a, b, strict);
  if (a.small() && b.small()) return truth(strict ? *a.small() < *b.small() : *a.small() <= *b.small());
  Words p, q;
  if (in_words(a, p) && in_words(b, q)) {
    const std::int64_t left = p.numerator * q.denominator, right = q.numerator * p.denominator;
    return truth(strict ? left < right : left <= right);
  }
  if (a.is_exact() && b.is_exact()) return truth(strict ? a.exact() < b.exact() : a.exact() <= b.exact());
  const Interval x = a.enclosure(), y = b.enclosure();
  if (strict ? x.high < y.low : x.high <= y.low) return Truth::yes;
  if (strict ? x.low >= y.high : x.low > y.high) return Truth::no;
  return Truth::unknown;
}

Truth equal(const Value& a, const Value& b) {
  if (any_open(a, b)) return running_holes->equal(a, b);
  if (a.is_number() && b.is_number() && (any_polynomial(a, b) || any_model(a, b))) {
    const Truth below = order(a, b, true), above = order(b, a, true);
    if (below == Truth::yes || above == Truth::yes) return Truth::no;
    return below == Truth::no && above == Truth::no ? Truth::yes : Truth::unknown;
  }
  if (a.is_number() && b.is_number()) {
    if (a.small() && b.small()) return truth(*a.small() == *b.small());
    if (a.fraction() && b.fraction())
      return truth(a.fraction()->numerator == b.fraction()->numerator &&
                   a.fraction()->denominator == b.fraction()->denominator);
    if (a.is_exact() && b.is_exact()) return truth(a.exact() == b.exact());
    const Interval x = a.enclosure(), y = b.enclosure();
    return x.high < y.low || y.high < x.low ? Truth::no : Truth::unknown;
  }
  if (a.boolean() && b.boolean()) {
    if (*a.boolean() == Truth::unknown || *b.boolean() == Truth::unknown) return Truth::unknown;
    return truth(*a.boolean() == *b.boolean());
  }
  if (a.symbol() && b.symbol()) return truth(*a.symbol() == *b.symbol());
  if (a.list() && b.list()) {
    if (a.list()->size() != b.list()->size()) return Truth::no;
    Truth result = Truth::yes;
    for (std::size_t i = 0; i < a.list()->size() && result != Truth::no; ++i) {
      const Truth part = equal((*a.list())[i], (*b.list())[i]);
      if (part != Truth::yes) result = part;
    }
    return result;
  }
  throw Undefined("values of different kinds, or records, are compared");
}

}  // namespace

Relation relation_named(const std::string& name) {
  static const std::map<std::string, Relation> relations = {{"=", Relation::equal},   {"!=", Relation::not_equal},
                                                            {"<", Relation::less},    {"<=", Relation::less_equal},
                                                            {">", Relation::greater}, {">=", Relation::greater_equal}};
  return relations.at(name);
}

void note_gap(const Value& a, const Value& b) {
  constexpr std::size_t kMostGaps = 16;
  if (running_gaps->size() == kMostGaps || !a.is_number() || !b.is_number() || a.polynomial() || b.polynomial()) return;
  const Interval x = a.enclosure(), y = b.enclosure();
  const double distance = std::abs((x.low + x.high) / 2 - (y.low + y.high) / 2);
  if (std::isfinite(distance)) running_gaps->push_back({distance, x.low <= y.high && y.low <= x.high});
}

Truth related(Relation relation, const Value& a, const Value& b) {
  switch (relation) {
    case Relation::equal:
      return equal(a, b);
    case Relation::not_equal:
      return !equal(a, b);
    case Relation::less:
      return order(a, b, true);
    case Relation::less_equal:
      return order(a, b, false);
    case Relation::greater:
      return order(b, a, true);
    default:
      return order(b, a, false);
  }
}

Value add(const Value& a, const Value& b) {
  if (any_open(a, b)) return running_holes->sum(a, b, 1);
  if (any_model(a, b)) return model_sum(a, b);
  if (any_polynomial(a, b)) return as_polynomial(a) + as_polynomial(b);
  return arithmetic(
      a, b, [](auto x, auto y, auto* r) { return __builtin_add_overflow(x, y, r); },
      [](Words x, Words y) {
        return ratio(x.numerator * y.denominator + y.numerator * x.denominator, x.denominator * y.denominator);
      },
      [](const Rational& x, const Rational& y) { return Value(x + y); },
      [](Interval x, Interval y) {
        return Value(Interval{sum_below(x.low, y.low), sum_above(x.high, y.high)});
      });
}

Value subtract(const Value& a, const Value& b) {
  if (any_open(a, b)) return running_holes->sum(a, b, -1);
  if (any_model(a, b)) return model_difference(a, b);
  if (any_polynomial(a, b)) return as_polynomial(a) - as_polynomial(b);
  return arithmetic(
      a, b, [](auto x, auto y, auto* r) { return __builtin_sub_overflow(x, y, r); },
      [](Words x, Words y) {
        return ratio(x.numerator * y.denominator - y.numerator * x.denominator, x.denominator * y.denominator);
      },
      [](const Rational& x, const Rational& y) { return Value(x - y); },
      [](Interval x, Interval y) {
        return Value(Interval{sum_below(x.low, -y.high), sum_above(x.high, -y.low)});
      });
}

Value multiply(const Value& a, const Value& b) {
  if (any_open(a, b)) return running_holes->product(a, b);
  if (any_model(a, b)) return model_product(a, b);
  if (any_polynomial(a, b)) {
    const Polynomial x = as_polynomial(a), y = as_polynomial(b);
    if (x.terms().size() * y.terms().size() > 20'000) throw Unknown("a product of many terms");
    return x * y;
  }
  return arithmetic(
      a, b, [](auto x, auto y, auto* r) { return __builtin_mul_overflow(x, y, r); },
      [](Words x, Words y) { return ratio(x.numerator * y.numerator, x.denominator * y.denominator); },
      [](const Rational& x, const Rational& y) { return Value(x * y); },
      [](Interval x, Interval y) {
        if ((x.low == 0 && x.high == 0) || (y.low == 0 && y.high == 0)) return Value(std::int64_t{0});
        const auto [low, high] =
            std::minmax({times(x.low, y.low), times(x.low, y.high), times(x.high, y.low), times(x.high, y.high)});
        if (is_short(x.low) && is_short(x.high) && is_short(y.low) && is_short(y.high))
          return Value(Interval{low, high});
        return Value(rounded(low, high, x, y));
      });
}

Value divide(const Value& a, const Value& b) {
  if (b.is_open()) return divide(a, number_of(b));
  if (a.is_open() && b.is_exact()) {
    const Rational divisor = b.exact();
    if (divisor.sign() == 0) throw Undefined("division by 0");
    return running_holes->product(a, Value(Rational(1) / divisor));
  }
  if (a.is_open()) return divide(number_of(a), b);
  if (any_model(a, b) && !(b.is_exact() && b.exact().sign() == 0)) return model_quotient(a, b);
  if (a.polynomial() && b.is_exact() && b.exact().sign() != 0) return multiply(a, Rational(1) / b.exact());
  Words p, q;
  if (in_words(a, p) && in_words(b, q) && q.numerator != 0)
    return ratio(p.numerator * q.denominator, p.denominator * q.numerator);
  if (a.is_exact() && b.is_exact()) {
    const Rational divisor = b.exact();
    if (divisor.sign() == 0) throw Undefined("division by 0");
    return a.exact() / divisor;
  }
  const Interval x = a.enclosure(), y = b.enclosure();
  if (y.low == 0 && y.high == 0 && b.is_exact()) throw Undefined("division by 0");
  if (y.low <= 0 && y.high >= 0) throw Unknown("division by an enclosure that contains 0");
  require_finite(x);
  require_finite(y);
  if (x.low == 0 && x.high == 0) return std::int64_t{0};
  const auto [low, high] = std::minmax({x.low / y.low, x.low / y.high, x.high / y.low, x.high / y.high});
  return rounded(low, high, x, y);
}

Value negate(const Value& a) {
  if (a.is_open()) return running_holes->sum(std::int64_t{0}, a, -1);
  if (const auto* number = a.small()) return -*number;
  if (const auto* number = a.fraction()) return Value(Value::Fraction{-number->numerator, number->denominator});
  if (a.is_exact()) return -a.exact();
  if (a.model()) return model_difference(std::int64_t{0}, a);
  if (a.polynomial()) return Polynomial() - *a.polynomial();
  const Interval x = a.enclosure();
  return Interval{-x.high, -x.low};
}

Value power(const Value& base, const Value& exponent) {
  if (base.is_open()) {
    const Value known = running_holes->settled(base);
    if (known.is_open() && !exponent.is_open() && integer(exponent) == 2) return running_holes->squared(known);
    return power(number_of(known), exponent);
  }
  if (!base.is_number()) throw Undefined("a number is needed");
  const std::int64_t k = integer(exponent);
  if (k == 0) return std::int64_t{1};
  if (k < 0) return divide(std::int64_t{1}, power(base, -k));
  if (k > 100000) throw Unknown("a great exponent");
  if (base.is_exact()) {
    // Great numbers take long and steps do not count it: what needs them is left to the checkers.
    constexpr double kMostBits = 20'000;
    const Rational x = base.exact();
    const double size = std::abs(x.numerator().to_double()) + x.denominator().to_double();
    if (static_cast<double>(k) * std::log2(size + 1) > kMostBits && abs(x) != Rational(1))
      throw Unknown("a great power");
    return pow(x, static_cast<long>(k));
  }
  if (base.polynomial() || base.model()) {
    if (k > 64) throw Unknown("a great exponent");
    Value result = base;
    for (std::int64_t i = 1; i < k; ++i) result = multiply(result, base);
    return result;
  }
  const Interval x = base.enclosure();
  require_finite(x);
  const auto raised = [&](double t) { return std::pow(t, static_cast<double>(k)); };
  const double low = raised(x.low), high = raised(x.high);
  const auto wide = [](double l, double h) { return Interval{below(below(l)), above(above(h))}; };
  if (k % 2 == 1 || x.low >= 0) return wide(low, high);
  if (x.high <= 0) return wide(high, low);
  return Interval{0, above(above(std::max(low, high)))};
}

Value floor_divide(const Value& a, const Value& b) {
  if (a.small() && b.small() && *b.small() > 0 && *a.small() >= 0) return *a.small() / *b.small();
  const Rational x = a.exact(), y = b.exact();
  if (!x.is_integer() || !y.is_integer() || y.sign() == 0) throw Undefined("div of what are no integers, or by 0");
  return floor(x / y);
}

Value remainder(const Value& a, const Value& b) { return subtract(a, multiply(b, floor_divide(a, b))); }

Value function(const std::string& name, const Value& x) {
  if (x.is_open()) {
    const Value known = running_holes->settled(x);
    if (known.is_open() && name == "abs") return running_holes->absolute(known);
    return function(name, number_of(known));
  }
  if (running_gaps && name == "abs") note_gap(x, std::int64_t{0});
  if (x.small() && name == "abs") return std::abs(*x.small());
  if (x.is_exact()) {
    const Rational number = x.exact();
    if (name == "abs") return abs(number);
    if (name == "floor") return floor(number);
    if (name == "ceil") return ceil(number);
    if (name == "sqrt") {
      if (number.sign() < 0) throw Undefined("sqrt of a negative number");
      if (const auto root = sqrt_if_square(number)) return *root;
    } else if (name == "exp") {
      if (number.sign() == 0) return std::int64_t{1};
    } else if (number.sign() <= 0) {
      throw Undefined("log of a number <= 0");
    } else if (number == Rational(1)) {
      return std::int64_t{0};
    }
  }
  if (x.model()) return model_function(name, x);
  const Interval y = x.enclosure();
  if (name == "abs") {
    if (y.low >= 0) return y;
    if (y.high <= 0) return Interval{-y.high, -y.low};
    return Interval{0, std::max(-y.low, y.high)};
  }
  require_finite(y);
  const auto wide = [](double low, double high) { return Interval{below(below(low)), above(above(high))}; };
  if (name == "exp") {
    const Interval result{below(below(std::exp(y.low))), above(above(std::exp(y.high)))};
    return Interval{y.low == 0 ? 1 : result.low, y.high == 0 ? 1 : result.high};
  }
  if (name == "floor" || name == "ceil") {
    const double low = name == "floor" ? std::floor(y.low) : std::ceil(y.low);
    const double high = name == "floor" ? std::floor(y.high) : std::ceil(y.high);
    if (low != high) throw Unknown(name + " of an enclosure");
    return static_cast<std::int64_t>(low);
  }
  if (name == "sqrt") {
    if (y.low < 0) throw Unknown("sqrt of an enclosure that leaves the domain");
    return wide(std::sqrt(y.low), std::sqrt(y.high));
  }
  if (y.low <= 0) throw Unknown("log of an enclosure that leaves the domain");
  return wide(std::log(y.low), std::log(y.high));
}

Value least(const Value& a, const Value& b) {
  if (any_open(a, b))
    return running_holes->ordered(a, b, false) ? running_holes->settled(a) : running_holes->settled(b);
  if (running_gaps) note_gap(a, b);
  if (a.is_exact() && b.is_exact()) return related(Relation::less_equal, a, b) == Truth::yes ? a : b;
  if (any_polynomial(a, b) || any_model(a, b)) {
    const Truth below = related(Relation::less, a, b);
    if (below != Truth::unknown) return below == Truth::yes ? a : b;
  }
  const Interval x = a.enclosure(), y = b.enclosure();
  return Interval{std::min(x.low, y.low), std::min(x.high, y.high)};
}

Value greatest(const Value& a, const Value& b) {
  if (any_open(a, b))
    return running_holes->ordered(a, b, false) ? running_holes->settled(b) : running_holes->settled(a);
  if (running_gaps) note_gap(a, b);
  if (a.is_exact() && b.is_exact()) return related(Relation::less_equal, a, b) == Truth::yes ? b : a;
  if (any_polynomial(a, b) || any_model(a, b)) {
    const Truth below = related(Relation::less, a, b);
    if (below != Truth::unknown) return below == Truth::yes ? b : a;
  }
  const Interval x = a.enclosure(), y = b.enclosure();
  return Interval{std::max(x.low, y.low), std::max(x.high, y.high)};
}

}  // namespace attest::verify::attack
