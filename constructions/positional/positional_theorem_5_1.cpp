// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/two_layer_network.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// An MPC round as a step function: N machines with one number each; the machine with number x >= 0 sends 1 to machine
// 1, any other sends 1 to the last machine; a machine's new memory is what it has received.
struct Instance {
  long machines;
  std::vector<RationalMatrix> memories;  ///< by configuration: machine 1's cell runs slowest
};

Instance data_dependent_destinations(long machines) {
  Instance instance{machines, {}};
  for (long cells = 0; cells < (1L << machines); ++cells) {
    RationalMatrix memory = constant_matrix(machines, 1, 0);
    for (long i = 0; i < machines; ++i) {
      const bool beyond = (cells >> (machines - 1 - i)) % 2 == 1;
      memory[beyond ? 0 : static_cast<std::size_t>(machines - 1)][0] += 1;
    }
    instance.memories.push_back(std::move(memory));
  }
  return instance;
}

// The model's rows: memories, the sink's zero, identifiers.
RationalMatrix nodes(const RationalMatrix& memories) {
  RationalMatrix rows = memories;
  rows.emplace_back(memories.front().size(), Rational(0));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].emplace_back(static_cast<long>(i));
  return rows;
}

Value network(const Instance& instance, const Rational& delta, long depth, long heads) {
  const RationalVector walls = {0};
  const Mlp prepare = staircase(1, 1, walls, delta);
  Lookup lookup;
  for (std::size_t c = 0; c < instance.memories.size(); ++c) {
    RationalMatrix cells;
    for (long i = 0; i < instance.machines; ++i) {
      cells.push_back({Rational(static_cast<long>(c >> (instance.machines - 1 - i)) % 2)});
    }
    // The sink's 0 stands on the wall: what the staircase makes of it is a fixed row, too.
    RationalMatrix prepared = nodes(cells);
    prepared.back() = apply(prepare, {0, Rational(instance.machines)});
    lookup.inputs.push_back(std::move(prepared));
    lookup.outputs.push_back(nodes(instance.memories[c]));
  }
  return network_value(two_layer_network(lookup, prepare, depth, heads));
}

// Every combination of cells, at the distance delta and far away.
std::vector<Value> inputs(long machines, const Rational& delta) {
  std::vector<Value> values;
  for (long cells = 0; cells < (1L << machines); ++cells) {
    RationalMatrix memory;
    for (long i = 0; i < machines; ++i) {
      const Rational size = i % 2 == 0 ? delta : Rational(7) + delta;
      memory.push_back({(cells >> i) % 2 == 1 ? size : -size});
    }
    values.push_back(Value::matrix(memory));
  }
  return values;
}

Step with_machines(long machines, const std::string& statement) {
  const Instance instance = data_dependent_destinations(machines);
  Value::List tables;
  for (const RationalMatrix& memory : instance.memories) tables.push_back(Value::matrix(memory));
  std::vector<Value> deltas;
  std::vector<Step> by_delta;
  for (const Rational& delta : {Rational(1, 10), pow(Rational(10), -9)}) {
    const long log = machines <= 2 ? 1 : 2;
    const bool as_printed = statement == "repaired";
    deltas.emplace_back(delta);
    by_delta.push_back(witness("M", network(instance, delta, as_printed ? 2 * log : 2, as_printed ? 2 : 1),
                               instances("X", inputs(machines, delta), evaluate())));
  }
  return instances("walls", {Value::vector({0})},
                   instances("T", {Value(tables)}, instances("delta", std::move(deltas), std::move(by_delta))));
}

Step repaired(long largest) {
  return for_every("N", 2, largest, [&](long n) {
    return instances("s", {Value(1)}, instances("R", {Value(1)}, with_machines(n, "repaired")));
  });
}
Step two_layers(long largest) {
  return for_every("N", 1, largest, [&](long n) {
    return instances("s", {Value(1)},
                     instances("L", {Value(2)}, instances("H", {Value(1)}, with_machines(n, "two_layers"))));
  });
}

