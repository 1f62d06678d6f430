// SPDX-License-Identifier: Apache-2.0
// Manual pages in the man macros (man(7)), without a date, so that the same tree gives the same bytes.
#include <algorithm>
#include <cctype>

#include "verify/usage/description.hpp"

namespace attest::verify::usage {

namespace {

/// Text of one line: a backslash is groff's own, a hyphen is to stay one that can be copied, and a leading dot or quote
/// would be a request.
std::string man_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\\' ? std::string("\\e") : c == '-' ? std::string("\\-") : std::string(1, c);
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string man_upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

bool is_example(const std::string& line) { return line.starts_with("  "); }

/// A footer's paragraph: words flow, indented lines are examples and stay lines.
std::string man_paragraph(const std::vector<std::string>& lines) {
  std::string out = ".PP\n";
  bool verbatim = false;
  for (const std::string& line : lines) {
    if (is_example(line) != verbatim) {
      verbatim = !verbatim;
      out += verbatim ? ".PP\n.RS 4\n.nf\n" : ".fi\n.RE\n.PP\n";
    }
    out += man_escaped(verbatim ? line.substr(2) : line) + "\n";
  }
  return out + (verbatim ? ".fi\n.RE\n" : "");
}

std::string man_names(const Argument& argument) {
  std::string out;
  for (const std::string& name : argument.names)
    out += (out.empty() ? "" : ", ") + ("\\fB" + man_escaped(name) + "\\fR");
  if (!argument.placeholder.empty() && argument.names.front().starts_with('-'))
    out += " \\fI" + man_escaped(argument.placeholder) + "\\fR";
  return out + (argument.is_repeated ? " ..." : "");
}

std::string man_listed(const std::vector<Argument>& arguments) {
  std::string out, group;
  for (const Argument& argument : arguments) {
    if (argument.group != group) out += ".PP\n\\fB" + man_escaped(argument.group) + "\\fR\n";
    group = argument.group;
    out += ".TP\n" + man_names(argument) + "\n";
    for (const std::string& line : lines_of(argument.help)) out += man_escaped(line) + "\n";
    if (argument.is_required) out += "Required.\n";
  }
  return out;
}

std::string man_synopsis(const Command& command) {
  std::string out = "\\fB" + man_escaped(command.path) + "\\fR";
  if (!command.options.empty()) out += " [\\fIOPTIONS\\fR]";
  for (const Argument& positional : command.positionals) {
    const std::string name = "\\fI" + positional.names.front() + "\\fR" + (positional.is_repeated ? "..." : "");
    out += positional.is_required ? " " + name : " [" + name + "]";
  }
  return out + (command.commands.empty() ? "" : " \\fICOMMAND\\fR") + "\n";
}

std::string man_section(const Command& command) {
  std::string out = ".SS \"" + man_escaped(command.path) + "\"\n" + man_synopsis(command);
  for (const auto& lines : paragraphs_of(command.summary)) out += man_paragraph(lines);
  out += man_listed(command.positionals) + man_listed(command.options);
  for (const auto& lines : paragraphs_of(command.details)) out += man_paragraph(lines);
  for (const Command& inner : command.commands) out += man_section(inner);
  return out;
}

}  // namespace

std::string man_page(const Command& program, const std::string& version, const std::string& see_also) {
  // NAME has one line: the first sentence, without the program's name in front of it.
  std::string name = program.summary.substr(0, program.summary.find(". "));
  if (name.starts_with(program.name + " ")) name.erase(0, program.name.size() + 1);
  std::string out = ".\\\" Written by `attest describe` from the command line's own description.\n.TH \"" +
                    man_upper(program.name) + "\" 1 \"\" \"attest " + version + "\" \"User Commands\"\n.SH NAME\n" +
                    man_escaped(program.name) + " \\- " + man_escaped(name) + "\n.SH SYNOPSIS\n";
  // A program without a parser's tree has its usage lines in its details, indented.
  std::string description, status, examples;
  for (const auto& lines : paragraphs_of(program.details)) {
    const bool is_usage = std::all_of(lines.begin(), lines.end(), is_example);
    if (is_usage) {
      for (const std::string& line : lines) out += man_escaped(line.substr(2)) + "\n.br\n";
    } else {
      (lines.front().starts_with("Exit codes:") ? status
       : lines.front().starts_with("Example")   ? examples
                                                : description) += man_paragraph(lines);
    }
  }
  if (!program.commands.empty()) out += man_synopsis(program);
  out += ".SH DESCRIPTION\n";
  for (const auto& lines : paragraphs_of(program.summary)) out += man_paragraph(lines);
  out += description + ".SH OPTIONS\n" + man_listed(program.options);
  if (!program.commands.empty()) out += ".SH COMMANDS\n";
  for (const Command& command : program.commands) out += man_section(command);
  out += ".SH \"EXIT STATUS\"\n" + status + ".SH EXAMPLES\n" + examples;
  return out + ".SH \"SEE ALSO\"\n\\fB" + man_escaped(see_also) + "\\fR(1)\n";
}

}  // namespace attest::verify::usage
