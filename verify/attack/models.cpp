// SPDX-License-Identifier: Apache-2.0
// Taylor models as the checkers have them (docs/certificate_format.md, "A cell with an order"), of one variable.
#include "verify/attack/models.hpp"

#include <algorithm>

#include "verify/attack/rounding.hpp"

namespace attest::verify::attack {

using theory::Rational;
using Coefficients = std::vector<Value>;

namespace {

bool is_zero(const Value& x) { return x.small() && *x.small() == 0; }

Coefficients coefficients_of(const Value& x) { return x.model() ? x.model()->coefficients : Coefficients{x}; }

/// The number or the model.
Value made(Interval around, Coefficients coefficients) {
  while (!coefficients.empty() && is_zero(coefficients.back())) coefficients.pop_back();
  if (coefficients.empty()) return std::int64_t{0};
  if (coefficients.size() == 1 && coefficients[0].is_exact()) return coefficients[0];
  return Value(Model{around, std::move(coefficients)});
}

/// A sum of coefficients; an end of 0 stays one, since it decides signs.
Value plus(const Value& a, const Value& b) {
  if (a.is_exact() && b.is_exact()) return add(a, b);
  const Interval x = a.enclosure(), y = b.enclosure();
  const double low = x.low + y.low, high = x.high + y.high;
  return Interval{x.low == 0 || y.low == 0 ? low : below(low), x.high == 0 || y.high == 0 ? high : above(high)};
}

Coefficients sum(Coefficients a, const Coefficients& b) {
  a.resize(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < b.size(); ++i) a[i] = plus(a[i], b[i]);
  return a;
}

Coefficients product(const Coefficients& a, const Coefficients& b) {
  const auto order = static_cast<std::size_t>(running_order);
  Coefficients result(std::min(a.size() + b.size() - 1, order + 1));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      Value term = multiply(a[i], b[j]);
      if (i + j > order) term = multiply(term, Interval{0, 1});
      Value& place = result[std::min(i + j, order)];
      place = plus(place, term);
    }
  return result;
}

/// The k-th coefficient of the series of 1/x ("/"), exp, log or sqrt around x.
Value coefficient(const std::string& name, const Value& x, int k) {
  Rational factor(1);
  if (name == "exp") {
    for (int i = 2; i <= k; ++i) factor = factor / Rational(i);
    return multiply(factor, function(name, x));
  }
  if (name == "log" && k > 0) return divide(Rational(k % 2 == 1 ? 1 : -1, k), power(x, std::int64_t{k}));
  if (name == "/") return divide(Rational(k % 2 == 0 ? 1 : -1), power(x, std::int64_t{k + 1}));
  for (int i = 0; i < k; ++i) factor = factor * Rational(1 - 2 * i, 2 * (i + 1));
  const Value start = function(name, x);
  return k == 0 ? start : divide(multiply(factor, start), power(x, std::int64_t{k}));
}

Coefficients composed(const std::string& name, const Model& x) {
  Coefficients rest = x.coefficients;
  const Value center = rest[0];
  rest[0] = Value();
  const Interval middle = center.enclosure();
  const Interval hull{std::min(middle.low, x.around.low), std::max(middle.high, x.around.high)};
  Coefficients total = {coefficient(name, hull, running_order)};
  for (int k = running_order; k-- > 0;) total = sum(product(total, rest), {coefficient(name, center, k)});
  return total;
}

}  // namespace

Value model_sum(const Value& a, const Value& b) {
  const Interval around = add(Value(a.enclosure()), Value(b.enclosure())).enclosure();
  return made(around, sum(coefficients_of(a), coefficients_of(b)));
}

Value model_difference(const Value& a, const Value& b) {
  Coefficients negative = coefficients_of(b);
  for (Value& entry : negative) entry = negate(entry);
  const Interval around = subtract(Value(a.enclosure()), Value(b.enclosure())).enclosure();
  return made(around, sum(coefficients_of(a), negative));
}

Value model_product(const Value& a, const Value& b) {
  const Interval around = multiply(Value(a.enclosure()), Value(b.enclosure())).enclosure();
  return made(around, product(coefficients_of(a), coefficients_of(b)));
}

Value model_quotient(const Value& a, const Value& b) {
  if (!b.model()) {
    const Value inverse = divide(std::int64_t{1}, b);
    return model_product(a, inverse);
  }
  const Interval around = divide(Value(a.enclosure()), Value(b.enclosure())).enclosure();
  return made(around, product(coefficients_of(a), composed("/", *b.model())));
}

Value model_function(const std::string& name, const Value& x) {
  const Value plain = function(name, Value(x.enclosure()));
  if (name == "abs" || name == "floor" || name == "ceil") return plain;
  return made(plain.enclosure(), composed(name, *x.model()));
}

Truth model_order(const Value& a, const Value& b, bool strict) {
  const Interval x = a.enclosure(), y = b.enclosure();
  if (strict ? x.high < y.low : x.high <= y.low) return Truth::yes;
  if (strict ? x.low >= y.high : x.low > y.high) return Truth::no;
  Interval range{0, 0};
  const Coefficients difference = coefficients_of(model_difference(b, a));
  for (std::size_t i = 0; i < difference.size(); ++i) {
    const Interval part = difference[i].enclosure();
    const double low = i == 0 ? part.low : std::min(0.0, part.low),
                 high = i == 0 ? part.high : std::max(0.0, part.high);
    range = plus(Value(range), Value(Interval{low, high})).enclosure();
  }
  if (strict ? range.low > 0 : range.low >= 0) return Truth::yes;
  if (strict ? range.high <= 0 : range.high < 0) return Truth::no;
  return Truth::unknown;
}

}  // namespace attest::verify::attack
