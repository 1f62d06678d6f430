// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/encoding.hpp"

#include "theory/error.hpp"

namespace attest::constructions {

using theory::Value;

Value::Record encoding(const std::string& variant, long n, const RationalVector& weights,
                       const theory::Rational& key_weight) {
  RationalMatrix column;
  for (const theory::Rational& weight : weights) column.push_back({weight});
  const long family = 2 * n - 1, d = static_cast<long>(weights.size());
  Value::Record head = {{"variant", variant}, {"WQ", Value::matrix(column)}, {"WK", Value::matrix(column)}};
  if (variant == "t5") {
    head.emplace_back("m", Value::vector(RationalVector(static_cast<std::size_t>(family), 0)));
  } else if (variant == "shaw" || variant == "deberta") {
    head.emplace_back("r", Value::matrix(constant_matrix(family, 1, 0)));
    if (variant == "deberta") head.emplace_back("s", Value::matrix(constant_matrix(family, 1, key_weight)));
  } else if (variant == "transformer_xl") {
    head.emplace_back("WR", Value::matrix(constant_matrix(d, 1, 0)));
    head.emplace_back("u", Value::vector({key_weight}));
    head.emplace_back("v", Value::vector({0}));
  } else {
    throw InputError("encoding", "expected t5, shaw, deberta or transformer_xl, found \"" + variant + "\"");
  }
  return head;
}

}  // namespace attest::constructions
