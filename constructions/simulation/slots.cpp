// SPDX-License-Identifier: Apache-2.0
#include "constructions/simulation/slots.hpp"

#include <algorithm>

#include "constructions/positional/edge_colouring.hpp"

namespace attest::constructions::simulation {

using theory::Rational;
using theory::machines::Affine;
using theory::machines::LocalFunction;
using theory::machines::PcocProgram;
using theory::machines::Place;
using theory::machines::Receive;

namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

// One round's messages and the slot that each travels in.
struct Plan {
  Receive receive;                                   ///< slots kept
  std::vector<std::vector<std::size_t>> comes_in;    ///< [machine][old slot]: its new slot, or kNowhere
  std::vector<std::vector<std::size_t>> stands_for;  ///< [machine][new slot]: the old slot that is sent from here
};

Plan plan(const Receive& receive, std::size_t machines, std::size_t memory) {
  std::vector<Message> messages;
  std::vector<std::pair<std::size_t, std::size_t>> taken_by;  // receiver and its old slot
  for (std::size_t i = 0; i < machines; ++i) {
    for (std::size_t j = 0; j < memory; ++j) {
      if (!receive[i][j]) continue;
      messages.emplace_back(static_cast<long>(receive[i][j]->machine), static_cast<long>(i + 1));
      taken_by.emplace_back(i, j);
    }
  }
  const std::vector<long> slot = colour_messages(messages, static_cast<long>(machines), static_cast<long>(memory));
  Plan result{Receive(machines, std::vector<std::optional<Place>>(memory)),
              std::vector<std::vector<std::size_t>>(machines, std::vector<std::size_t>(memory, kNowhere)),
              {}};
  result.stands_for = result.comes_in;
  for (std::size_t m = 0; m < messages.size(); ++m) {
    const auto [i, j] = taken_by[m];
    const auto kept = static_cast<std::size_t>(slot[m] - 1);
    const Place& from = *receive[i][j];
    result.receive[i][kept] = Place{from.machine, kept + 1};
    result.comes_in[i][j] = kept;
    result.stands_for[from.machine - 1][kept] = from.slot - 1;
  }
  return result;
}

// The function with its inputs at new places, and its outputs copied to where they are sent from.
std::shared_ptr<const LocalFunction> moved(const LocalFunction& function, const std::vector<std::size_t>* comes_in,
                                           const std::vector<std::size_t>* stands_for) {
  LocalFunction result = function;
  const auto move_inputs = [&](Affine& affine) {
    if (!comes_in) return;
    std::vector<std::pair<std::size_t, Rational>> terms;
    for (const auto& [reg, coefficient] : affine.terms) {
      if (reg >= function.inputs) {
        terms.emplace_back(reg, coefficient);
      } else if ((*comes_in)[reg] != kNowhere) {  // an empty slot is 0
        terms.emplace_back((*comes_in)[reg], coefficient);
      }
    }
    std::sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    affine.terms = std::move(terms);
  };
  for (auto& line : result.lines) {
    for (Affine& argument : line.arguments) move_inputs(argument);
  }
  for (Affine& output : result.outputs) move_inputs(output);
  if (stands_for) {
    std::vector<Affine> outputs;
    for (const std::size_t old : *stands_for) outputs.push_back(old == kNowhere ? Affine{0, {}} : result.outputs[old]);
    result.outputs = std::move(outputs);
  }
  return std::make_shared<const LocalFunction>(std::move(result));
}

LocalFunction identity(std::size_t memory) {
  LocalFunction function{memory, {}, {}};
  for (std::size_t j = 0; j < memory; ++j) function.outputs.push_back(Affine{0, {{j, Rational(1)}}});
  return function;
}

}  // namespace

bool keeps_slots(const Receive& receive) {
  for (const auto& machine : receive) {
    for (std::size_t j = 0; j < machine.size(); ++j) {
      if (machine[j] && machine[j]->slot != j + 1) return false;
    }
  }
  return true;
}

PcocProgram keep_slots(const PcocProgram& program) {
  const bool all_kept = std::all_of(program.rounds.begin(), program.rounds.end(),
                                    [](const PcocProgram::Round& round) { return keeps_slots(round.receive); });
  if (all_kept || program.rounds.empty()) return program;
  std::vector<Plan> plans;
  for (const PcocProgram::Round& round : program.rounds) {
    plans.push_back(plan(round.receive, program.machines, program.memory));
  }
  PcocProgram result = program;
  result.rounds.clear();
  PcocProgram::Round first;
  const LocalFunction same = identity(program.memory);
  for (std::size_t i = 0; i < program.machines; ++i) {
    auto& slots = first.receive.emplace_back();
    for (std::size_t j = 0; j < program.memory; ++j) slots.push_back(Place{i + 1, j + 1});
    first.compute.push_back(moved(same, nullptr, &plans.front().stands_for[i]));
  }
  result.rounds.push_back(std::move(first));
  for (std::size_t r = 0; r < program.rounds.size(); ++r) {
    PcocProgram::Round round{plans[r].receive, {}};
    for (std::size_t i = 0; i < program.machines; ++i) {
      const auto* next = r + 1 < plans.size() ? &plans[r + 1].stands_for[i] : nullptr;
      round.compute.push_back(moved(*program.rounds[r].compute[i], &plans[r].comes_in[i], next));
    }
    result.rounds.push_back(std::move(round));
  }
  return result;
}

}  // namespace attest::constructions::simulation
