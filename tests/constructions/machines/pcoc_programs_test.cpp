// SPDX-License-Identifier: Apache-2.0
#include "constructions/machines/pcoc_programs.hpp"

#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "theory/error.hpp"

using namespace attest::constructions;
using namespace attest::constructions::machines;

namespace {

std::vector<Rational> inputs_for(const PcocTask& task, std::size_t n, Draw& draw) {
  std::vector<Rational> x;
  for (std::size_t i = 0; i < n; ++i) {
    switch (task.inputs) {
      case PcocTask::Inputs::kAny:
        x.push_back(draw.rational());
        break;
      case PcocTask::Inputs::kTokens:
        x.emplace_back(draw.integer(0, 4));
        break;
      case PcocTask::Inputs::kDistances:
        x.emplace_back(i == 0 ? 0L : draw.integer(0, 1) * 10000);
        break;
    }
  }
  return x;
}

bool is_power_of_two(std::size_t n) { return (n & (n - 1)) == 0; }

}  // namespace

TEST_CASE("every program computes its task") {
  Draw draw(7);
  for (const PcocTask& task : pcoc_tasks()) {
    for (std::size_t n = 1; n <= 9; ++n) {
      if (task.name == "bitonic-sort" && !is_power_of_two(n)) continue;
      const PcocProgram program = task.build(n);
      CHECK(program.machines == n);
      for (int i = 0; i < 8; ++i) {
        const std::vector<Rational> x = inputs_for(task, n, draw);
        const auto trace = run(program, place_inputs(program, x));
        INFO(task.name << ", n = " << n);
        REQUIRE(first_slots(trace.output()) == task.expected(x));
        CHECK_FALSE(trace.outside_margin);
      }
    }
  }
}

TEST_CASE("rounds and memory are what the header says") {
  CHECK(prefix_sum(1).rounds.empty());
  CHECK(prefix_sum(8).rounds.size() == 3);
  CHECK(prefix_minimum(9).rounds.size() == 4);
  CHECK(cumulative_median(6).rounds.size() == 1);
  CHECK(cumulative_median(6).memory == 6);
  CHECK(maximum_subarray(1).rounds.size() == 1);
  CHECK(maximum_subarray(8).rounds.size() == 3);
  CHECK(odd_even_sort(5).rounds.size() == 5);
  CHECK(bitonic_sort(16).rounds.size() == 10);
  CHECK(bellman_ford(6, example_graph(6)).rounds.size() == 5);
}

TEST_CASE("larger sizes") {
  Draw draw(8);
  for (const char* name : {"prefix-sum", "bitonic-sort", "maximum-subarray"}) {
    const PcocTask& task = find_pcoc_task(name);
    const PcocProgram program = task.build(256);
    const std::vector<Rational> x = draw.vector(256);
    CHECK(first_slots(run(program, place_inputs(program, x)).output()) == task.expected(x));
  }
}

TEST_CASE("sizes and names that there are no programs for") {
  CHECK_THROWS_AS(prefix_sum(0), attest::InputError);
  CHECK_THROWS_AS(prefix_sum(5000), attest::InputError);
  CHECK_THROWS_AS(bitonic_sort(6), attest::InputError);
  CHECK_THROWS_AS(k_hop(3, 0, 1), attest::InputError);
  CHECK_THROWS_AS(bellman_ford(2, {{1, 3, 1}}), attest::InputError);
  CHECK_THROWS_AS(find_pcoc_task("quantum-sort"), attest::InputError);
  CHECK_THROWS_AS(place_inputs(prefix_sum(2), {1}), attest::InputError);
}
