// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/positional_theorem_5_1.hpp"

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
  std::vector<Step> by_n;
  for (long n = 2; n <= largest; ++n) {
    by_n.push_back(instances("s", {Value(1)}, instances("R", {Value(1)}, with_machines(n, "repaired"))));
  }
  return range("N", 2, largest, std::move(by_n));
}
Step two_layers(long largest) {
  std::vector<Step> by_n;
  for (long n = 1; n <= largest; ++n) {
    by_n.push_back(instances("s", {Value(1)},
                             instances("L", {Value(2)}, instances("H", {Value(1)}, with_machines(n, "two_layers")))));
  }
  return range("N", 1, largest, std::move(by_n));
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

Findings positional_theorem_5_1(const Effort& effort) {
  const std::string id = "positional.theorem-5-1";
  const long largest = effort.thorough ? 4 : 3;
  const Step one_machine =
      witness("R", 1, witness("c", 1, witness("x", 0, witness("M", Value(Value::List{}), evaluate()))));
  Findings findings;
  findings.certificates = {
      {id, "printed", false, split_one("one_machine", one_machine)},
      {id, "repaired", true, theory::proof("theory/proofs/theorem_5_1.v", "theorem_5_1_from_two_machines")},
      {id, "repaired", true, repaired(largest)},
      {id, "finding_two_layers", true, theory::proof("theory/proofs/theorem_5_1.v", "theorem_5_1")},
      {id, "finding_two_layers", true, two_layers(largest)},
      {id, "finding_not_uniformly", true, theory::proof("theory/proofs/limits.v", "transformer_misses_the_step")},
      {id, "finding_one_number_holds_all_bits", true,
       range("N", 1, effort.thorough ? 11 : 8, exhaustive("x", evaluate()))},
  };
  findings.exhibits = {by_hand(), sizes()};
  return findings;
}

}  // namespace attest::constructions
