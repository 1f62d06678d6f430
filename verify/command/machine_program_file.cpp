// SPDX-License-Identifier: Apache-2.0
#include "verify/command/machine_program_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "theory/error.hpp"
#include "theory/machines/program_text.hpp"
#include "verify/command/exact_input.hpp"

namespace attest::verify::command {

using json::Node;
using json::parse_strictly;

namespace machines = theory::machines;

namespace {

constexpr long kMostMachines = 4096, kMostMemory = 4096, kMostRounds = 4096;
constexpr std::size_t kMostCells = std::size_t{1} << 22, kMostLines = std::size_t{1} << 20;
constexpr const char* kFormat = "attest.machine-program/1";

struct Heading {
  std::string title;
  machines::Numbers numbers;
  machines::ProgramSize size;
  std::vector<Node> rounds;
};

Heading read_heading(const Node& root, const std::string& model) {
  root.expect_keys({"format", "model", "title", "numbers", "machines", "memory", "rounds", "inputs"});
  if (root.at("format").text() != kFormat) root.at("format").fail(std::string("expected \"") + kFormat + "\"");
  if (root.at("model").text() != model) root.at("model").fail("expected \"" + model + "\"");
  Heading heading{};
  if (const auto title = root.find("title")) heading.title = title->text();
  if (const auto numbers = root.find("numbers")) {
    const std::string kind = numbers->text();
    if (kind != "rationals" && kind != "integers") numbers->fail("expected \"rationals\" or \"integers\"");
    heading.numbers = kind == "integers" ? machines::Numbers::kIntegers : machines::Numbers::kRationals;
  }
  heading.size.machines = static_cast<std::size_t>(root.at("machines").integer(1, kMostMachines));
  heading.size.memory = static_cast<std::size_t>(root.at("memory").integer(1, kMostMemory));
  heading.rounds = root.at("rounds").list();
  if (heading.rounds.size() > kMostRounds)
    root.at("rounds").fail("expected at most " + std::to_string(kMostRounds) + " rounds, found " +
                           std::to_string(heading.rounds.size()));
  const std::size_t cells =
      heading.size.machines * heading.size.memory * std::max<std::size_t>(1, heading.rounds.size());
  if (cells > kMostCells) {
    root.fail("expected machines x memory x rounds of at most " + std::to_string(kMostCells) + ", found " +
              std::to_string(cells));
  }
  return heading;
}

std::vector<machines::Memory> read_inputs(const Node& root, machines::ProgramSize size, bool full) {
  std::vector<machines::Memory> inputs;
  const auto given = root.find("inputs");
  if (!given) return inputs;
  for (const Node& node : given->list()) {
    machines::Memory input;
    const std::vector<Node> rows = node.list();
    if (rows.size() != size.machines) {
      node.fail("expected a list of " + std::to_string(size.machines) + " machines, found " +
                std::to_string(rows.size()));
    }
    for (const Node& row : rows) {
      input.push_back(row.vector(full ? std::optional<std::size_t>(size.memory) : std::nullopt));
      if (input.back().size() > size.memory) {
        row.fail("expected at most " + std::to_string(size.memory) + " words, the size of the memory, found " +
                 std::to_string(input.back().size()));
      }
    }
    inputs.push_back(std::move(input));
  }
  return inputs;
}

std::vector<std::string> read_texts(const Node& list) {
  std::vector<std::string> texts;
  for (const Node& node : list.list()) texts.push_back(node.text());
  return texts;
}

/// The machines of a round, group by group, each in one group at most.
class Groups {
 public:
  explicit Groups(std::size_t machines) : taken_(machines, false) {}

  std::vector<std::size_t> read(const Node& node) {
    std::vector<std::size_t> members;
    if (node.is_text()) {
      if (node.text() != "all") node.fail("expected \"all\" or a list of machines");
      for (std::size_t i = 1; i <= taken_.size(); ++i) members.push_back(i);
      if (std::any_of(taken_.begin(), taken_.end(), [](bool taken) { return taken; }))
        node.fail("expected machines that stand in no other group of this round, found \"all\"");
      taken_.assign(taken_.size(), true);
      return members;
    }
    for (const Node& entry : node.list()) {
      const auto machine = static_cast<std::size_t>(entry.integer(1, static_cast<long>(taken_.size())));
      if (taken_[machine - 1])
        entry.fail("expected a machine that stands in no other group of this round, found " + std::to_string(machine));
      taken_[machine - 1] = true;
      members.push_back(machine);
    }
    return members;
  }

 private:
  std::vector<bool> taken_;
};

/// Lines are counted over the whole program, once for each text that is read.
class LineBudget {
 public:
  void spend(std::size_t lines, const Node& node) {
    spent_ += lines;
    if (spent_ > kMostLines) node.fail("expected at most " + std::to_string(kMostLines) + " lines in all");
  }

