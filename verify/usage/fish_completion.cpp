// SPDX-License-Identifier: Apache-2.0
#include "verify/usage/description.hpp"

namespace attest::verify::usage {

namespace {

/// In single quotes, in which fish knows \\ and \' alone; the first line.
std::string fish_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text.substr(0, text.find('\n'))) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string fish_function_of(const Command& program) {
  std::string name = "__" + program.name + "_at";
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

std::string fish_value(const Argument& argument, const std::string& program) {
  switch (argument.value) {
    case Value::claim:
      return " -xa '(" + program + " describe claims 2>/dev/null)'";
    case Value::choice: {
      std::string choices;
      for (const std::string& choice : argument.choices) choices += (choices.empty() ? "" : " ") + choice;
      return " -xa '" + choices + "'";
    }
    case Value::folder:
      return " -xa '(__fish_complete_directories)'";
    case Value::number:
      return " -x";
    case Value::none:
      return "";
    default:
      return " -rF";
  }
}

void fish_paths_of(const Command& command, std::string& out) {
  for (const Command& inner : command.commands) {
    out += " " + fish_quoted(inner.path);
    fish_paths_of(inner, out);
  }
}

void fish_completions(const Command& command, const std::string& program, const std::string& function,
                      std::vector<Argument> above, std::string& out) {
  above.insert(above.end(), command.options.begin(), command.options.end());
  const std::string here = "complete -c " + program + " -n '" + function + " " + command.path + "'";
  for (const Command& inner : command.commands)
    out += here + " -f -a " + inner.name + " -d " + fish_quoted(inner.summary) + "\n";
  for (const Argument& option : above) {
    out += here;
    for (const std::string& name : option.names)
      out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    out += fish_value(option, program) + " -d " + fish_quoted(option.help) + "\n";
  }
  if (!command.positionals.empty())
    out += here +
           (command.positionals.front().value == Value::claim ? " -fa '(" + program + " describe claims 2>/dev/null)'"
                                                              : std::string(" -F")) +
           "\n";
  for (const Command& inner : command.commands) fish_completions(inner, program, function, above, out);
}

}  // namespace

std::string fish_completion(const Command& program) {
  const std::string function = fish_function_of(program);
  std::string paths, out;
  fish_paths_of(program, paths);
  fish_completions(program, program.name, function, {}, out);
  return "# SPDX-License-Identifier: Apache-2.0\n# Written by `attest describe` from the command line's own "
         "description.\n"
         "# Is the command line so far at this command, and at none below it?\nfunction " +
         function + "\n  set -l at " + program.path +
         "\n  for word in (commandline -opc)[2..]\n    if contains -- \"$at $word\"" + paths +
         "\n      set at \"$at $word\"\n    end\n  end\n  test \"$at\" = \"$argv\"\nend\ncomplete -c " + program.name +
         " -f\n" + out;
}

}  // namespace attest::verify::usage
