// SPDX-License-Identifier: Apache-2.0
// Needs bash alone, not the bash-completion package; claim ids are asked of the program, so that they are its own.
#include "verify/usage/description.hpp"

namespace attest::verify::usage {

namespace {

std::string bash_joined(const std::vector<std::string>& words, const char* between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : between) + word;
  return out;
}

/// What fills COMPREPLY for a value. Only words of ours stand in these strings: names of options and of choices.
std::string bash_reply(const Argument& argument) {
  switch (argument.value) {
    case Value::claim:
      return "mapfile -t COMPREPLY < <(compgen -W \"$(\"$1\" describe claims 2>/dev/null)\" -- \"$current\")";
    case Value::choice:
      return "mapfile -t COMPREPLY < <(compgen -W \"" + bash_joined(argument.choices, " ") + "\" -- \"$current\")";
    case Value::folder:
      return "mapfile -t COMPREPLY < <(compgen -d -- \"$current\")";
    case Value::number:
    case Value::none:
      return "COMPREPLY=()";
    default:
      return "mapfile -t COMPREPLY < <(compgen -f -- \"$current\")";
  }
}

void bash_commands_of(const Command& command, std::string& out) {
  for (const Command& inner : command.commands) {
    out += "      \"" + inner.path + "\") at=\"$at $word\" ;;\n";
    bash_commands_of(inner, out);
  }
}

/// Options after a command are its own and those of the commands above it.
void bash_cases_of(const Command& command, std::vector<Argument> above, std::string& out) {
  above.insert(above.end(), command.options.begin(), command.options.end());
  std::vector<std::string> options, names;
  std::string values;
  for (const Argument& option : above) {
    options.insert(options.end(), option.names.begin(), option.names.end());
    if (option.value != Value::none)
      values += "        " + bash_joined(option.names, "|") + ") " + bash_reply(option) + "; return ;;\n";
  }
  for (const Command& inner : command.commands) names.push_back(inner.name);
  out += "    \"" + command.path + "\")\n      case \"$previous\" in\n" + values +
         "      esac\n      if [[ $current == -* ]]; then\n" + "        mapfile -t COMPREPLY < <(compgen -W \"" +
         bash_joined(options, " ") + "\" -- \"$current\")\n      else\n        " +
         (!names.empty() ? "mapfile -t COMPREPLY < <(compgen -W \"" + bash_joined(names, " ") + "\" -- \"$current\")"
          : command.positionals.empty() ? std::string("COMPREPLY=()")
                                        : bash_reply(command.positionals.front())) +
         "\n      fi ;;\n";
  for (const Command& inner : command.commands) bash_cases_of(inner, above, out);
}

}  // namespace

std::string bash_completion(const std::vector<Command>& programs) {
  std::string out =
      "# SPDX-License-Identifier: Apache-2.0\n# Written by `attest describe` from the command line's own "
      "description.\n";
  for (const Command& program : programs) {
    std::string function = "_" + program.name;
    for (char& c : function)
      if (c == '-') c = '_';
    std::string commands, cases;
    bash_commands_of(program, commands);
    bash_cases_of(program, {}, cases);
    out += function + "() {\n  local current=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD-1]}\"" +
           " at=\"" + program.path + "\"\n  COMPREPLY=()\n";
    if (!commands.empty()) {
      out += "  local word\n  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n    case \"$at $word\" in\n" +
             commands + "    esac\n  done\n";
    }
    out +=
        "  case \"$at\" in\n" + cases + "  esac\n}\ncomplete -o filenames -F " + function + " " + program.name + "\n";
  }
  return out;
}

}  // namespace attest::verify::usage
