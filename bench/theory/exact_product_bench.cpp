// SPDX-License-Identifier: Apache-2.0
// The exact product n x n by n x n: FLINT integers after clearing denominators, against Eigen over GMP rationals and
// the definition.
#include <benchmark/benchmark.h>

#include "bench/theory/eigen_rational.hpp"

namespace {

using namespace attest::bench;

enum Denominators : std::int64_t { integers, shared, different };

Matrix<Rational> operand(const benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  switch (state.range(1)) {
    case integers:
      return entries(n, n, 1000, [](auto, auto) { return 1L; });
    case shared:
      return entries(n, n, 1000, [](auto, auto) { return 2520L; });
    default:  // consecutive integers, so that a row has a least common multiple of many digits
      return entries(n, n, 1000, [n](auto i, auto j) { return static_cast<long>(2 + i * n + j); });
  }
}

void flint(benchmark::State& state) {
  const Matrix<Rational> a = operand(state);
  for (auto _ : state) benchmark::DoNotOptimize(exact_product(a, a));
}
void definition(benchmark::State& state) {
  const Matrix<Rational> a = operand(state);
  for (auto _ : state) benchmark::DoNotOptimize(product_by_definition(a, a));
}
void eigen(benchmark::State& state) {
  const EigenMatrix a = to_eigen(operand(state));
  for (auto _ : state) benchmark::DoNotOptimize(EigenMatrix(a * a));
}

void shapes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"n", "denominators"});
  for (std::int64_t n : {8, 32}) {
    for (Denominators kind : {integers, shared, different}) benchmark->Args({n, kind});
  }
}
BENCHMARK(flint)->Apply(shapes);
BENCHMARK(definition)->Apply(shapes);
BENCHMARK(eigen)->Apply(shapes);

}  // namespace
