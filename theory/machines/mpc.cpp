// SPDX-License-Identifier: Apache-2.0
#include "theory/machines/mpc.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest::theory::machines {

namespace {

/// The rules of one round, with its number in their errors.
class MpcRound {
 public:
  MpcRound(const MpcProgram& program, std::size_t number) : program_(program), number_(number) {}

  std::vector<SentMessage> messages_of(std::size_t machine, const Held& memory,
                                       std::optional<OutsideMargin>& outside) const {
    const MpcLocal& local = *program_.rounds[number_ - 1][machine - 1];
    const std::vector<Rational> registers = registers_of(local.function, machine, memory, outside);
    std::vector<SentMessage> sent;
    std::size_t size = 0;
    for (const MpcMessage& message : local.messages) {
      if (message.condition && value_of(*message.condition, registers) == 0) continue;
      SentMessage next{machine, destination(machine, value_of(message.to, registers)), {}, {}};
      if (message.at) next.at = first_slot(machine, value_of(*message.at, registers));
      for (const Affine& word : message.words) next.words.push_back(value_of(word, registers));
      require_numbers(machine, next.words);
      size += next.words.size();
      sent.push_back(std::move(next));
    }
    if (size > program_.memory) broken(machine, "total sent", at_most("words") + std::to_string(size));
    return sent;
  }

  std::vector<Held> deliver(const std::vector<SentMessage>& messages) const {
    require_one_order(messages);
    std::vector<std::size_t> size(program_.machines, 0);
    std::vector<Held> memory(program_.machines, Held(program_.memory));
    for (const SentMessage& message : messages) size[message.to - 1] += message.words.size();
    for (std::size_t i = 0; i < program_.machines; ++i) {
      if (size[i] > program_.memory) broken(i + 1, "total received", at_most("words") + std::to_string(size[i]));
    }
    std::vector<std::size_t> next(program_.machines, 0);
    for (const SentMessage& message : messages) {
      Held& held = memory[message.to - 1];
      std::size_t slot = message.at ? *message.at - 1 : next[message.to - 1];
      for (const Rational& word : message.words) {
        if (slot >= program_.memory) {
          broken(message.to, "slot",
                 at_most("slots") + "a word for slot " + std::to_string(slot + 1) + " from machine " +
                     std::to_string(message.from));
        }
        if (held[slot]) {
          broken(message.to, "slot",
                 "expected one word for slot " + std::to_string(slot + 1) + ", found another one from machine " +
                     std::to_string(message.from));
        }
        held[slot++] = word;
      }
      next[message.to - 1] = slot;
    }
    return memory;
  }

 private:
  [[noreturn]] void broken(std::size_t machine, const char* rule, const std::string& expected) const {
    throw RuleBroken(number_, machine, rule, expected);
  }
  std::string at_most(const char* what) const {
    return "expected at most " + std::to_string(program_.memory) + " " + what + ", the size of the memory, found ";
  }

  std::vector<Rational> registers_of(const LocalFunction& function, std::size_t machine, const Held& memory,
                                     std::optional<OutsideMargin>& outside) const {
    std::vector<Rational> inputs;
    long held = 0;
    for (const auto& word : memory) {
      inputs.push_back(word.value_or(Rational(0)));
      held += word.has_value();
    }
    inputs.emplace_back(held);
    std::optional<std::size_t> line;
    try {
      std::vector<Rational> registers = registers_after(function, inputs, line);
      if (line && !outside) outside = {number_, machine, function.lines[*line].name};
      return registers;
    } catch (const InputError& error) {
      broken(machine, "local function", error.what());
    }
  }
  std::size_t destination(std::size_t machine, const Rational& to) const {
    if (!to.is_integer() || to < 1 || to > static_cast<long>(program_.machines)) {
      broken(machine, "destination",
             "expected a machine from 1 to " + std::to_string(program_.machines) + ", found " + to.to_string());
    }
    return static_cast<std::size_t>(to.to_long());
  }
  std::size_t first_slot(std::size_t machine, const Rational& at) const {
    if (!at.is_integer() || at < 1 || at > static_cast<long>(program_.memory)) {
      broken(machine, "slot",
             "expected a slot from 1 to " + std::to_string(program_.memory) + ", found " + at.to_string());
    }
    return static_cast<std::size_t>(at.to_long());
  }
  void require_numbers(std::size_t machine, const std::vector<Rational>& words) const {
    if (program_.numbers == Numbers::kRationals) return;
    for (const Rational& word : words) {
      if (!word.is_integer()) broken(machine, "data type", "expected integers in messages, found " + word.to_string());
    }
  }
  void require_one_order(const std::vector<SentMessage>& messages) const {
    for (const SentMessage& message : messages) {
      if (message.at.has_value() == messages.front().at.has_value()) continue;
      broken(message.from, "messages", "expected a slot in every message of the round or in none");
    }
  }

  const MpcProgram& program_;
  std::size_t number_;
};

std::vector<Held> held_input(const MpcProgram& program, const Memory& input) {
  if (input.size() != program.machines) {
    throw InputError("the input", "expected the words of " + std::to_string(program.machines) + " machines, found " +
                                      std::to_string(input.size()));
  }
  std::vector<Held> memory;
  for (std::size_t i = 0; i < input.size(); ++i) {
    if (input[i].size() > program.memory) {
      throw RuleBroken(
          0, i + 1, "memory",
          "expected at most " + std::to_string(program.memory) + " words, found " + std::to_string(input[i].size()));
    }
    Held held(program.memory);
    for (std::size_t j = 0; j < input[i].size(); ++j) {
      if (program.numbers == Numbers::kIntegers && !input[i][j].is_integer())
        throw RuleBroken(0, i + 1, "data type", "expected integers in the memory, found " + input[i][j].to_string());
      held[j] = input[i][j];
    }
    memory.push_back(std::move(held));
  }
  return memory;
}

}  // namespace

void check(const MpcProgram& program) {
  for (const MpcProgram::Round& round : program.rounds) {
    if (round.size() != program.machines) throw std::invalid_argument("a local function for each machine");
    for (const auto& local : round) {
      if (!local || local->function.inputs != program.memory + 1)
        throw std::invalid_argument("a local function of the memory and of the number of words received");
    }
  }
}

MpcTrace run(const MpcProgram& program, const Memory& input) {
  check(program);
  MpcTrace trace{held_input(program, input), {}, {}};
  for (std::size_t r = 1; r <= program.rounds.size(); ++r) {
    const MpcRound round(program, r);
    MpcTrace::Round next;
    for (std::size_t i = 1; i <= program.machines; ++i) {
      std::vector<SentMessage> sent = round.messages_of(i, trace.output()[i - 1], trace.outside_margin);
      std::move(sent.begin(), sent.end(), std::back_inserter(next.messages));
    }
    next.received = round.deliver(next.messages);
    trace.rounds.push_back(std::move(next));
  }
  return trace;
}

}  // namespace attest::theory::machines
