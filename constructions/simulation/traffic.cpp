// SPDX-License-Identifier: Apache-2.0
#include "constructions/simulation/traffic.hpp"

#include <map>
#include <optional>

#include "constructions/simulation/machine_selection.hpp"

namespace attest::constructions::simulation {

using theory::Matrix;
using theory::Rational;
using theory::machines::Affine;
using theory::machines::LocalFunction;
using theory::machines::PcocProgram;
using theory::machines::Receive;

std::vector<Wire> wires_of(const Receive& receive, bool printed) {
  const std::size_t machines = receive.size(), memory = receive.front().size();
  std::map<std::pair<std::size_t, std::size_t>, Wire> wires;
  const auto wire = [&](std::size_t to, std::size_t from) -> Wire& {
    return wires.try_emplace({to, from}, Wire{to, from, std::vector<std::optional<std::size_t>>(machines), printed})
        .first->second;
  };
  if (printed) {
    for (std::size_t h = 0; h < memory; ++h) wire(h, h);
  }
  for (std::size_t i = 0; i < machines; ++i) {
    for (std::size_t j = 0; j < memory; ++j) {
      if (receive[i][j]) wire(j, receive[i][j]->slot - 1).source[i] = receive[i][j]->machine - 1;
    }
  }
  if (wires.empty()) wire(0, 0);  // a layer has a head
  std::vector<Wire> result;
  for (auto& [slots, one] : wires) result.push_back(std::move(one));
  return result;
}

Matrix<Rational> pattern_of(const Wire& wire, std::size_t machines) {
  Matrix<Rational> pattern({machines + 1, machines + 1}, 0);
  std::vector<bool> sends(machines, false);
  for (std::size_t i = 0; i < machines; ++i) {
    if (wire.source[i]) {
      pattern(i, *wire.source[i]) = 1;
      sends[*wire.source[i]] = true;
    } else if (!wire.printed) {
      pattern(i, machines) = 1;
    }
  }
  for (std::size_t i = 0; i < machines; ++i) {
    if (wire.printed && !sends[i]) pattern(machines, i) = 1;
  }
  pattern(machines, machines) = 1;
  return pattern;
}

std::vector<std::shared_ptr<const LocalFunction>> readable(const PcocProgram::Round& round, bool printed) {
  if (!printed) return round.compute;
  std::vector<std::shared_ptr<const LocalFunction>> functions;
  for (std::size_t i = 0; i < round.compute.size(); ++i) {
    LocalFunction function = *round.compute[i];
    const auto without_idle_slots = [&](Affine& affine) {
      std::erase_if(affine.terms,
                    [&](const auto& term) { return term.first < function.inputs && !round.receive[i][term.first]; });
    };
    for (auto& line : function.lines) {
      for (Affine& argument : line.arguments) without_idle_slots(argument);
    }
    for (Affine& output : function.outputs) without_idle_slots(output);
    functions.push_back(std::make_shared<const LocalFunction>(std::move(function)));
  }
  return functions;
}

Traffic::Traffic(const PcocProgram& program, bool printed, const std::vector<std::vector<Bounded>>& ranges)
    : program_(program), printed_(printed), memory_(ranges) {
  memory_.emplace_back(program.memory, Bounded());  // the sink holds 0
}

std::vector<std::vector<Bounded>> Traffic::received(std::size_t r, const Rational& lost) const {
  const std::size_t machines = program_.machines, memory = program_.memory;
  std::vector<std::vector<Bounded>> result(machines + 1, std::vector<Bounded>(memory));
  for (const Wire& wire : wires_of(program_.rounds[r].receive, printed_)) {
    // Slot `from_slot` over all nodes: a mean lies in the hull of the network's numbers, a sum of some in `together`.
    Rational low = 0, high = 0, sum_low = 0, sum_high = 0, error = 0;
    for (const auto& node : memory_) {
      const Bounded& x = node[wire.from_slot];
      low = min(low, x.low - x.error), high = max(high, x.high + x.error);
      sum_low += min(Rational(0), x.low), sum_high += max(Rational(0), x.high), error = max(error, x.error);
    }
    for (std::size_t v = 0; v <= machines; ++v) {
      Bounded& slot = result[v][wire.to_slot];
      const bool has_source = v < machines && wire.source[v];
      if (has_source || !printed_) {
        const Bounded& source = memory_[has_source ? *wire.source[v] : machines][wire.from_slot];
        slot.low += source.low, slot.high += source.high;
        slot.error += source.error + lost * (high - low);
      } else {
        // No number of the program: hardmax adds all ties, softmax takes their mean. Nobody reads it.
        slot.low += sum_low, slot.high += sum_high, slot.error += error;
      }
    }
  }
  return result;
}

void Traffic::finish_round(std::size_t r, const Rational& lost) {
  const std::vector<std::vector<Bounded>> arrived = received(r, lost);
  const auto functions = readable(program_.rounds[r], printed_);
  const Selection selection = select_by_machine(functions, received(r, Rational(0)), !printed_);
  for (std::size_t i = 0; i < program_.machines; ++i) memory_[i] = propagate(*functions[i], arrived[i]);
  // Behind closed gates the sink stays 0; without gates it computes what all do.
  memory_.back() =
      selection.gated ? std::vector<Bounded>(program_.memory) : propagate(*functions.front(), arrived.back());
}

Rational Traffic::error_before_gates(std::size_t r, const Rational& lost) const {
  return simulation::error_before_gates(readable(program_.rounds[r], printed_), received(r, lost));
}

Rational Traffic::greatest_error() const {
  Rational greatest = 0;
  for (std::size_t i = 0; i < program_.machines; ++i) {
    for (const Bounded& number : memory_[i]) greatest = max(greatest, number.error);
  }
  return greatest;
}

}  // namespace attest::constructions::simulation
