// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/synthetic_networks.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Value;

namespace {

std::size_t at(long index) { return static_cast<std::size_t>(index); }

// A head that attends uniformly: WQ = WK = 0 and m = 0. Only C, WV and WO are left to choose; dH columns of values.
Head uniform_head(long n, long d, long dH) {
  Head head;
  head.value = constant_matrix(d, dH, 0);
  head.value_bias = RationalVector(at(dH), 0);
  head.output = constant_matrix(dH, d, 0);
  const Value zeros = Value::matrix(constant_matrix(d, 1, 0));
  head.parameters = {
      {"variant", "t5"}, {"WQ", zeros}, {"WK", zeros}, {"m", Value::vector(RationalVector(at(2 * n - 1), 0))}};
  return head;
}

// c_{i-j} = n where `chosen(i - j)`, else 0: then the attention matrix has entries 1 and 0.
template <class Chosen>
void set_factor(Head& head, long n, Chosen chosen) {
  RationalVector c;
  for (long difference = -(n - 1); difference <= n - 1; ++difference) c.push_back(chosen(difference) ? n : 0);
  head.parameters.emplace_back("c", Value::vector(c));
}

// Writes i into `column` of row i: the token columns of a row sum to 1, so the head counts the rows up to i.
Head counting_head(long n, long V, long d, long column) {
  Head head = uniform_head(n, d, 1);
  set_factor(head, n, [](long difference) { return difference >= 0; });
  for (long token = 0; token < V; ++token) head.value[at(token)][0] = 1;
  head.output[0][at(column)] = 1;
  return head;
}

// Writes the token of row i + distance into V columns from `column` on; zeros where there is no such row.
Head shifting_head(long n, long V, long d, long distance, long column) {
  Head head = uniform_head(n, d, V);
  set_factor(head, n, [&](long difference) { return difference == -distance; });
  for (long token = 0; token < V; ++token) {
    head.value[at(token)][at(token)] = 1;
    head.output[at(token)][at(column + token)] = 1;
  }
  return head;
}

// The hidden unit max(row[counter] - shift + row[extra], 0), without a bias: the token columns carry the constant.
void set_hidden(Block& block, long unit, long V, long counter, long shift, long extra = -1) {
  block.W1[at(counter)][at(unit)] = 1;
  for (long token = 0; token < V; ++token) block.W1[at(token)][at(unit)] = -shift;
  if (extra >= 0) block.W1[at(extra)][at(unit)] = 1;
}

}  // namespace

SyntheticNetwork position_identification_network(long n, long V) {
  const long counter = V, first_answer = V + 1, d = V + 1 + n;
  Block block = identity_block(d, n);
  block.heads = {counting_head(n, V, d, counter)};
  // The units max(i - t, 0), t = 0, ..., n - 1; those for t = n and n + 1 would be 0.
  for (long t = 0; t < n; ++t) {
    set_hidden(block, t, V, counter, t);
    for (const auto& [position, weight] : {std::pair<long, long>{t + 1, 1}, {t, -2}, {t - 1, 1}})
      if (1 <= position && position <= n) block.W2[at(t)][at(first_answer + position - 1)] = weight;
  }
  return {std::move(block), d, n};
}

SyntheticNetwork even_token_network(long n, long V) {
  const long half = n / 2;
  const long counter = V, first_copy = V + 1, first_answer = first_copy + half * V, d = first_answer + V + 1;
  const long plain = 2 * half * V;  // the first of the units max(i - t, 0), t = 1, ..., half + 1
  Block block = identity_block(d, plain + half + 2);
  block.heads = {counting_head(n, V, d, counter)};
  for (long k = 1; k <= half; ++k) block.heads.push_back(shifting_head(n, V, d, k, first_copy + (k - 1) * V));
  for (long t = 0; t <= half + 1; ++t) set_hidden(block, plain + t, V, counter, t);

  // For an integer q = i - k and a copied entry s of 0 or 1: s where q = 0, else 0, is
  // (max(q + s, 0) - max(q, 0)) - (max(q - 1 + s, 0) - max(q - 1, 0)).
  for (long k = 1; k <= half; ++k) {
    for (long token = 0; token < V; ++token) {
      const long copy = first_copy + (k - 1) * V + token, unit = 2 * ((k - 1) * V + token);
      const auto answer = at(first_answer + token);
      set_hidden(block, unit, V, counter, k, copy);
      set_hidden(block, unit + 1, V, counter, k + 1, copy);
      block.W2[at(unit)][answer] = 1;
      block.W2[at(unit + 1)][answer] = -1;
      block.W2[at(plain + k)][answer] -= Rational(1);
      block.W2[at(plain + k + 1)][answer] += Rational(1);
    }
  }
  // End of sentence: 1 where i > half, which is max(i - half, 0) - max(i - half - 1, 0).
  block.W2[at(plain + half)][at(d - 1)] = 1;
  block.W2[at(plain + half + 1)][at(d - 1)] = -1;
  return {std::move(block), d, V + 1};
}

}  // namespace attest::constructions
