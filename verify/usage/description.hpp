// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace attest::verify::usage {

/// What can stand in an argument's place, as far as a shell can complete it.
enum class Value { none, text, number, file, folder, claim, choice };

struct Argument {
  std::vector<std::string> names;  ///< "--help", "-h"; of a positional its one name, without dashes
  Value value = Value::none;       ///< none: a flag
  std::string placeholder;         ///< "DIR", "narrow|wide"; empty for a flag
  std::vector<std::string> choices;
  std::string help;   ///< its limits, too
  std::string group;  ///< the heading that it stands under; empty: none of its own
  bool is_required = false, is_repeated = false;
};

/// A command as it describes itself. One walk over the parser's own tree: help, manual pages, completion and
/// suggestions cannot differ.
struct Command {
  std::string name, path;  ///< "validate", "attest kernels validate"
  std::string summary, details;
  std::vector<Argument> options, positionals;
  std::vector<Command> commands;
};

/// The commands that are for users: what has no group (sandbox, describe) is left out.
Command describe(const CLI::App& app, const std::string& path = "");

/// attest-check's own --help, which has no parser's tree behind it.
Command describe_checker(const std::string& help);

/// Lines of a text, without their ends; its paragraphs, which blank lines separate.
std::vector<std::string> lines_of(const std::string& text);
std::vector<std::vector<std::string>> paragraphs_of(const std::string& text);

/// Each a whole file.
std::string man_page(const Command& program, const std::string& version, const std::string& see_also);
std::string bash_completion(const std::vector<Command>& programs);
std::string zsh_completion(const std::vector<Command>& programs);
std::string fish_completion(const Command& program);

}  // namespace attest::verify::usage
