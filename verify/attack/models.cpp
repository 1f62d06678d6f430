// SPDX-License-Identifier: Apache-2.0
// Taylor models as the checkers have them (docs/certificate_format.md, "A cell with an order").
#include "verify/attack/models.hpp"

#include <algorithm>
#include <bit>

namespace attest::verify::attack {

using theory::Rational;
using ModelTerms = std::vector<std::pair<Factors, Value>>;

namespace {

bool is_zero(const Value& x) { return x.small() && *x.small() == 0; }

ModelTerms terms_of(const Value& x) {
  if (x.model()) return x.model()->terms;
  return is_zero(x) ? ModelTerms{} : ModelTerms{{0, x}};
}

/// The number or the model.
Value made(Interval around, ModelTerms terms) {
  std::erase_if(terms, [](const auto& term) { return is_zero(term.second); });
  if (terms.empty()) return std::int64_t{0};
  if (terms.size() == 1 && terms[0].first == 0 && terms[0].second.is_exact()) return terms[0].second;
  return Value(Model{around, std::move(terms)});
}

ModelTerms sum(const ModelTerms& a, const ModelTerms& b) {
  ModelTerms result;
  result.reserve(a.size() + b.size());
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && a[i].first < b[j].first)) {
      result.push_back(a[i++]);
    } else if (i == a.size() || b[j].first < a[i].first) {
      result.push_back(b[j++]);
    } else {
      result.emplace_back(a[i].first, add(a[i].second, b[j].second));
      ++i;
      ++j;
    }
  }
  return result;
}

int degree(Factors factors) { return (static_cast<int>(std::bit_width(factors)) + 3) / 4; }

/// All factors of both, in order.
Factors merged(Factors a, Factors b) {
  Factors result = 0;
  for (int shift = 0; a != 0 || b != 0; shift += 4) {
    Factors& from = b == 0 || (a != 0 && (a & 15) <= (b & 15)) ? a : b;
    result |= (from & 15) << shift;
    from >>= 4;
  }
  return result;
}

ModelTerms product(const ModelTerms& a, const ModelTerms& b) {
  const int order = running_order;
  ModelTerms result;
  for (const auto& [left, x] : a)
    for (const auto& [right, y] : b) {
      Factors factors = merged(left, right);
      Value term = multiply(x, y);
      if (degree(factors) > order) {
        factors &= (Factors{1} << (4 * order)) - 1;
        term = multiply(term, Interval{0, 1});
      }
      const auto place =
          std::lower_bound(result.begin(), result.end(), factors,
                           [](const std::pair<Factors, Value>& each, Factors given) { return each.first < given; });
      if (place != result.end() && place->first == factors)
        place->second = add(place->second, term);
      else
        result.emplace(place, factors, std::move(term));
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

ModelTerms composed(const std::string& name, const Model& x) {
  const bool has_constant = x.terms.front().first == 0;
  const Value center = has_constant ? x.terms.front().second : Value(std::int64_t{0});
  const ModelTerms rest(x.terms.begin() + (has_constant ? 1 : 0), x.terms.end());
  const Interval middle = center.enclosure();
  const Interval hull{std::min(middle.low, x.around.low), std::max(middle.high, x.around.high)};
  ModelTerms total = {{0, coefficient(name, hull, running_order)}};
  for (int k = running_order; k-- > 0;) total = sum(product(total, rest), {{0, coefficient(name, center, k)}});
  return total;
}

}  // namespace

Value model_of_cell(Interval around, const Rational& from, const Rational& to, int variable) {
  return made(around, {{0, Value(from)}, {static_cast<Factors>(variable), Value(to - from)}});
}

Value model_sum(const Value& a, const Value& b) {
  const Interval around = add(Value(a.enclosure()), Value(b.enclosure())).enclosure();
  return made(around, sum(terms_of(a), terms_of(b)));
}

Value model_difference(const Value& a, const Value& b) {
  ModelTerms negative = terms_of(b);
  for (auto& [factors, entry] : negative) entry = negate(entry);
  const Interval around = subtract(Value(a.enclosure()), Value(b.enclosure())).enclosure();
  return made(around, sum(terms_of(a), negative));
}

Value model_product(const Value& a, const Value& b) {
  const Interval around = multiply(Value(a.enclosure()), Value(b.enclosure())).enclosure();
  return made(around, product(terms_of(a), terms_of(b)));
}

Value model_quotient(const Value& a, const Value& b) {
  if (!b.model()) {
    const Value inverse = divide(std::int64_t{1}, b);
    return model_product(a, inverse);
  }
  const Interval around = divide(Value(a.enclosure()), Value(b.enclosure())).enclosure();
  return made(around, product(terms_of(a), composed("/", *b.model())));
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
  Value range(Interval{0, 0});
  const ModelTerms difference = terms_of(model_difference(b, a));
  for (const auto& [factors, coefficient] : difference) {
    const Interval part = coefficient.enclosure();
    const double low = factors == 0 ? part.low : std::min(0.0, part.low),
                 high = factors == 0 ? part.high : std::max(0.0, part.high);
    range = add(range, Interval{low, high});
  }
  const auto [least, greatest] = range.enclosure();
  if (strict ? least > 0 : least >= 0) return Truth::yes;
  if (strict ? greatest <= 0 : greatest < 0) return Truth::no;
  return Truth::unknown;
}

}  // namespace attest::verify::attack
