// SPDX-License-Identifier: Apache-2.0
#include "verify/usage/description.hpp"

namespace attest::verify::usage {

namespace {

/// The first line, in single quotes; in _describe's lists a colon ends the word.
std::string zsh_quoted(const std::string& word, const std::string& help) {
  std::string out = "'";
  const auto add = [&](const std::string& text) {
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  };
  add(word);
  out += ":";
  add(help.substr(0, help.find('\n')));
  return out + "'";
}

std::string zsh_reply(const Argument& argument) {
  switch (argument.value) {
    case Value::claim:
      return "compadd -- ${(f)\"$(${words[1]} describe claims 2>/dev/null)\"}";
    case Value::choice: {
      std::string out = "compadd --";
      for (const std::string& choice : argument.choices) out += " " + choice;
      return out;
    }
    case Value::folder:
      return "_files -/";
    case Value::number:
    case Value::none:
      return "_message number";
    default:
      return "_files";
  }
}

void zsh_commands_of(const Command& command, std::string& out) {
  for (const Command& inner : command.commands) {
    out += "      ('" + inner.path + "') at=\"$at $word\" ;;\n";
    zsh_commands_of(inner, out);
  }
}

void zsh_cases_of(const Command& command, std::vector<Argument> above, std::string& out) {
  above.insert(above.end(), command.options.begin(), command.options.end());
  std::string values, options, commands;
  for (const Argument& option : above) {
    std::string names;
    for (const std::string& name : option.names) {
      names += (names.empty() ? "" : "|") + name;
      options += "        " + zsh_quoted(name, option.help) + "\n";
    }
    if (option.value != Value::none) values += "        (" + names + ") " + zsh_reply(option) + "; return ;;\n";
  }
  for (const Command& inner : command.commands) commands += "        " + zsh_quoted(inner.name, inner.summary) + "\n";
  out += "    ('" + command.path + "')\n      case $previous in\n" + values + "      esac\n      options=(\n" +
         options + "      )\n";
  if (!commands.empty()) out += "      commands=(\n" + commands + "      )\n";
  out += "      if [[ $current == -* ]]; then\n        _describe -o option options\n      else\n        " +
         (!commands.empty()             ? std::string("_describe command commands")
          : command.positionals.empty() ? std::string("_describe -o option options")
                                        : zsh_reply(command.positionals.front())) +
         "\n      fi ;;\n";
  for (const Command& inner : command.commands) zsh_cases_of(inner, above, out);
}

}  // namespace

std::string zsh_completion(const std::vector<Command>& programs) {
  std::string names, out, services;
  for (const Command& program : programs) {
    std::string commands, cases;
    zsh_commands_of(program, commands);
    zsh_cases_of(program, {}, cases);
    names += " " + program.name;
    out += "_complete_" + program.name + "() {\n  local at='" + program.path +
           "' word current=$words[CURRENT] previous=$words[CURRENT-1]\n  local -a options commands\n";
    if (!commands.empty())
      out += "  for word in ${words[2,CURRENT-1]}; do\n    case \"$at $word\" in\n" + commands + "    esac\n  done\n";
    out += "  case $at in\n" + cases + "  esac\n}\n";
    services += "  (" + program.name + ") _complete_" + program.name + " ;;\n";
  }
  return "#compdef" + names +
         "\n# SPDX-License-Identifier: Apache-2.0\n# Written by `attest describe` from the command line's own "
         "description.\n" +
         out + "case $service in\n" + services + "esac\n";
}

}  // namespace attest::verify::usage
