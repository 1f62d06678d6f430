// SPDX-License-Identifier: Apache-2.0
// Routing messages through Benes networks as appendix B.2 of Positional Attention does: N = 2^4, ..., 2^10 machines
// that send and receive N tuples each; items are tuples. Growth: N^2 tuples take 2 log2 N - 1 steps. And PCOC programs:
// items are machines.
#include <benchmark/benchmark.h>

#include <numeric>

#include "constructions/machines/pcoc_programs.hpp"
#include "constructions/positional/agnostic_machine.hpp"
#include "constructions/positional/message_routing.hpp"

namespace {

namespace routing = attest::constructions::routing;
namespace machines = attest::constructions::machines;

routing::Load load_for(std::int64_t n) {
  attest::constructions::Draw draw(1);
  return routing::drawn_load(static_cast<std::uint32_t>(n), 1, static_cast<std::uint32_t>(n), draw);
}

std::int64_t tuples(const routing::Load& load) {
  const auto sizes = routing::sent(load);
  return static_cast<std::int64_t>(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}));
}

void route(benchmark::State& state, routing::Halving halving) {
  const routing::Load load = load_for(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(routing::route(load, halving));
  const routing::Trace trace = routing::route(load, halving);
  if (!trace.delivered()) state.SkipWithError("not delivered");
  state.SetItemsProcessed(state.iterations() * tuples(load));
  state.SetComplexityN(state.range(0));
  state.counters["most_held"] = trace.most_held();
  state.counters["one_half"] = trace.most_in_one_half();
}

// Slot by slot, every round's oracle checked. Two slots more for each unit of s than any drawn load has needed.
void slots(benchmark::State& state) {
  const routing::Load load = load_for(state.range(0));
  const std::uint32_t s = 2 * routing::route(load, routing::Halving::kSorted).s;
  for (auto _ : state) {
    if (!routing::run_in_slots(load, s).delivered) state.SkipWithError("not delivered");
  }
  state.SetItemsProcessed(state.iterations() * tuples(load));
  state.SetComplexityN(state.range(0));
}

void program(benchmark::State& state, const char* name) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const machines::PcocTask& task = machines::find_pcoc_task(name);
  const machines::PcocProgram built = task.build(n);
  attest::constructions::Draw draw(2);
  const auto x = draw.vector(static_cast<long>(n));
  for (auto _ : state) benchmark::DoNotOptimize(run(built, machines::place_inputs(built, x)));
  if (machines::first_slots(run(built, machines::place_inputs(built, x)).output()) != task.expected(x))
    state.SkipWithError("wrong answers");
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.SetComplexityN(state.range(0));
}

BENCHMARK_CAPTURE(route, sorted, routing::Halving::kSorted)
    ->RangeMultiplier(4)
    ->Range(16, 1024)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();
BENCHMARK_CAPTURE(route, by_message, routing::Halving::kByMessage)
    ->RangeMultiplier(4)
    ->Range(16, 1024)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();
BENCHMARK(slots)->RangeMultiplier(4)->Range(16, 1024)->Unit(benchmark::kMillisecond)->Complexity();
BENCHMARK_CAPTURE(program, prefix_sum, "prefix-sum")
    ->RangeMultiplier(4)
    ->Range(16, 1024)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();
BENCHMARK_CAPTURE(program, bitonic_sort, "bitonic-sort")
    ->RangeMultiplier(4)
    ->Range(16, 1024)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();

}  // namespace
