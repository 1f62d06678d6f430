// SPDX-License-Identifier: Apache-2.0
#include "theory/machines/pcoc.hpp"

#include <map>
#include <stdexcept>

namespace attest::theory::machines {

namespace {

void require_numbers(Numbers numbers, const std::vector<Rational>& memory, std::size_t round, std::size_t machine) {
  if (numbers == Numbers::kRationals) return;
  for (const Rational& value : memory) {
    if (!value.is_integer())
      throw RuleBroken(round, machine, "data type", "expected integers in the memory, found " + value.to_string());
  }
}

void check_input(const PcocProgram& program, const Memory& input) {
  if (input.size() != program.machines) {
    throw InputError("the input", "expected the memories of " + std::to_string(program.machines) + " machines, found " +
                                      std::to_string(input.size()));
  }
  for (std::size_t i = 0; i < input.size(); ++i) {
    if (input[i].size() != program.memory) {
      throw RuleBroken(
          0, i + 1, "memory",
          "expected " + std::to_string(program.memory) + " variables, found " + std::to_string(input[i].size()));
    }
    require_numbers(program.numbers, input[i], 0, i + 1);
  }
}

}  // namespace

std::vector<std::pair<std::size_t, std::vector<std::size_t>>> oracle_value(const Receive& receive,
                                                                           std::size_t machine) {
  std::map<std::size_t, std::map<std::size_t, bool>> positions;
  for (const auto& source : receive.at(machine - 1)) {
    if (source) positions[source->machine][source->slot] = true;
  }
  std::vector<std::pair<std::size_t, std::vector<std::size_t>>> result;
  for (const auto& [from, slots] : positions) {
    result.emplace_back(from, std::vector<std::size_t>());
    for (const auto& [slot, present] : slots) result.back().second.push_back(slot);
  }
  return result;
}

std::vector<std::size_t> sent(const Receive& receive) {
  std::vector<std::size_t> count(receive.size(), 0);
  for (const auto& slots : receive) {
    for (const auto& source : slots) {
      if (source) ++count.at(source->machine - 1);
    }
  }
  return count;
}

void check_receive(const Receive& receive, std::size_t machines, std::size_t memory, std::size_t round) {
  if (receive.size() != machines) {
    throw RuleBroken(round, machines, "the oracle",
                     "expected what each of " + std::to_string(machines) + " machines receives, found " +
                         std::to_string(receive.size()));
  }
  for (std::size_t i = 0; i < machines; ++i) {
    if (receive[i].size() != memory) {
      throw RuleBroken(round, i + 1, "the oracle",
                       "expected " + std::to_string(memory) + " slots, found " + std::to_string(receive[i].size()));
    }
    for (const auto& source : receive[i]) {
      if (!source ||
          (source->machine >= 1 && source->machine <= machines && source->slot >= 1 && source->slot <= memory))
        continue;
      throw RuleBroken(round, i + 1, "the oracle",
                       "expected a source among machines 1 to " + std::to_string(machines) + " and slots 1 to " +
                           std::to_string(memory) + ", found machine " + std::to_string(source->machine) + ", slot " +
                           std::to_string(source->slot));
    }
  }
  const std::vector<std::size_t> count = sent(receive);
  for (std::size_t i = 0; i < machines; ++i) {
    if (count[i] > memory) {
      throw RuleBroken(round, i + 1, "total sent",
                       "expected at most " + std::to_string(memory) + " variables, the size of the memory, found " +
                           std::to_string(count[i]));
    }
  }
}

void check(const PcocProgram& program) {
  for (std::size_t r = 0; r < program.rounds.size(); ++r) {
    const PcocProgram::Round& round = program.rounds[r];
    check_receive(round.receive, program.machines, program.memory, r + 1);
    if (round.compute.size() != program.machines) throw std::invalid_argument("a local function for each machine");
    for (const auto& function : round.compute) {
      if (!function || function->inputs != program.memory || function->outputs.size() != program.memory)
        throw std::invalid_argument("a local function from the memory to the memory");
    }
  }
}

PcocTrace run(const PcocProgram& program, const Memory& input) {
  check(program);
  check_input(program, input);
  PcocTrace trace{input, {}, {}};
  for (std::size_t r = 0; r < program.rounds.size(); ++r) {
    const PcocProgram::Round& round = program.rounds[r];
    PcocTrace::Round next{communicate(round.receive, trace.output(), Rational(0)), {}};
    for (std::size_t i = 0; i < program.machines; ++i) {
      const LocalFunction& function = *round.compute[i];
      try {
        Evaluated evaluated = evaluate(function, next.received[i]);
        if (evaluated.outside_margin && !trace.outside_margin)
          trace.outside_margin = {r + 1, i + 1, function.lines[*evaluated.outside_margin].name};
        next.computed.push_back(std::move(evaluated.outputs));
      } catch (const InputError& error) {
        throw RuleBroken(r + 1, i + 1, "local function", error.what());
      }
      require_numbers(program.numbers, next.computed[i], r + 1, i + 1);
    }
    trace.rounds.push_back(std::move(next));
  }
  return trace;
}

}  // namespace attest::theory::machines
