// SPDX-License-Identifier: Apache-2.0
#include "verify/json/number.hpp"

namespace attest::verify::json {

using theory::Rational;

Value from_rational(const Rational& x) {
  const Rational largest = pow(Rational(2), 53);  // beyond it a reader that makes doubles of numbers may lose digits
  if (x.is_integer() && abs(x) <= largest) return x.to_long();
  return x.to_string();
}

std::string text_of_number(const Value& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

Value from_ends(const Rational& lo, const Rational& hi, const std::string& decimal) {
  if (lo == hi) return from_rational(lo);
  return {{"lo", from_rational(lo)}, {"hi", from_rational(hi)}, {"decimal", decimal}};
}

}  // namespace attest::verify::json
