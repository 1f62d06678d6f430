// SPDX-License-Identifier: Apache-2.0
#include "constructions/simulation/compile.hpp"

#include <map>
#include <set>

#include "constructions/simulation/machine_selection.hpp"
#include "constructions/simulation/relu_network.hpp"
#include "constructions/simulation/slots.hpp"
#include "constructions/simulation/traffic.hpp"
#include "theory/error.hpp"

namespace attest::constructions::simulation {

using theory::Matrix;
using theory::PositionalHead;
using theory::PositionalLayer;
using theory::Rational;
using theory::machines::Memory;
using theory::machines::PcocProgram;
using theory::machines::PcocTrace;

namespace {

// Scores T (2 A - 1), whose hardmax is that of the 0/1 matrix A.
PositionalHead head_of(const Matrix<Rational>& pattern, const Rational& temperature, Matrix<Rational> values) {
  const std::size_t nodes = pattern.rows();
  return {Matrix<Rational>::from_function(
              {nodes, nodes},
              [&](std::size_t v, std::size_t w) { return pattern(v, w) == 0 ? -temperature : temperature; }),
          Matrix<Rational>::identity(nodes), std::move(values)};
}

PositionalLayer layer_of(const PcocProgram::Round& round, Routing routing, const Rational& temperature) {
  const std::size_t machines = round.receive.size(), memory = round.receive.front().size();
  PositionalLayer layer;
  const std::vector<Wire> wires = wires_of(round.receive, routing == Routing::kPrinted);
  if (routing == Routing::kPrinted) {
    // Column h takes slot h of head h; a block is s + 1 columns wide.
    layer.WO = Matrix<Rational>({memory * (memory + 1), memory}, 0);
    for (std::size_t h = 0; h < memory; ++h) {
      layer.heads.push_back(
          head_of(pattern_of(wires[h], machines), temperature, Matrix<Rational>::identity(memory + 1)));
      layer.WO(h * (memory + 1) + h, h) = 1;
    }
    return layer;
  }
  layer.WO = Matrix<Rational>({wires.size(), memory}, 0);
  for (std::size_t h = 0; h < wires.size(); ++h) {
    Matrix<Rational> values({memory + 1, 1}, 0);
    values(wires[h].from_slot, 0) = 1;
    layer.heads.push_back(head_of(pattern_of(wires[h], machines), temperature, std::move(values)));
    layer.WO(h, wires[h].to_slot) = 1;
  }
  return layer;
}

}  // namespace

InputRanges ranges_within(std::size_t machines, std::size_t memory, const Rational& bound) {
  return InputRanges(machines, std::vector<Bounded>(memory, Bounded{-bound, bound, 0}));
}

InputRanges ranges_of(const std::vector<Memory>& inputs) {
  InputRanges ranges;
  for (const Memory& memory : inputs) {
    for (std::size_t i = 0; i < memory.size(); ++i) {
      if (ranges.size() <= i) ranges.emplace_back();
      for (std::size_t j = 0; j < memory[i].size(); ++j) {
        const Bounded number{memory[i][j], memory[i][j], 0};
        if (ranges[i].size() <= j) {
          ranges[i].push_back(number);
        } else {
          ranges[i][j] = hull(ranges[i][j], number);
        }
      }
    }
  }
  return ranges;
}

Matrix<Rational> Compiled::input(const Memory& memory) const {
  Matrix<Rational> rows({program.machines + 1, program.memory + 1}, 0);
  for (std::size_t i = 0; i <= program.machines; ++i) {
    for (std::size_t j = 0; i < program.machines && j < program.memory; ++j) rows(i, j) = memory.at(i).at(j);
    rows(i, program.memory) = static_cast<long>(i);
  }
  return rows;
}

Compiled compile(const PcocProgram& program, Routing routing, const Rational& temperature, const InputRanges& ranges) {
  if (temperature <= 0) throw std::invalid_argument("compile: a temperature above 0 was expected");
  check(program);
  Compiled compiled{{}, routing == Routing::kPrinted ? keep_slots(program) : program, routing, temperature, false};
  compiled.network.P = Matrix<Rational>::identity(program.machines + 1);
  Traffic traffic(compiled.program, routing == Routing::kPrinted, ranges);
  for (std::size_t r = 0; r < compiled.program.rounds.size(); ++r) {
    PositionalLayer layer = layer_of(compiled.program.rounds[r], routing, temperature);
    try {
      const Selection selection = select_by_machine(readable(compiled.program.rounds[r], routing == Routing::kPrinted),
                                                    traffic.received(r, Rational(0)), routing == Routing::kRepaired);
      compiled.gated = compiled.gated || selection.gated;
      layer.mlp = relu_network(selection.function);
      traffic.finish_round(r, Rational(0));
    } catch (const InputError& error) {
      throw InputError("round " + std::to_string(r + 1), error.what());
    }
    compiled.network.layers.push_back(std::move(layer));
  }
  return compiled;
}

std::optional<std::string> first_difference(const Compiled& compiled, const PcocTrace& trace,
                                            const std::vector<theory::PositionalOutput<Rational>>& outputs) {
  const std::size_t machines = compiled.program.machines, memory = compiled.program.memory;
  if (trace.rounds.size() != outputs.size()) return "as many layers as rounds were expected";
  const auto difference = [](std::size_t round, std::size_t node, std::size_t slot, const char* when,
                             const Rational& wanted, const Rational& found) {
    return "round " + std::to_string(round + 1) + ", machine " + std::to_string(node + 1) + ", slot " +
           std::to_string(slot + 1) + ", " + when + ": the program has " + wanted.to_string() + ", the network " +
           found.to_string();
  };
  for (std::size_t r = 0; r < outputs.size(); ++r) {
    for (std::size_t i = 0; i <= machines; ++i) {
      for (std::size_t j = 0; j < memory; ++j) {
        const Rational wanted = i < machines ? trace.rounds[r].computed[i][j] : Rational(0);
        const Rational arrived = i < machines ? trace.rounds[r].received[i][j] : Rational(0);
        if (compiled.routing == Routing::kRepaired && outputs[r].received(i, j) != arrived) {
          return difference(r, i, j, "received", arrived, outputs[r].received(i, j));
        }
        if (outputs[r].output(i, j) != wanted) return difference(r, i, j, "computed", wanted, outputs[r].output(i, j));
      }
      if (outputs[r].output(i, memory) != static_cast<long>(i)) {
        return difference(r, i, memory, "identifier", static_cast<long>(i), outputs[r].output(i, memory));
      }
    }
  }
  return std::nullopt;
}

}  // namespace attest::constructions::simulation
