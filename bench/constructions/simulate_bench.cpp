// SPDX-License-Identifier: Apache-2.0
// PCOC programs compiled to positional-Transformer weights: time and size against the machines n and the rounds. Items
// are machines times rounds; "weights" are all entries of all matrices, "units" the most hidden units of one MLP map.
#include <benchmark/benchmark.h>

#include <algorithm>

#include "constructions/draw.hpp"
#include "constructions/machines/pcoc_programs.hpp"
#include "constructions/simulation/compile.hpp"

namespace {

using namespace attest::constructions;
using attest::theory::Rational;
using simulation::Compiled;
using simulation::Routing;

Compiled compiled(const char* task, std::int64_t n, Routing routing) {
  const auto program = machines::find_pcoc_task(task).build(static_cast<std::size_t>(n));
  return compile(program, routing, Rational(8),
                 simulation::ranges_within(program.machines, program.memory, Rational(100)));
}

void report(benchmark::State& state, const Compiled& result) {
  double weights = 0, units = 0;
  for (const auto& layer : result.network.layers) {
    const auto count = [&](const attest::theory::Matrix<Rational>& matrix) {
      weights += static_cast<double>(matrix.rows() * matrix.columns());
    };
    for (const auto& head : layer.heads) count(head.WQ), count(head.WK), count(head.WV);
    count(layer.WO);
    for (const auto& map : layer.mlp) count(map.W);
    for (std::size_t k = 0; k + 1 < layer.mlp.size(); ++k) {
      units = std::max(units, static_cast<double>(layer.mlp[k].W.columns()));
    }
  }
  state.counters["layers"] = static_cast<double>(result.network.layers.size());
  state.counters["weights"] = weights;
  state.counters["units"] = units;
  state.SetItemsProcessed(state.iterations() * state.range(0) *
                          static_cast<std::int64_t>(result.network.layers.size()));
  state.SetComplexityN(state.range(0));
}

void compile_program(benchmark::State& state, const char* task, Routing routing) {
  for (auto _ : state) benchmark::DoNotOptimize(compiled(task, state.range(0), routing));
  report(state, compiled(task, state.range(0), routing));
}

// One input through the hardmax network, its attention patterns included.
void run_hardmax(benchmark::State& state, const char* task) {
  const Compiled result = compiled(task, state.range(0), Routing::kRepaired);
  Draw draw(1);
  std::vector<Rational> x;
  for (std::int64_t i = 0; i < state.range(0); ++i) x.emplace_back(draw.integer(-100, 100));
  const auto input = machines::place_inputs(result.program, x);
  const auto trace = run(result.program, input);
  for (auto _ : state) {
    const auto outputs = run(result.network, hardmax_patterns(result.network), result.input(input));
    if (first_difference(result, trace, outputs)) state.SkipWithError("the network is wrong");
  }
  report(state, result);
}

BENCHMARK_CAPTURE(compile_program, prefix_minimum, "prefix-minimum", Routing::kRepaired)
    ->RangeMultiplier(2)
    ->Range(16, 512)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();
BENCHMARK_CAPTURE(compile_program, prefix_minimum_printed, "prefix-minimum", Routing::kPrinted)
    ->RangeMultiplier(2)
    ->Range(16, 128)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();
// As many rounds as machines.
BENCHMARK_CAPTURE(compile_program, odd_even_sort, "odd-even-sort", Routing::kRepaired)
    ->RangeMultiplier(2)
    ->Range(8, 64)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();
// A function of its own for every machine.
BENCHMARK_CAPTURE(compile_program, bellman_ford, "bellman-ford", Routing::kRepaired)
    ->RangeMultiplier(2)
    ->Range(8, 64)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();
BENCHMARK_CAPTURE(run_hardmax, prefix_minimum, "prefix-minimum")
    ->RangeMultiplier(2)
    ->Range(16, 256)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();

}  // namespace