 private:
  std::size_t spent_ = 0;
};

machines::Receive read_receive(const Node& node, machines::ProgramSize size) {
  const std::vector<Node> rows = node.list();
  if (rows.size() != size.machines)
    node.fail("expected a list of " + std::to_string(size.machines) + " machines, found " +
              std::to_string(rows.size()));
  machines::Receive receive;
  for (const Node& row : rows) {
    const std::vector<Node> slots = row.list();
    if (slots.size() != size.memory)
      row.fail("expected a list of " + std::to_string(size.memory) + " slots, found " + std::to_string(slots.size()));
    auto& sources = receive.emplace_back();
    for (const Node& slot : slots) {
      if (slot.is_null()) {
        sources.emplace_back();
        continue;
      }
      const std::vector<Node> pair = slot.list();
      if (pair.size() != 2)
        slot.fail("expected [machine, slot] or null, found a list of " + std::to_string(pair.size()));
      sources.emplace_back(
          machines::Place{static_cast<std::size_t>(pair[0].integer(1, static_cast<long>(size.machines))),
                          static_cast<std::size_t>(pair[1].integer(1, static_cast<long>(size.memory)))});
    }
  }
  return receive;
}

machines::PcocProgram::Round read_pcoc_round(const Node& node, machines::ProgramSize size, LineBudget& budget) {
  node.expect_keys({"receive", "compute"});
  machines::PcocProgram::Round round{read_receive(node.at("receive"), size), {}};
  round.compute.assign(size.machines, machines::pcoc_local({}, 1, size));
  Groups groups(size.machines);
  for (const Node& group : node.at("compute").list()) {
    group.expect_keys({"machines", "lines"});
    const std::vector<std::string> lines = read_texts(group.at("lines"));
    const bool differ = std::any_of(lines.begin(), lines.end(), machines::mentions_machine);
    std::shared_ptr<const machines::LocalFunction> shared;
    for (const std::size_t machine : groups.read(group.at("machines"))) {
      if (differ || !shared) {
        budget.spend(lines.size(), group);
        shared = machines::pcoc_local(lines, machine, size, group.at("lines").place());
      }
      round.compute[machine - 1] = shared;
    }
  }
  return round;
}

std::vector<machines::MessageText> read_messages(const Node& list) {
  std::vector<machines::MessageText> messages;
  for (const Node& node : list.list()) {
    node.expect_keys({"to", "words", "at", "if"});
    machines::MessageText message{node.at("to").text(), read_texts(node.at("words")), {}, {}};
    if (const auto at = node.find("at")) message.at = at->text();
    if (const auto condition = node.find("if")) message.condition = condition->text();
    messages.push_back(std::move(message));
  }
  return messages;
}

machines::MpcProgram::Round read_mpc_round(const Node& node, machines::ProgramSize size, LineBudget& budget) {
  machines::MpcProgram::Round round(size.machines, machines::mpc_local({}, {}, 1, size));
  Groups groups(size.machines);
  for (const Node& group : node.list()) {
    group.expect_keys({"machines", "lines", "messages"});
    const std::vector<std::string> lines = read_texts(group.at("lines"));
    const std::vector<machines::MessageText> messages = read_messages(group.at("messages"));
    for (const std::size_t machine : groups.read(group.at("machines"))) {
      budget.spend(lines.size() + messages.size(), group);
      round[machine - 1] = machines::mpc_local(lines, messages, machine, size, group.place());
    }
  }
  return round;
}

}  // namespace

PcocFile read_pcoc_file(const std::string& file) {
  const json::Value text = parse_strictly(read_file(file), file);
  const Node root(text, file);
  const Heading heading = read_heading(root, "pcoc");
  PcocFile result;
  result.program = {heading.title, heading.numbers, heading.size.machines, heading.size.memory, {}};
  LineBudget budget;
  for (const Node& node : heading.rounds) {
    result.program.rounds.push_back(read_pcoc_round(node, heading.size, budget));
    try {
      machines::check_receive(result.program.rounds.back().receive, heading.size.machines, heading.size.memory,
                              result.program.rounds.size());
    } catch (const InputError& error) {
      throw InputError(node.at("receive").place(), error.what());
    }
  }
  result.inputs = read_inputs(root, heading.size, true);
  return result;
}

MpcFile read_mpc_file(const std::string& file) {
  const json::Value text = parse_strictly(read_file(file), file);
  const Node root(text, file);
  const Heading heading = read_heading(root, "mpc");
  MpcFile result;
  result.program = {heading.title, heading.numbers, heading.size.machines, heading.size.memory, {}};
  LineBudget budget;
  for (const Node& node : heading.rounds) result.program.rounds.push_back(read_mpc_round(node, heading.size, budget));
  result.inputs = read_inputs(root, heading.size, false);
  return result;
}

}  // namespace attest::verify::command