// Where the network misses the step by more than `error` in entry (i, j) along the line X + x direction: at x = 0, or
// shortly before it, since what it puts out cannot jump.
Rational missed_place(const theory::PositionalTransformer& network, const RationalMatrix& X,
                      const RationalMatrix& direction, std::size_t i, std::size_t j, const Rational& error) {
  using theory::Enclosure;
  constexpr long precision = 256;
  const auto patterns = theory::softmax_patterns(network, 1, precision);
  const auto misses = [&](const Rational& x, const Rational& step) {
    RationalMatrix input = X;
    for (std::size_t r = 0; r < input.size(); ++r) {
      for (std::size_t c = 0; c < input[r].size(); ++c) input[r][c] += x * direction[r][c];
    }
    const Enclosure found = run(network, patterns, theory::Matrix<Rational>::from_rows(input)).back().output(i, j);
    return (abs(found - Enclosure(step, precision)) > Enclosure(error, precision)) == theory::Truth::yes;
  };
  if (misses(0, 1)) return 0;
  Rational x = -1;
  while (!misses(x, 0)) x /= Rational(2);
  return x;
}

// A ramp from 0 to 1 within `width` around 0 of the node's own number, by two ReLUs, as near to the step as one likes;
// with `mean` a second layer that puts the mean of the nodes in its place.
theory::PositionalTransformer ramp(long nodes, const Rational& width, bool mean) {
  using Exact = theory::Matrix<Rational>;
  const auto n = static_cast<std::size_t>(nodes);
  const theory::PositionalHead head{Exact({n, 1}, 0), Exact({n, 1}, 0), Exact({1, 1}, 1)};
  const Rational slope = Rational(1) / width, half(1, 2);
  theory::PositionalTransformer network{Exact::identity(n), {}};
  network.layers.push_back(
      {{head},
       Exact({1, 1}, 1),
       {{Exact::from_rows({{0, 0}, {slope, slope}}), {half, -half}}, {Exact::from_rows({{1}, {-1}}), {Rational(0)}}}});
  if (mean) {
    network.layers.push_back(
        {{head},
         Exact({1, 1}, 1),
         {{Exact::from_rows({{1}, {0}}), {Rational(0)}}, {Exact::from_rows({{1}}), {Rational(0)}}}});
  }
  return network;
}

// Two layers of two heads with scores of their own, from one column to two.
theory::PositionalTransformer any_network(Draw& draw, long nodes) {
  using Exact = theory::Matrix<Rational>;
  const auto any = [&](long rows, long columns) { return Exact::from_rows(draw.matrix(rows, columns)); };
  theory::PositionalTransformer network{Exact::identity(static_cast<std::size_t>(nodes)), {}};
  for (long columns = 1; columns <= 2; ++columns) {
    theory::PositionalLayer layer{{}, any(2, 1), {}};
    for (int h = 0; h < 2; ++h) layer.heads.push_back({any(nodes, 1), any(nodes, 1), any(columns, 1)});
    layer.mlp.push_back({any(1 + columns, 3), draw.vector(3)});
    layer.mlp.push_back({any(3, 2), draw.vector(2)});
    network.layers.push_back(std::move(layer));
  }
  return network;
}

Step misses_the_step(const theory::PositionalTransformer& network, long nodes, long outputs, Draw& draw) {
  std::vector<Value> inputs, directions;
  std::vector<Step> by_input;
  // The first line passes the ramp at x = 0, the second one elsewhere and the other way.
  for (const auto& [at, towards] : {std::pair<Rational, Rational>{0, 1}, {Rational(1, 3), -2}}) {
    const RationalMatrix X = constant_matrix(nodes, 1, at);
    RationalMatrix direction = constant_matrix(nodes, 1, towards);
    if (nodes > 1) direction[1] = {draw.rational()};
    std::vector<Step> by_row;
    for (std::size_t i = 0; i < static_cast<std::size_t>(nodes); ++i) {
      std::vector<Step> by_column;
      for (std::size_t j = 0; j < static_cast<std::size_t>(outputs); ++j) {
        std::vector<Value> errors;
        std::vector<Step> by_error;
        for (const Rational& error : {Rational(1, 10), Rational(499, 1000)}) {
          errors.emplace_back(error);
          by_error.push_back(witness("x", missed_place(network, X, direction, i, j, error), evaluate()));
        }
        by_column.push_back(instances("error", std::move(errors), std::move(by_error)));
      }
      by_row.push_back(exhaustive("j", std::move(by_column)));
    }
    inputs.push_back(Value::matrix(X));
    by_input.push_back(instances("direction", {Value::matrix(direction)}, exhaustive("i", std::move(by_row))));
  }
  return instances("M", {network_value(network)}, instances("X", std::move(inputs), std::move(by_input)));
}

