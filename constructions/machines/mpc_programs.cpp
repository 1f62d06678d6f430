// SPDX-License-Identifier: Apache-2.0
#include "constructions/machines/mpc_programs.hpp"

#include <algorithm>

#include "theory/error.hpp"
#include "theory/machines/program_text.hpp"

namespace attest::constructions::machines {

using theory::machines::MessageText;
using theory::machines::mpc_local;
using theory::machines::MpcProgram;
using theory::machines::Numbers;

namespace {

MpcProgram empty_program(std::string title, std::size_t n, std::size_t memory) {
  if (n < 1 || n > 4096) throw InputError("the program", "expected 1 to 4096 machines, found " + std::to_string(n));
  return {std::move(title), Numbers::kRationals, n, memory, {}};
}

void add_round(MpcProgram& program, const std::vector<std::string>& lines, const std::vector<MessageText>& messages) {
  MpcProgram::Round round;
  for (std::size_t i = 1; i <= program.machines; ++i)
    round.push_back(mpc_local(lines, messages, i, {program.machines, program.memory}));
  program.rounds.push_back(std::move(round));
}

}  // namespace

MpcProgram mail(std::size_t n) {
  MpcProgram program = empty_program("values sent to the machines that the data name", n, 2);
  add_round(program, {}, {{"in1", {"in2"}, {}, "received"}});
  return program;
}

MpcProgram cycle_components(std::size_t n) {
  MpcProgram program = empty_program("components of a union of cycles, by pointer jumping", n, 4);
  program.numbers = Numbers::kIntegers;
  // A machine holds where it points to and the smallest number on the way there: slots 1 and 2. It asks the machine
  // that it points to (slot 3 holds who asks), and is told that one's two words (slots 3 and 4).
  const std::string successor = "successor", least = "least";
  bool first = true;
  for (std::size_t step = 1; step < n; step *= 2) {
    const std::vector<std::string> lines = first ? std::vector<std::string>{"successor = in1", "least = machine"}
                                                 : std::vector<std::string>{"successor = in3", "least = min(in2, in4)"};
    add_round(program, lines, {{"machine", {successor, least}, "1", {}}, {successor, {"machine"}, "3", {}}});
    add_round(program, {}, {{"machine", {"in1", "in2"}, "1", {}}, {"in3", {"in1", "in2"}, "3", {}}});
    first = false;
  }
  if (first) {
    add_round(program, {}, {{"machine", {"in1", "machine"}, "1", {}}});
  } else {
    add_round(program, {"successor = in3", "least = min(in2, in4)"}, {{"machine", {successor, least}, "1", {}}});
  }
  return program;
}

std::vector<theory::Rational> components_by_walking(const std::vector<long>& successor) {
  std::vector<theory::Rational> result;
  for (std::size_t i = 0; i < successor.size(); ++i) {
    long least = static_cast<long>(i) + 1;
    for (long at = successor[i]; at != static_cast<long>(i) + 1; at = successor[static_cast<std::size_t>(at) - 1])
      least = std::min(least, at);
    result.emplace_back(least);
  }
  return result;
}

}  // namespace attest::constructions::machines
