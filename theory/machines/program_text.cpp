// SPDX-License-Identifier: Apache-2.0
#include "theory/machines/program_text.hpp"

#include <cctype>

#include "theory/machines/local_function_text.hpp"

namespace attest::theory::machines {

namespace {

std::map<std::string, Rational> constants_of(std::size_t machine, ProgramSize size) {
  return {{"machine", Rational(static_cast<long>(machine))}, {"machines", Rational(static_cast<long>(size.machines))}};
}

}  // namespace

std::shared_ptr<const LocalFunction> pcoc_local(const std::vector<std::string>& lines, std::size_t machine,
                                                ProgramSize size, const std::string& place) {
  return std::make_shared<LocalFunction>(
      parse_local_function(lines, size.memory, size.memory, constants_of(machine, size), place));
}

std::vector<std::string> mpc_input_names(std::size_t memory) {
  std::vector<std::string> names = input_names(memory);
  names.emplace_back("received");
  return names;
}

std::shared_ptr<const MpcLocal> mpc_local(const std::vector<std::string>& lines,
                                          const std::vector<MessageText>& messages, std::size_t machine,
                                          ProgramSize size, const std::string& place) {
  auto local = std::make_shared<MpcLocal>();
  local->function.inputs = size.memory + 1;
  Scope scope(mpc_input_names(size.memory), constants_of(machine, size));
  scope.announce(lines);
  for (std::size_t i = 0; i < lines.size(); ++i)
    local->function.lines.push_back(scope.line(lines[i], place + "/lines/" + std::to_string(i)));
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const MessageText& text = messages[i];
    const std::string here = place + "/messages/" + std::to_string(i);
    MpcMessage message{scope.affine(text.to, here + "/to"), {}, {}, {}};
    for (std::size_t w = 0; w < text.words.size(); ++w)
      message.words.push_back(scope.affine(text.words[w], here + "/words/" + std::to_string(w)));
    if (text.at) message.at = scope.affine(*text.at, here + "/at");
    if (text.condition) message.condition = scope.affine(*text.condition, here + "/if");
    local->messages.push_back(std::move(message));
  }
  return local;
}

bool mentions_machine(const std::string& text) {
  const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  const std::string name = "machine";
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !in_name(text[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end == text.size() || !in_name(text[end]))) return true;
  }
  return false;
}

}  // namespace attest::theory::machines
