// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/staged_even_tokens.hpp"

#include <algorithm>
#include <stdexcept>

#include "constructions/index.hpp"
#include "constructions/urpe/uniform_heads.hpp"

namespace attest::constructions {

using theory::Rational;

namespace {

// The columns of a row, and what the stages do.
struct Plan {
  long n, V, half;
  std::vector<long> strides;
  std::vector<long> digits;      // of stage t: 0, ..., digits[t] - 1
  std::vector<long> first_gate;  // column of stage t's gate for digit 0
  long counter, packet, copies, answer, d;

  Plan(long n_, long V_, const std::vector<long>& strides_) : n(n_), V(V_), half(n_ / 2), strides(strides_) {
    if (strides.empty() || strides.front() != 1)
      throw std::invalid_argument("staged_even_token_network: strides from 1");
    long next_column = V, most_digits = 1;
    counter = next_column++;
    for (std::size_t t = 0; t < strides.size(); ++t) {
      const bool last = t + 1 == strides.size();
      if (!last && (strides[t + 1] <= strides[t] || strides[t + 1] % strides[t] != 0))
        throw std::invalid_argument("staged_even_token_network: each stride a proper divisor of the next");
      digits.push_back(last ? half / strides[t] + 1 : strides[t + 1] / strides[t]);
      first_gate.push_back(next_column);
      next_column += digits.back();
      most_digits = std::max(most_digits, digits.back());
    }
    packet = next_column;
    copies = packet + V;
    answer = copies + (most_digits - 1) * V;
    d = answer + V + 1;
  }

  long copy(long digit) const { return digit == 0 ? packet : copies + (digit - 1) * V; }

  // Whether row i takes over the copy of that digit in stage t: whether some k has the digit and stands at i
  // afterwards.
  bool gate(std::size_t t, long digit, long i) const {
    for (long k = 1; k <= half; ++k) {
      const bool last = t + 1 == strides.size();
      const long moved = last ? k : k % strides[t + 1];
      if (moved / strides[t] == digit && 2 * k - moved == i) return true;
    }
    return false;
  }
};

// Adds chosen(i), i = 1, ..., n, to `column`, as a piecewise linear function of i: with u_t = max(i - t, 0), the hat
// u_{k-1} - 2 u_k + u_{k+1} is 1 at i = k and 0 at every other integer. The units u_0, ..., u_{n-1} are the first n.
template <class Chosen>
void add_function_of_index(Block& block, long n, long column, Chosen chosen) {
  for (long k = 1; k <= n; ++k) {
    if (!chosen(k)) continue;
    block.W2[at(k - 1)][at(column)] += Rational(1);
    if (k < n) block.W2[at(k)][at(column)] -= Rational(2);
    if (k + 1 < n) block.W2[at(k + 1)][at(column)] += Rational(1);
  }
}

// Every row: its index, its gates, end of sentence, and its own token as the packet it holds.
Block index_block(const Plan& plan) {
  Block block = identity_block(plan.d, plan.n + plan.V);
  block.heads = {counting_head(plan.n, plan.V, plan.d, plan.counter)};
  for (long t = 0; t < plan.n; ++t) set_hidden_unit(block, t, plan.V, plan.counter, -1, -t);
  for (std::size_t t = 0; t < plan.strides.size(); ++t)
    for (long digit = 0; digit < plan.digits[t]; ++digit)
      add_function_of_index(block, plan.n, plan.first_gate[t] + digit, [&](long i) { return plan.gate(t, digit, i); });
  add_function_of_index(block, plan.n, plan.d - 1, [&](long i) { return i > plan.half; });
  for (long token = 0; token < plan.V; ++token) {
    set_hidden_unit(block, plan.n + token, plan.V, token, -1, 0);
    block.W2[at(plan.n + token)][at(plan.packet + token)] = 1;
  }
  return block;
}

// Row i fetches the packets at i + digit * stride; of all copies, its own for digit 0, those with an open gate make the
// new packet (in the last stage: the answer), max(copy + gate - 1, 0). What was held and fetched is cleared.
Block stage_block(const Plan& plan, std::size_t t) {
  const long digits = plan.digits[t], target = t + 1 == plan.strides.size() ? plan.answer : plan.packet;
  Block block = identity_block(plan.d, 2 * digits * plan.V);
  for (long digit = 1; digit < digits; ++digit)
    block.heads.push_back(
        shifting_head(plan.n, plan.V, plan.d, digit * plan.strides[t], plan.packet, plan.copy(digit)));
  for (long digit = 0; digit < digits; ++digit) {
    for (long token = 0; token < plan.V; ++token) {
      const long unit = 2 * (digit * plan.V + token), column = plan.copy(digit) + token;
      set_hidden_unit(block, unit, plan.V, column, plan.first_gate[t] + digit, -1);
      block.W2[at(unit)][at(target + token)] += Rational(1);
      set_hidden_unit(block, unit + 1, plan.V, column, -1, 0);
      block.W2[at(unit + 1)][at(column)] -= Rational(1);
    }
  }
  return block;
}

}  // namespace

StagedNetwork staged_even_token_network(long n, long V, const std::vector<long>& strides) {
  const Plan plan(n, V, strides);
  StagedNetwork network{{index_block(plan)}, plan.d, V + 1};
  for (std::size_t t = 0; t < strides.size(); ++t) network.blocks.push_back(stage_block(plan, t));
  return network;
}

std::vector<long> binary_strides(long n) {
  std::vector<long> strides = {1};
  while (2 * strides.back() <= n / 2) strides.push_back(2 * strides.back());
  return strides;
}

}  // namespace attest::constructions
