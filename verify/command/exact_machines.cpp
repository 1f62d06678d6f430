// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "constructions/machines/picture.hpp"
#include "theory/error.hpp"
#include "verify/command/exact.hpp"
#include "verify/command/exact_output.hpp"
#include "verify/command/machine_program_file.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::command {

using system::write_file;

namespace machines = theory::machines;
using Json = nlohmann::ordered_json;

namespace {

// In text, larger memories are not listed: nobody reads them.
constexpr std::size_t kMostListed = 1024;

std::string word(const theory::Rational& value) { return value.to_string(); }
std::string word(const std::optional<theory::Rational>& value) { return value ? value->to_string() : "-"; }
Json json_word(const theory::Rational& value) { return to_json(value); }
Json json_word(const std::optional<theory::Rational>& value) { return value ? to_json(*value) : Json(nullptr); }

template <class Memory>
Json memory_json(const Memory& memory) {
  Json rows = Json::array();
  for (const auto& slots : memory) {
    Json& row = rows.emplace_back(Json::array());
    for (const auto& value : slots) row.push_back(json_word(value));
  }
  return rows;
}

template <class Memory>
void print_memory(const std::string& when, const Memory& memory, std::ostream& out) {
  out << "  " << when << "\n";
  std::size_t listed = 0;
  for (std::size_t i = 0; i < memory.size(); ++i) {
    listed += memory[i].size();
    if (listed > kMostListed) {
      out << "    (numbers are listed up to " << kMostListed << ")\n";
      return;
    }
    out << "    machine " << i + 1 << ":";
    for (const auto& value : memory[i]) out << " " << word(value);
    out << "\n";
  }
}

Json margin_json(const std::optional<machines::OutsideMargin>& outside) {
  if (!outside) return nullptr;
  return {{"round", outside->round}, {"machine", outside->machine}, {"line", outside->line}};
}

void print_margin(const std::optional<machines::OutsideMargin>& outside, std::ostream& out) {
  if (!outside) return;
  out << "  outside of its margin or bound first: round " << outside->round << ", machine " << outside->machine
      << ", line " << outside->line << "\n";
}

const machines::Memory& computed(const machines::PcocTrace::Round& round) { return round.computed; }
const std::vector<machines::Held>& computed(const machines::MpcTrace::Round& round) { return round.received; }

Json round_json(const machines::PcocTrace::Round& round) {
  return {{"received", memory_json(round.received)}, {"computed", memory_json(round.computed)}};
}
Json round_json(const machines::MpcTrace::Round& round) {
  Json messages = Json::array();
  for (const machines::SentMessage& message : round.messages) {
    Json words = Json::array();
    for (const theory::Rational& value : message.words) words.push_back(to_json(value));
    Json entry = {{"from", message.from}, {"to", message.to}, {"words", std::move(words)}};
    if (message.at) entry["at"] = *message.at;
    messages.push_back(std::move(entry));
  }
  return {{"messages", std::move(messages)}, {"received", memory_json(round.received)}};
}

bool continuous(const machines::PcocProgram& program) {
  for (const auto& round : program.rounds) {
    for (const auto& function : round.compute) {
      if (!function->continuous()) return false;
    }
  }
  return true;
}
bool continuous(const machines::MpcProgram& program) {
  for (const auto& round : program.rounds) {
    for (const auto& local : round) {
      if (!local->function.continuous()) return false;
    }
  }
  return true;
}

template <class File>
int run_file(const File& program_file, const std::string& model, const std::string& file,
             const std::string& picture_file, bool json, std::ostream& out) {
  const auto& program = program_file.program;
  if (program_file.inputs.empty()) throw InputError(file, "expected at least one memory in \"inputs\"");
  std::vector<decltype(machines::run(program, program_file.inputs[0]))> traces;
  for (std::size_t i = 0; i < program_file.inputs.size(); ++i) {
    try {
      traces.push_back(machines::run(program, program_file.inputs[i]));
    } catch (const InputError& error) {
      throw InputError(file + ": /inputs/" + std::to_string(i), error.what());
    }
  }
  if (!picture_file.empty()) {
    if (program.machines > 32 || program.rounds.size() > 32)
      throw InputError(file, "expected up to 32 machines and 32 rounds for a picture");
    write_file(picture_file, constructions::machines::picture(program, traces.front()));
  }

  if (json) {
    Json runs = Json::array();
    for (const auto& trace : traces) {
      Json rounds = Json::array();
      for (const auto& round : trace.rounds) rounds.push_back(round_json(round));
      runs.push_back({{"input", memory_json(trace.input)},
                      {"rounds", std::move(rounds)},
                      {"output", memory_json(trace.output())},
                      {"outside_margin", margin_json(trace.outside_margin)}});
    }
    out << Json{{"model", model},           {"title", program.title},          {"machines", program.machines},
                {"memory", program.memory}, {"rounds", program.rounds.size()}, {"continuous", continuous(program)},
                {"runs", std::move(runs)}}
               .dump()
        << "\n";
    return 0;
  }
  out << (program.title.empty() ? "a program" : program.title) << ": " << (model == "pcoc" ? "PCOC" : "MPC") << ", "
      << program.machines << " machines, memory " << program.memory << ", " << program.rounds.size() << " rounds, "
      << (continuous(program) ? "continuous" : "discontinuous")
      << " local functions; every rule of the model is kept\n";
  for (std::size_t i = 0; i < traces.size(); ++i) {
    out << "input " << i + 1 << "\n";
    print_memory("at the start", traces[i].input, out);
    for (std::size_t r = 0; r < traces[i].rounds.size(); ++r)
      print_memory("after round " + std::to_string(r + 1), computed(traces[i].rounds[r]), out);
    print_margin(traces[i].outside_margin, out);
  }
  return 0;
}

}  // namespace

int exact_pcoc(const std::string& file, const std::string& picture, bool json, std::ostream& out) {
  return run_file(read_pcoc_file(file), "pcoc", file, picture, json, out);
}

int exact_mpc(const std::string& file, const std::string& picture, bool json, std::ostream& out) {
  return run_file(read_mpc_file(file), "mpc", file, picture, json, out);
}

}  // namespace attest::verify::command
