// SPDX-License-Identifier: Apache-2.0
#include "constructions/srpe/process_chains.hpp"

#include <flint/fmpz.h>

#include <algorithm>
#include <stdexcept>

namespace attest::constructions {

using theory::Rational;

namespace {

Rational binomial(long n, long k) {
  fmpz_t value;
  fmpz_init(value);
  fmpz_bin_uiui(value, static_cast<ulong>(n), static_cast<ulong>(k));
  const Rational result(value);
  fmpz_clear(value);
  return result;
}

// Ways to write `length` as an ordered sum of `runs` numbers >= 1.
Rational compositions(long length, long runs) {
  if (runs == 0) return length == 0 ? 1 : 0;
  return length < runs ? Rational(0) : binomial(length - 1, runs - 1);
}

// The probability of one sequence that begins with `first`, has `zero_runs` and `one_runs` runs and `zeros` and `ones`
// states of either kind.
Rational probability(const TwoStateChain& chain, long first, long zero_runs, long one_runs, long zeros, long ones) {
  const long switches = zero_runs + one_runs - 1;
  const long from_first = (switches + 1) / 2, from_other = switches / 2;
  return Rational(first == 0 ? 2 : 1, 3) * pow(Rational(1) - chain.from0, zeros - zero_runs) *
         pow(Rational(1) - chain.from1, ones - one_runs) * pow(chain.from0, first == 0 ? from_first : from_other) *
         pow(chain.from1, first == 0 ? from_other : from_first);
}

}  // namespace

TwoStateChain process_class(int label) {
  if (label == 1) return {Rational(1, 5), Rational(2, 5)};
  if (label == 2) return {Rational(3, 10), Rational(3, 5)};
  throw std::invalid_argument("process_class: 1 or 2");
}

ProcessOptimum process_optimum(long T) {
  const TwoStateChain first_class = process_class(1), second_class = process_class(2);
  Rational any_rule = 0, order_blind = 0;
  for (long ones = 0; ones <= T; ++ones) {
    Rational p_ones = 0, q_ones = 0;
    for (long first = 0; first <= 1; ++first) {
      for (long runs = 1; runs <= T; ++runs) {
        const long one_runs = first == 1 ? (runs + 1) / 2 : runs / 2, zero_runs = runs - one_runs, zeros = T - ones;
        const Rational ways = compositions(zeros, zero_runs) * compositions(ones, one_runs);
        if (ways.sign() == 0) continue;
        const Rational p = ways * probability(first_class, first, zero_runs, one_runs, zeros, ones);
        const Rational q = ways * probability(second_class, first, zero_runs, one_runs, zeros, ones);
        any_rule += max(p, q);
        p_ones += p;
        q_ones += q;
      }
    }
    order_blind += max(p_ones, q_ones);
  }
  return {any_rule / Rational(2), order_blind / Rational(2)};
}

}  // namespace attest::constructions
