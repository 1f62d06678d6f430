// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "theory/statement/notation_symbols.hpp"
#include "theory/statement/notation_tree.hpp"

namespace attest::theory::notation {
namespace {

using Kind = Notation::Kind;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Appends, with a blank where a command would otherwise swallow the letter that follows.
void append(std::string& out, const std::string& piece) {
  std::size_t start = out.size();
  while (start > 0 && is_letter(out[start - 1])) --start;
  const bool ends_in_command = start > 0 && start < out.size() && out[start - 1] == '\\';
  if (ends_in_command && !piece.empty() && is_letter(piece.front())) out += ' ';
  out += piece;
}

/// Prose inside \text, and names: every character that LaTeX would act on is written as the character.
std::string escaped(const std::string& text) {
  static const std::map<char, std::string> special = {{'\\', "\\textbackslash{}"},
                                                      {'^', "\\textasciicircum{}"},
                                                      {'~', "\\textasciitilde{}"},
                                                      {'{', "\\{"},
                                                      {'}', "\\}"},
                                                      {'$', "\\$"},
                                                      {'&', "\\&"},
                                                      {'#', "\\#"},
                                                      {'_', "\\_"},
                                                      {'%', "\\%"}};
  std::string result;
  for (const char c : text) {
    const auto found = special.find(c);
    result += found == special.end() ? std::string(1, c) : found->second;
  }
  return result;
}

std::string write(const Notation& notation);

std::string write_all(const std::vector<Notation>& parts) {
  std::string result;
  for (const Notation& part : parts) append(result, write(part));
  return result;
}

std::string braced(const Notation& notation) { return "{" + write(notation) + "}"; }

/// A base that is more than one thing is braced, so that the script belongs to all of it.
std::string base(const Notation& notation) {
  return notation.kind == Kind::row || notation.kind == Kind::superscript ? braced(notation) : write(notation);
}

std::string write_fenced(const Notation& notation) {
  const Fence& fence = find_fence(notation.text);
  const bool grows = is_tall(notation.parts.front());
  std::string result = grows ? "\\left" : "";
  append(result, fence.latex_left);
  append(result, write(notation.parts.front()));
  append(result, grows ? "\\right" : "");
  append(result, fence.latex_right);
  return result;
}

std::string environment(const std::string& name, const std::string& content) {
  return "\\begin{" + name + "}" + content + "\\end{" + name + "}";
}

/// A new row. A bracket or a star at its beginning would be taken for an argument of the line break.
std::string new_row(const std::string& row) {
  const bool taken = row.starts_with('[') || row.starts_with('*');
  return (taken ? " \\\\ {}" : " \\\\ ") + row;
}

std::string write_lines(const Notation& notation) {
  std::string lines;
  for (const Notation& line : notation.parts) lines += (lines.empty() ? "\n& " : " \\\\\n& ") + write(line);
  return environment("aligned", lines + "\n");
}

std::string write_cases(const Notation& notation) {
  std::string lines;
  for (std::size_t i = 0; i + 1 < notation.parts.size(); i += 2) {
    const std::string value = write(notation.parts[i]);
    lines += (lines.empty() ? value : new_row(value)) + " & " + write(notation.parts[i + 1]);
  }
  return environment("cases", lines);
}

std::string write_stack(const Notation& notation) {
  std::string lines;
  for (const Notation& line : notation.parts) lines += lines.empty() ? write(line) : new_row(write(line));
  return "\\substack{" + lines + "}";
}

std::string write_matrix(const Notation& notation) {
  std::string rows;
  for (const Notation& cells : notation.parts) {
    std::string row;
    for (std::size_t i = 0; i < cells.parts.size(); ++i) row += (i == 0 ? "" : " & ") + write(cells.parts[i]);
    rows += rows.empty() ? row : new_row(row);
  }
  return environment("bmatrix", rows);
}

std::string write_limits(const Notation& notation) {
  std::string result = write(notation.parts[0]) + "\\limits_" + braced(notation.parts[1]);
  if (notation.parts.size() == 3) result += "^" + braced(notation.parts[2]);
  return result;
}

std::string write_symbol(const std::string& key) {
  const std::string latex = find_symbol(key).latex;
  // Blanks mean nothing to LaTeX here; they are for whoever reads the source.
  const bool spaced = key == "=" || key == "!=" || key == "<" || key == "<=" || key == ">" || key == ">=" ||
                      key == "in" || key == "<-" || key == "and" || key == "or" || key == "+" || key == "-" ||
                      key == "mod" || key == "dot";
  return spaced ? " " + latex + " " : key == "," ? latex + " " : latex;
}

std::string write(const Notation& notation) {
  switch (notation.kind) {
    case Kind::number:
      return notation.text;
    case Kind::letter: {
      const GreekLetter* greek = greek_letter(notation.text);
      return greek ? greek->latex : notation.text;
    }
    case Kind::word:
      return "\\mathrm{" + escaped(notation.text) + "}";
    case Kind::function:
      return "\\operatorname{" + escaped(notation.text) + "}";
    case Kind::text:
      return "\\text{" + escaped(notation.text) + "}";
    case Kind::quoted:
      return "\\text{“" + escaped(notation.text) + "”}";
    case Kind::symbol:
      return write_symbol(notation.text);
    case Kind::row:
      return write_all(notation.parts);
    case Kind::fraction:
      return "\\frac" + braced(notation.parts[0]) + braced(notation.parts[1]);
    case Kind::superscript:
      return base(notation.parts[0]) + "^" + braced(notation.parts[1]);
    case Kind::subscript:
      return base(notation.parts[0]) + "_" + braced(notation.parts[1]);
    case Kind::root:
      return "\\sqrt" + braced(notation.parts[0]);
    case Kind::fenced:
      return write_fenced(notation);
    case Kind::limits:
      return write_limits(notation);
    case Kind::stack:
      return write_stack(notation);
    case Kind::lines:
      return write_lines(notation);
    case Kind::cases:
      return write_cases(notation);
    case Kind::matrix:
      return write_matrix(notation);
  }
  return "";
}

}  // namespace

std::string latex(const Notation& notation) { return write(notation); }

}  // namespace attest::theory::notation
