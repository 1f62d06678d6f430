// SPDX-License-Identifier: Apache-2.0
#include "verify/usage/description.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace attest::verify::usage {

namespace {

bool is_number(const std::string& type) {
  return type.starts_with("INT") || type.starts_with("UINT") || type.starts_with("FLOAT");
}

/// CLI11 writes a type as TEXT, INT:INT in [1 - 64], TEXT:{narrow,wide}, TEXT:DIR: its name, then what limits it.
void read_type(const std::string& type, Argument& argument) {
  const std::size_t colon = type.find(':');
  const std::string name = type.substr(0, colon), limit = colon == std::string::npos ? "" : type.substr(colon + 1);
  argument.placeholder = name;
  argument.value = is_number(type) ? Value::number : Value::text;
  if (limit.starts_with("{") && limit.ends_with("}")) {
    argument.value = Value::choice;
    std::istringstream in(limit.substr(1, limit.size() - 2));
    for (std::string choice; std::getline(in, choice, ',');) argument.choices.push_back(choice);
    argument.placeholder.clear();
    for (const std::string& choice : argument.choices)
      argument.placeholder += (argument.placeholder.empty() ? "" : "|") + choice;
  } else if (const std::size_t range = limit.find(" in ["); range != std::string::npos) {
    argument.help += " (" + limit.substr(range + 1) + ")";
  } else if (!limit.empty()) {
    argument.placeholder = limit;
  }
  if (argument.placeholder == "DIR") argument.value = Value::folder;
  if (argument.placeholder == "FILE") argument.value = Value::file;
}

Argument describe(const CLI::Option& option) {
  Argument argument;
  argument.help = option.get_description();
  argument.is_required = option.get_required();
  argument.is_repeated = option.get_expected_max() > 1;
  if (option.get_group() != "Options") argument.group = option.get_group();
  if (option.get_items_expected_max() > 0) read_type(option.get_type_name(), argument);
  if (!option.nonpositional()) {
    argument.names = {option.get_name(true)};
    argument.placeholder = argument.names.front();
    argument.value = argument.placeholder == "ID" ? Value::claim : Value::file;
    return argument;
  }
  for (const std::string& name : option.get_snames()) argument.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) argument.names.push_back("--" + name);
  return argument;
}

}  // namespace

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::vector<std::string>> paragraphs_of(const std::string& text) {
  std::vector<std::vector<std::string>> paragraphs(1);
  for (const std::string& line : lines_of(text)) {
    if (!line.empty())
      paragraphs.back().push_back(line);
    else if (!paragraphs.back().empty())
      paragraphs.emplace_back();
  }
  if (paragraphs.back().empty()) paragraphs.pop_back();
  return paragraphs;
}

Command describe(const CLI::App& app, const std::string& path) {
  Command command;
  command.name = app.get_name();
  command.path = path.empty() ? command.name : path + " " + command.name;
  command.summary = app.get_description();
  command.details = app.get_footer();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    (option->nonpositional() ? command.options : command.positionals).push_back(describe(*option));
  }
  const auto is_shown = [](const CLI::App* sub) { return !sub->get_name().empty() && !sub->get_group().empty(); };
  for (const CLI::App* sub : app.get_subcommands(is_shown)) command.commands.push_back(describe(*sub, command.path));
  return command;
}

Command describe_checker(const std::string& help) {
  Command command;
  for (const std::string& line : lines_of(help)) {
    const std::size_t dash = line.find(" - ");
    const std::size_t gap = line.size() > 2 ? line.find("  ", 2) : std::string::npos;
    if (command.name.empty() && dash != std::string::npos) {
      command.name = command.path = line.substr(0, dash);
      command.summary = line.substr(dash + 3);
    } else if (line.starts_with("  --") && gap != std::string::npos) {
      Argument option;
      std::istringstream names(line.substr(2, gap - 2));
      for (std::string word; names >> word;) {
        if (word.ends_with(',')) word.pop_back();
        (word.starts_with("-") ? option.names.emplace_back() : option.placeholder) = word;
      }
      if (!option.placeholder.empty()) option.value = option.placeholder == "DIR" ? Value::folder : Value::number;
      option.help = line.substr(line.find_first_not_of(' ', gap));
      command.options.push_back(option);
    } else if (line != "Usage:" && !line.empty()) {
      command.details += (line.starts_with("  ") ? "" : "\n") + line + "\n";
    }
  }
  Argument files;
  files.names = {"FILE"};
  files.value = Value::file;
  files.is_repeated = true;
  command.positionals = {files};
  return command;
}

}  // namespace attest::verify::usage