Step not_uniformly() {
  Draw draw(993);
  const Rational width = pow(Rational(10), -6);
  return for_every("n", 1, 2, [&](long n) {
    const auto ramps = [&](bool mean) { return misses_the_step(ramp(n, width, mean), n, 1, draw); };
    const Step one_output = theory::instances(
        "L", {Value(1), Value(2)}, {instances("H", {Value(1)}, ramps(false)), instances("H", {Value(1)}, ramps(true))});
    const Step two_outputs =
        instances("L", {Value(2)}, instances("H", {Value(2)}, misses_the_step(any_network(draw, n), n, 2, draw)));
    return instances("d", {Value(1)}, theory::range("e", 1, 2, {one_output, two_outputs}));
  });
}

Exhibit by_hand() {
  return {
      "Two machines, one number each, by two layers",
      "Machine i with x_i >= 0 sends 1 to machine 1, otherwise to machine 2; three nodes with the sink.",
      Exhibit::Text{{"layer 1, MLP: the staircase turns x_i into 0 or 1 (it has passed the wall 0 or not), for every "
                     "real x_i at least delta away from 0",
                     "then each row becomes its code: machine 1: 0 or 1, machine 2: 0 or 2, the sink: 0",
                     "layer 2, attention with all scores equal: every node gets the mean m of the codes, one of 0, "
                     "1/3, 2/3, 1: all four configurations are told apart",
                     "layer 2, MLP: a table from (m, own code, node) to the node's new memory",
                     "x = (-1/10, 7): codes 0 and 2, m = 2/3; machine 1 gets 1 (from 2), machine 2 gets 1 (from 1)"}}};
}

Exhibit sizes() {
  Exhibit::Table table{{"N", "R", "2 R ceil(log2 N) (printed)", "enough"}, {}};
  for (const auto& [n, rounds] : {std::pair<long, long>{1, 1}, {2, 1}, {16, 3}, {1024, 10}}) {
    long log = 0;
    while ((1L << log) < n) ++log;
    table.rows.push_back(
        {std::to_string(n), std::to_string(rounds), std::to_string(2 * rounds * log), n == 1 ? "1" : "2"});
  }
  return {"Layers", "The printed number is 0 for one machine, and otherwise more than are needed.", table};
}

}  // namespace

// Positional Attention, Theorem 5.1, by two layers; one machine; no uniform approximation of a jump.
Findings positional_theorem_5_1(const Effort& effort) {
  const std::string id = "positional.theorem-5-1";
  const long largest = effort.thorough ? 4 : 3;
  const Step one_machine =
      witness("R", 1, witness("c", 1, witness("x", 0, witness("M", Value(Value::List{}), evaluate()))));
  Findings findings;
  findings.certificates = {
      {id, "printed", false, split_one("one_machine", one_machine)},
      {id, "repaired", true, theory::proof("theory/proofs/bound_theorem_5_1.v", "from_two_machines")},
      {id, "repaired", true, repaired(largest)},
      {id, "finding_two_layers", true, theory::proof("theory/proofs/bound_theorem_5_1.v", "two_layers_are_enough")},
      {id, "finding_two_layers", true, two_layers(largest)},
      {id, "finding_not_uniformly", true,
       theory::proof("theory/proofs/bound_steps_missed.v", "transformer_misses_the_step")},
      {id, "finding_not_uniformly", true, not_uniformly()},
      {id, "finding_one_number_holds_all_bits", true,
       theory::proof("theory/proofs/bound_all_bits.v", "one_number_holds_all_bits")},
      {id, "finding_one_number_holds_all_bits", true,
       range("N", 1, effort.thorough ? 11 : 8, exhaustive("x", evaluate()))},
  };
  findings.exhibits = {by_hand(), sizes()};
  findings.exhibits[1].sides = {"N = 1, R = 1: 0 layers are enough", "1 layer is needed"};
  return findings;
}

}  // namespace attest::constructions
