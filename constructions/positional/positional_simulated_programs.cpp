// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/machines/pcoc_programs.hpp"
#include "constructions/positional/two_layer_network.hpp"
#include "constructions/simulation/compile.hpp"
#include "constructions/simulation/run_picture.hpp"

namespace attest::constructions {

using machines::Edge;
using simulation::Compiled;
using simulation::Routing;
using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::machines::Memory;
using theory::machines::PcocProgram;

namespace {

constexpr long kFar = 100;

std::vector<Edge> small_graph() {
  std::vector<Edge> edges;
  for (const auto& [a, b, length] :
       {std::tuple<std::size_t, std::size_t, long>{1, 2, 4}, {1, 3, 1}, {2, 3, 2}, {2, 4, 5}, {3, 4, 8}}) {
    edges.push_back({a, b, Rational(length)});
    edges.push_back({b, a, Rational(length)});
  }
  return edges;
}

// The statement's three programs, and ranges that hold their inputs.
struct Example {
  PcocProgram program;
  simulation::InputRanges ranges;
};
std::vector<Example> examples() {
  std::vector<Example> list;
  for (PcocProgram program :
       {machines::prefix_minimum(4), machines::odd_even_sort(4), machines::bellman_ford(4, small_graph())}) {
    simulation::InputRanges ranges(4, std::vector<simulation::Bounded>(program.memory));
    for (auto& machine : ranges) machine.front() = {0, Rational(list.size() == 2 ? kFar : 4), 0};
    list.push_back({std::move(program), std::move(ranges)});
  }
  return list;
}

Step compiled_programs(bool softmax) {
  std::vector<Step> by_program;
  for (const Example& example : examples()) {
    Compiled compiled = compile(example.program, Routing::kRepaired, Rational(1), example.ranges);
    if (softmax) {
      const Rational T = sufficient_temperature(compiled, example.ranges, Rational(1, 1000));
      compiled = compile(example.program, Routing::kRepaired, T, example.ranges);
    }
    const Step every_input = softmax ? exhaustive("x", evaluate()) : exhaustive("x", exhaustive("r", evaluate()));
    by_program.push_back(witness("M", network_value(compiled.network), every_input));
  }
  return exhaustive("program", std::move(by_program));
}

// Beyond the certificates: larger programs, both routings, exact hardmax at every round.
EngineCheck engine_check(const std::string& name, std::size_t n, Routing routing) {
  const machines::PcocTask& task = machines::find_pcoc_task(name);
  const PcocProgram program = task.build(n);
  Draw draw(541);
  std::vector<Rational> x;
  for (std::size_t i = 0; i < n; ++i) {
    x.emplace_back(task.inputs == machines::PcocTask::Inputs::kDistances ? (i == 0 ? 0L : 16 * static_cast<long>(n))
                                                                         : draw.integer(-99, 99));
  }
  const Memory input = machines::place_inputs(program, x);
  const Compiled compiled = compile(program, routing, Rational(1), simulation::ranges_of({input}));
  const auto trace = run(compiled.program, input);
  const auto difference = first_difference(
      compiled, trace, run(compiled.network, hardmax_patterns(compiled.network), compiled.input(input)));
  const bool right = machines::first_slots(trace.output()) == task.expected(x);
  return {name + " on " + std::to_string(n) + " machines, " + (routing == Routing::kPrinted ? "printed" : "repaired") +
              " routing: hardmax equals the program at every round, and the program the task",
          !difference && right,
          difference.value_or(std::to_string(compiled.network.layers.size()) + " layers, " +
                              std::to_string(compiled.network.P.rows()) + " nodes")};
}

Exhibit distances_picture() {
  const machines::PcocTask& task = machines::find_pcoc_task("bellman-ford");
  const PcocProgram program = task.build(8);
  std::vector<Rational> x(8, Rational(kFar));
  x.front() = 0;
  return {
      "Bellman-Ford on eight machines, seven rounds, seven layers",
      "Distances from machine 1 on a given graph (a cycle with chords). Each column is a round, and a layer of the "
      "compiled Transformer, whose numbers are the same; blue lines: who hears whom; yellow: a number that changed.",
      Exhibit::Drawing{simulation::run_picture(program, run(program, machines::place_inputs(program, x)))}};
}

Exhibit sizes() {
  Exhibit::Table table{
      {"program", "machines", "rounds", "layers", "heads", "hidden units in a row", "T for eps = 1/1000"}, {}};
  const char* names[] = {"minima", "sorting", "distances"};
  std::size_t k = 0;
  for (const Example& example : examples()) {
    const Compiled compiled = compile(example.program, Routing::kRepaired, Rational(1), example.ranges);
    std::size_t heads = 0, units = 0;
    for (const auto& layer : compiled.network.layers) {
      heads = std::max(heads, layer.heads.size());
      for (std::size_t m = 0; m + 1 < layer.mlp.size(); ++m) units = std::max(units, layer.mlp[m].W.columns());
    }
    table.rows.push_back({names[k++], "4", std::to_string(example.program.rounds.size()),
                          std::to_string(compiled.network.layers.size()), std::to_string(heads), std::to_string(units),
                          sufficient_temperature(compiled, example.ranges, Rational(1, 1000)).to_string()});
  }
  return {"The three compiled programs", "One layer a round; heads: pairs of slots in use.", table};
}

}  // namespace

// Positional Attention, Lemma B.2 end to end: programs compiled to weights, hardmax and softmax, round by round.
Findings positional_simulated_programs(const Effort& effort) {
  const std::string id = "positional.simulated-programs";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, compiled_programs(false)},
      {id, "finding_softmax", true, compiled_programs(true)},
  };
  for (const Routing routing : {Routing::kRepaired, Routing::kPrinted}) {
    findings.engine_checks.push_back(engine_check("bellman-ford", effort.thorough ? 16 : 8, routing));
    findings.engine_checks.push_back(engine_check("maximum-subarray", 8, routing));
  }
  if (effort.thorough) findings.engine_checks.push_back(engine_check("prefix-minimum", 256, Routing::kRepaired));
  findings.exhibits = {distances_picture(), sizes()};
  return findings;
}

}  // namespace attest::constructions
