// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "theory/machines/local_function_text.hpp"
#include "theory/machines/program_text.hpp"
#include "verify/command/machine_program_file.hpp"

namespace attest::verify::command {

namespace machines = theory::machines;
using Json = nlohmann::ordered_json;

namespace {

// Machines of equal text make one group, in the order of their first members.
template <class Text>
Json grouped(std::size_t count, const Text& text) {
  std::vector<std::pair<Json, std::vector<std::size_t>>> groups;
  for (std::size_t i = 0; i < count; ++i) {
    const Json own = text(i);
    auto found = std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == own; });
    if (found == groups.end()) found = groups.emplace(groups.end(), own, std::vector<std::size_t>());
    found->second.push_back(i + 1);
  }
  Json list = Json::array();
  for (auto& [own, members] : groups) {
    Json group = Json::object({{"machines", members.size() == count ? Json("all") : Json(members)}});
    group.update(own);
    list.push_back(std::move(group));
  }
  return list;
}

Json receive_json(const machines::Receive& receive) {
  Json rows = Json::array();
  for (const auto& slots : receive) {
    Json& row = rows.emplace_back(Json::array());
    for (const auto& source : slots) row.push_back(source ? Json{source->machine, source->slot} : Json(nullptr));
  }
  return rows;
}

Json round_json(const machines::PcocProgram::Round& round, std::size_t memory) {
  const std::vector<std::string> names = machines::input_names(memory);
  return {{"receive", receive_json(round.receive)},
          {"compute", grouped(round.compute.size(), [&](std::size_t i) {
             return Json::object({{"lines", machines::to_text(*round.compute[i], names)}});
           })}};
}

Json round_json(const machines::MpcProgram::Round& round, std::size_t memory) {
  return grouped(round.size(), [&](std::size_t i) {
    std::vector<std::string> names = machines::mpc_input_names(memory);
    const machines::MpcLocal& local = *round[i];
    Json own = {{"lines", machines::to_text(local.function, names)}, {"messages", Json::array()}};
    for (const machines::Line& line : local.function.lines) names.push_back(line.name);
    for (const machines::MpcMessage& message : local.messages) {
      Json words = Json::array();
      for (const machines::Affine& word : message.words) words.push_back(machines::to_text(word, names));
      Json text = {{"to", machines::to_text(message.to, names)}, {"words", std::move(words)}};
      if (message.at) text["at"] = machines::to_text(*message.at, names);
      if (message.condition) text["if"] = machines::to_text(*message.condition, names);
      own["messages"].push_back(std::move(text));
    }
    return own;
  });
}

Json input_json(const machines::Memory& input) {
  Json rows = Json::array();
  for (const auto& memory : input) {
    Json& row = rows.emplace_back(Json::array());
    for (const theory::Rational& value : memory) row.push_back(value.to_string());
  }
  return rows;
}

// A line for each round and each input.
std::string lines_of(const std::vector<Json>& entries) {
  std::string text = "[";
  for (std::size_t i = 0; i < entries.size(); ++i) text += (i > 0 ? ",\n   " : "\n   ") + entries[i].dump();
  return text + "]";
}

template <class Program>
std::string file_text(const Program& program, const char* model, const std::vector<machines::Memory>& inputs) {
  std::vector<Json> rounds, memories;
  for (const auto& round : program.rounds) rounds.push_back(round_json(round, program.memory));
  for (const auto& input : inputs) memories.push_back(input_json(input));
  std::string text = "{\"format\": \"attest.machine-program/1\", \"model\": \"" + std::string(model) + "\",\n";
  if (!program.title.empty()) text += " \"title\": " + Json(program.title).dump() + ",\n";
  if (program.numbers == machines::Numbers::kIntegers) text += " \"numbers\": \"integers\",\n";
  text += " \"machines\": " + std::to_string(program.machines) + ", \"memory\": " + std::to_string(program.memory) +
          ",\n \"rounds\": " + lines_of(rounds);
  if (!inputs.empty()) text += ",\n \"inputs\": " + lines_of(memories);
  return text + "}\n";
}

}  // namespace

std::string to_file_text(const machines::PcocProgram& program, const std::vector<machines::Memory>& inputs) {
  return file_text(program, "pcoc", inputs);
}

std::string to_file_text(const machines::MpcProgram& program, const std::vector<machines::Memory>& inputs) {
  return file_text(program, "mpc", inputs);
}

}  // namespace attest::verify::command
