// SPDX-License-Identifier: Apache-2.0
// Checking Lemma 10's repaired construction on a whole grid: items are inputs. `plain_rationals` evaluates block by
// block, for a few inputs and without looking for equal values; `engine` evaluates every input and decides
// whether all values are distinct. Arguments: n, d, 1/delta. Ratios are taken within one run.
#include <benchmark/benchmark.h>

#include "constructions/urpe/contextual_mapping.hpp"

namespace {

using namespace attest::constructions;
using attest::theory::Rational;

constexpr long kPlainInputs = 64;

ContextualConstruction construction(const benchmark::State& state) {
  const long n = state.range(0), d = state.range(1), m = state.range(2);
  return half_open_construction(position_vectors(n)[1], m, d);  // u = (2n, ..., 4, 2)
}

// Inputs drawn from the grid.
std::vector<RationalMatrix> some_inputs(const ContextualConstruction& c) {
  Draw draw(5);
  std::vector<RationalMatrix> inputs;
  for (long i = 0; i < kPlainInputs; ++i) {
    RationalMatrix X = constant_matrix(static_cast<long>(c.u.size()), static_cast<long>(c.z.size()), 0);
    for (RationalVector& row : X) {
      for (Rational& entry : row) entry = Rational(draw.integer(0, c.m - 1), c.m);
    }
    inputs.push_back(std::move(X));
  }
  return inputs;
}

void plain_rationals(benchmark::State& state) {
  const ContextualConstruction c = construction(state);
  const std::vector<RationalMatrix> inputs = some_inputs(c);
  for (auto _ : state) {
    for (const RationalMatrix& X : inputs) benchmark::DoNotOptimize(contextual_values(c, X));
  }
  state.SetItemsProcessed(state.iterations() * kPlainInputs);
}

void engine(benchmark::State& state, Integers integers, unsigned threads) {
  const ContextualConstruction c = construction(state);
  std::uint64_t inputs = 0;
  for (auto _ : state) {
    const ContextualResult result = check_contextual_mapping(c, {.threads = threads, .integers = integers});
    if (!result.is_contextual_mapping()) state.SkipWithError("the construction is wrong");
    inputs += result.inputs;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(inputs));
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->Args({3, 2, 4})->Args({3, 3, 4})->UseRealTime()->Unit(benchmark::kMillisecond);
}

BENCHMARK(plain_rationals)->Apply(sizes)->Args({4, 3, 4});
BENCHMARK_CAPTURE(engine, bits_64, Integers::bits_64, 1u)->Apply(sizes);
BENCHMARK_CAPTURE(engine, bits_128, Integers::bits_128, 1u)->Apply(sizes);
BENCHMARK_CAPTURE(engine, unbounded, Integers::unbounded, 1u)->Apply(sizes);
BENCHMARK_CAPTURE(engine, two_threads, Integers::automatic, 2u)->Apply(sizes)->Args({4, 3, 4});

}  // namespace
