// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/uniform_heads.hpp"

#include "constructions/index.hpp"

namespace attest::constructions {

using theory::Value;

Head uniform_head(long n, long d, long dH, const std::function<bool(long)>& chosen) {
  Head head;
  head.value = constant_matrix(d, dH, 0);
  head.value_bias = RationalVector(at(dH), 0);
  head.output = constant_matrix(dH, d, 0);
  RationalVector c;
  for (long difference = -(n - 1); difference <= n - 1; ++difference) c.push_back(chosen(difference) ? n : 0);
  const Value zeros = Value::matrix(constant_matrix(d, 1, 0));
  head.parameters = {{"variant", "t5"},
                     {"WQ", zeros},
                     {"WK", zeros},
                     {"m", Value::vector(RationalVector(at(2 * n - 1), 0))},
                     {"c", Value::vector(c)}};
  return head;
}

Head counting_head(long n, long V, long d, long column) {
  Head head = uniform_head(n, d, 1, [](long difference) { return difference >= 0; });
  for (long token = 0; token < V; ++token) head.value[at(token)][0] = 1;
  head.output[0][at(column)] = 1;
  return head;
}

Head shifting_head(long n, long V, long d, long distance, long source, long column) {
  Head head = uniform_head(n, d, V, [&](long difference) { return difference == -distance; });
  for (long token = 0; token < V; ++token) {
    head.value[at(source + token)][at(token)] = 1;
    head.output[at(token)][at(column + token)] = 1;
  }
  return head;
}

void set_hidden_unit(Block& block, long unit, long V, long a, long b, long constant) {
  for (long token = 0; token < V; ++token) block.W1[at(token)][at(unit)] = constant;
  block.W1[at(a)][at(unit)] += theory::Rational(1);
  if (b >= 0) block.W1[at(b)][at(unit)] += theory::Rational(1);
}

}  // namespace attest::constructions
