// SPDX-License-Identifier: Apache-2.0
// Enclosures of exp and of softmax: Arb (the engine) against MPFI through its own interface, at the same precision in
// bits.
#include <benchmark/benchmark.h>
#include <mpfi.h>

#include "theory/attention/softmax.hpp"

namespace {

using namespace attest::theory;

/// Scores between -4 and 4 that are no dyadic rationals.
Rational score(std::size_t k) { return Rational(static_cast<long>(k * 37 % 81) - 40, 10) + Rational(1, 97); }

class Interval {
 public:
  explicit Interval(long precision) { mpfi_init2(value, static_cast<mpfr_prec_t>(precision)); }
  Interval(const Rational& x, long precision) : Interval(precision) {
    mpq_t exact;
    mpq_init(exact);
    fmpq_get_mpq(exact, x.raw());
    mpfi_set_q(value, exact);
    mpq_clear(exact);
  }
  Interval(Interval&& other) noexcept : Interval(static_cast<long>(mpfi_get_prec(other.value))) {
    mpfi_swap(value, other.value);
  }
  ~Interval() { mpfi_clear(value); }
  mpfi_t value;
};

void exp_arb(benchmark::State& state) {
  const Enclosure x(score(5), state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(exp(x));
}
void exp_mpfi(benchmark::State& state) {
  const Interval x(score(5), state.range(0));
  for (auto _ : state) {
    Interval y(state.range(0));  // the engine makes a new value each time, too
    mpfi_exp(y.value, x.value);
    benchmark::DoNotOptimize(y.value);
  }
}

constexpr std::size_t n = 64;

void softmax_arb(benchmark::State& state) {
  const auto scores = Matrix<Enclosure>::from_function(
      {1, n}, [&](auto, std::size_t j) { return Enclosure(score(j), state.range(0)); });
  for (auto _ : state) benchmark::DoNotOptimize(weights(scores, Weighting::softmax_e));
}
void softmax_mpfi(benchmark::State& state) {
  std::vector<Interval> scores;
  for (std::size_t j = 0; j < n; ++j) scores.emplace_back(score(j), state.range(0));
  for (auto _ : state) {
    std::vector<Interval> powers;
    powers.reserve(n);
    Interval sum(state.range(0));
    mpfi_set_si(sum.value, 0);
    for (const Interval& x : scores) {
      powers.emplace_back(state.range(0));
      mpfi_exp(powers.back().value, x.value);
      mpfi_add(sum.value, sum.value, powers.back().value);
    }
    for (Interval& p : powers) mpfi_div(p.value, p.value, sum.value);
    benchmark::DoNotOptimize(powers.data());
  }
}

BENCHMARK(exp_arb)->ArgName("bits")->Arg(128)->Arg(256);
BENCHMARK(exp_mpfi)->ArgName("bits")->Arg(128)->Arg(256);
BENCHMARK(softmax_arb)->ArgName("bits")->Arg(128)->Arg(256);
BENCHMARK(softmax_mpfi)->ArgName("bits")->Arg(128)->Arg(256);

}  // namespace
