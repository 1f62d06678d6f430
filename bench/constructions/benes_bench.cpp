// SPDX-License-Identifier: Apache-2.0
// Routing random permutations through Benes networks: items are labels, n = 2^10, 2^12, ..., 2^22.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "constructions/positional/benes_looping.hpp"

namespace {

namespace benes = attest::constructions::benes;

constexpr std::int64_t kSmallest = 1 << 10, kLargest = 1 << 22;

std::vector<std::uint32_t> random_permutation(std::int64_t n) {
  std::vector<std::uint32_t> permutation(static_cast<std::size_t>(n));
  std::iota(permutation.begin(), permutation.end(), 0);
  std::shuffle(permutation.begin(), permutation.end(), std::mt19937_64(1));
  return permutation;
}

void report(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.SetComplexityN(state.range(0));
}

void route(benchmark::State& state, unsigned threads) {
  const std::vector<std::uint32_t> permutation = random_permutation(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(benes::route(permutation, threads));
  if (benes::replay(benes::route(permutation, threads)) != permutation) state.SkipWithError("the settings are wrong");
  report(state);
}

void replay(benchmark::State& state) {
  const benes::Settings settings = benes::route(random_permutation(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(benes::replay(settings));
  report(state);
}

BENCHMARK_CAPTURE(route, one_thread, 1u)
    ->RangeMultiplier(4)
    ->Range(kSmallest, kLargest)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oNLogN);
BENCHMARK_CAPTURE(route, two_threads, 2u)
    ->RangeMultiplier(4)
    ->Range(kSmallest, kLargest)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oNLogN);
BENCHMARK(replay)
    ->RangeMultiplier(4)
    ->Range(kSmallest, kLargest)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oNLogN);

}  // namespace
