// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/notation_symbols.hpp"
#include "theory/statement/notation_tree.hpp"

namespace attest::theory::notation {
namespace {

using Kind = Notation::Kind;

/// Text of an element. Blanks are written so that browsers keep them at its ends, too.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == ' ') {
      result += "\u00a0";
    } else {
      result += c;
    }
  }
  return result;
}

std::string element(const std::string& tag, const std::string& content) {
  return "<" + tag + ">" + content + "</" + tag + ">";
}

std::string write(const Notation& notation);

std::string write_all(const std::vector<Notation>& parts) {
  std::string result;
  for (const Notation& part : parts) result += write(part);
  return result;
}

// `columnalign` is what some browsers read, the style what the others do.
constexpr const char* left_table = "<mtable columnalign=\"left\" displaystyle=\"true\">";
constexpr const char* left_cell = "<mtd style=\"text-align:left;padding:0.3em 0\">";
constexpr const char* condition_cell = "<mtd style=\"text-align:left;padding:0.2em 0 0.2em 1.5em\">";

std::string write_lines(const Notation& notation) {
  std::string rows;
  for (const Notation& line : notation.parts) rows += "<mtr>" + (left_cell + write(line)) + "</mtd></mtr>";
  return left_table + rows + "</mtable>";
}

std::string write_cases(const Notation& notation) {
  std::string rows;
  for (std::size_t i = 0; i + 1 < notation.parts.size(); i += 2) {
    rows += "<mtr>" + (left_cell + write(notation.parts[i])) + "</mtd>" + condition_cell +
            write(notation.parts[i + 1]) + "</mtd></mtr>";
  }
  return "<mrow><mo form=\"prefix\">{</mo>" + (left_table + rows) + "</mtable></mrow>";
}

std::string write_stack(const Notation& notation) {
  std::string rows;
  for (const Notation& line : notation.parts)
    rows += "<mtr><mtd style=\"padding:0.1em 0\">" + write(line) + "</mtd></mtr>";
  return "<mtable>" + rows + "</mtable>";
}

std::string write_matrix(const Notation& notation) {
  std::string rows;
  for (const Notation& cells : notation.parts) {
    rows += "<mtr>";
    for (const Notation& cell : cells.parts) rows += element("mtd", write(cell));
    rows += "</mtr>";
  }
  return "<mrow><mo form=\"prefix\">[</mo><mtable>" + rows + "</mtable><mo form=\"postfix\">]</mo></mrow>";
}

std::string write_fenced(const Notation& notation) {
  const Fence& fence = find_fence(notation.text);
  return "<mrow><mo form=\"prefix\">" + (fence.mathml_left + ("</mo>" + write_all(notation.parts))) +
         "<mo form=\"postfix\">" + fence.mathml_right + "</mo></mrow>";
}

std::string write_superscript(const Notation& notation) {
  const Notation& base = notation.parts[0];
  if (base.kind != Kind::subscript) return element("msup", write_all(notation.parts));
  return element("msubsup", write_all(base.parts) + write(notation.parts[1]));
}

std::string write(const Notation& notation) {
  switch (notation.kind) {
    case Kind::number:
      return element("mn", notation.text);
    case Kind::letter: {
      const GreekLetter* greek = greek_letter(notation.text);
      return element("mi", greek ? greek->character : notation.text);
    }
    case Kind::word:
    case Kind::function:
      return notation.text.size() == 1 ? "<mi mathvariant=\"normal\">" + notation.text + "</mi>"
                                       : element("mi", notation.text);
    case Kind::text:
      return element("mtext", escaped(notation.text));
    case Kind::quoted:  // no mtext: it counts as space, and a relation between two of them would lose its own
      return element("mi", "“" + escaped(notation.text) + "”");
    case Kind::symbol:
      return find_symbol(notation.text).mathml;
    case Kind::row:
      return element("mrow", write_all(notation.parts));
    case Kind::fraction:
      return element("mfrac", write_all(notation.parts));
    case Kind::superscript:
      return write_superscript(notation);
    case Kind::subscript:
      return element("msub", write_all(notation.parts));
    case Kind::root:
      return element("msqrt", write_all(notation.parts));
    case Kind::fenced:
      return write_fenced(notation);
    case Kind::limits:
      return element(notation.parts.size() == 3 ? "munderover" : "munder", write_all(notation.parts));
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

std::string mathml(const Notation& notation) { return "<math display=\"block\">" + write(notation) + "</math>"; }

}  // namespace attest::theory::notation
