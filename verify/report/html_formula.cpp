// SPDX-License-Identifier: Apache-2.0
#include "verify/report/html_formula.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace attest::verify::report {
namespace {

struct Node {
  std::string name, attributes, text;  ///< attributes with the blank before them
  std::vector<Node> children;
};

/// Reads what is_harmless has accepted: tags that close, attributes in quotation marks, no comments.
class Reader {
 public:
  explicit Reader(const std::string& markup) : markup_(markup) {}

  Node read() {
    at_ = markup_.find('<', at_) + 1;
    const std::size_t end = end_of_tag();
    std::string tag = markup_.substr(at_, end - at_);
    const bool is_empty = tag.ends_with('/');
    if (is_empty) tag.pop_back();
    Node node;
    node.name = tag.substr(0, tag.find_first_of(" \n"));
    node.attributes = tag.substr(node.name.size());
    at_ = end + 1;
    if (is_empty) return node;
    while (markup_.compare(at_, 2, "</") != 0) {
      if (markup_[at_] == '<') {
        node.children.push_back(read());
      } else {
        node.text += markup_[at_++];
      }
    }
    at_ = markup_.find('>', at_) + 1;
    if (!node.children.empty()) node.text.clear();
    return node;
  }

 private:
  std::size_t end_of_tag() const {
    char quote = 0;
    for (std::size_t i = at_;; ++i) {
      const char c = markup_[i];
      if (quote == 0 && c == '>') return i;
      if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      }
    }
  }

  const std::string& markup_;
  std::size_t at_ = 0;
};

bool is_group(const Node& node) { return node.name == "mrow" && node.attributes.empty(); }
bool is_operator(const Node& node) { return node.name == "mo"; }
bool is_fence(const Node& node) {
  static const std::set<std::string> fences = {"(", ")", "[", "]", "{", "}"};
  return is_operator(node) && fences.contains(node.text);
}

std::string attribute(const Node& node, const std::string& name) {
  const std::size_t at = node.attributes.find(" " + name + "=\"");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 3;
  return node.attributes.substr(begin, node.attributes.find('"', begin) - begin);
}

bool has_tall_part(const Node& node) {
  static const std::set<std::string> tall = {"mfrac", "mtable", "munder", "mover", "munderover", "msqrt", "mroot"};
  return tall.contains(node.name) || std::any_of(node.children.begin(), node.children.end(), has_tall_part);
}

/// Takes groups apart that change nothing: an operator at a group's edge would take another form.
void simplify(Node& node) {
  static const std::set<std::string> only_form = {"(", ")", "[", "]", "{", "}", "∀", "∃", ",", ":"};
  if (is_operator(node) && only_form.contains(node.text)) node.attributes.clear();
  const bool has_any_number = node.name == "mrow" || node.name == "mtd" || node.name == "math";
  std::vector<Node> kept;
  for (Node& child : node.children) {
    simplify(child);
    if (is_operator(child) && (child.text == "\u2061" || child.text == "\u2062")) {  // nothing is seen of them
      if (has_any_number) continue;
    }
    const bool is_row = is_group(child) && !child.children.empty();
    const bool has_inner_edges = is_row && !is_operator(child.children.front()) && !is_operator(child.children.back());
    if ((is_row && child.children.size() == 1 && !is_operator(child.children.front())) ||
        (has_any_number && has_inner_edges) || (is_row && has_any_number && node.children.size() == 1))
      for (Node& grandchild : child.children) kept.push_back(std::move(grandchild));
    else
      kept.push_back(std::move(child));
  }
  node.children = std::move(kept);
  // Browsers set a bracket that may stretch apart from what it holds; as an identifier it stands close.
  if (is_group(node) && !has_tall_part(node))
    for (Node& child : node.children)
      if (is_fence(child)) child.name = "mi";
}

/// About how many digits wide it is.
double width(const Node& node) {
  if (node.name == "mo" || node.name == "mi" || node.name == "mn" || node.name == "mtext" || node.name == "ms") {
    double characters = 0;
    for (const char c : node.text) characters += (uint8_t(c) & 0xC0) != 0x80 ? 1 : 0;
    if (node.text == "\u2061" || node.text == "\u2062") return 0;
    return characters + (is_operator(node) && !is_fence(node) ? 1 : 0);
  }
  if (node.name == "mspace") return 2;
  double sum = 0, largest = 0;
  for (const Node& child : node.children) {
    sum += width(child);
    largest = std::max(largest, width(child));
  }
  const bool is_stacked = node.name == "mfrac" || node.name == "mtable" || node.name == "munder" ||
                          node.name == "mover" || node.name == "munderover";
  if (is_stacked) return largest + 1;
  if (node.name == "mtr") return sum + 2 * double(node.children.size());
  return sum;
}

std::string written(const Node& node) {
  std::string out = "<" + node.name + node.attributes;
  if (node.children.empty() && node.text.empty()) return out + "/>";
  out += ">" + node.text;
  for (const Node& child : node.children) out += written(child);
  return out + "</" + node.name + ">";
}

/// A piece that would be small print beside its program has the page's whole width.
constexpr double broad = 44;
/// Wider pieces are cut inside their brackets, too.
constexpr double wide = 24;

/// The parts of a wide row, with the groups in it opened.
void open_groups(std::vector<Node>& row) {
  double total = 0;
  for (const Node& node : row) total += width(node);
  if (total <= wide) return;
  const bool is_tall = std::any_of(row.begin(), row.end(), has_tall_part);
  std::vector<Node> opened;
  for (Node& node : row) {
    // What stands below or above a wide group goes with its last sign.
    const bool is_script = node.name == "msub" || node.name == "msup" || node.name == "msubsup";
    if (is_script && !node.children.empty() && is_group(node.children.front()) &&
        !node.children.front().children.empty() && !has_tall_part(node) && width(node) > wide) {
      std::vector<Node> base = std::move(node.children.front().children);
      node.children.front() = std::move(base.back());
      base.pop_back();
      open_groups(base);
      for (Node& part : base) opened.push_back(std::move(part));
      opened.push_back(std::move(node));
      continue;
    }
    if (!is_group(node) || node.children.empty() || (has_tall_part(node) && width(node) <= wide)) {
      opened.push_back(std::move(node));
      continue;
    }
    std::vector<Node> inside = std::move(node.children);
    open_groups(inside);
    for (std::size_t i = 0; i < inside.size(); ++i) {
      Node& part = inside[i];
      // A fence that lost its group would stretch to all of the row.
      if (is_fence(part) && is_tall)
        part.attributes += " stretchy=\"false\"";
      else if (is_operator(part) && !is_fence(part) && i == 0 && attribute(part, "form").empty())
        part.attributes += " form=\"prefix\"";
      opened.push_back(std::move(part));
    }
  }
  row = std::move(opened);
}

bool breaks_before(const Node& node) {
  static const std::set<std::string> relations = {"=", "≠", "≤", "≥", "&lt;", "&gt;", "∧", "∨", "⇒",
                                                  "⇔", "→", "+", "−", "∈",    "⟹",    "⟺", "·", "⋅"};
  return is_operator(node) && relations.contains(node.text) && attribute(node, "form") != "prefix";
}
bool breaks_behind(const Node& node) {
  return (is_operator(node) && (node.text == "," || node.text == ":" || node.text == ";")) || node.text == "(" ||
         node.text == "[";
}

/// A row's pieces, each an element of its own; `widest` grows to the widest of them. Neighbours that are narrow
/// together stay together.
std::string pieces(std::vector<Node> row, double& widest) {
  open_groups(row);
  struct Piece {
    std::string markup;
    double size = 0;
  };
  std::vector<Piece> cut(1);
  for (Node& node : row) {
    if (breaks_before(node) && !cut.back().markup.empty()) {
      cut.emplace_back();
      // Alone at the beginning a sign would be taken for a number's.
      if ((node.text == "+" || node.text == "−") && attribute(node, "form").empty())
        node.attributes += " form=\"infix\"";
    }
    cut.back().markup += written(node);
    cut.back().size += width(node);
    if (breaks_behind(node)) cut.emplace_back();
  }
  std::vector<Piece> kept;
  for (Piece& piece : cut) {
    if (kept.empty() || kept.back().size + piece.size > wide) {
      if (!piece.markup.empty()) kept.push_back(std::move(piece));
    } else {
      kept.back().markup += piece.markup;
      kept.back().size += piece.size;
    }
  }
  std::string out;
  for (const Piece& piece : kept) {
    out += (out.empty() ? "<math>" : "\n<math>") + piece.markup + "</math>";
    widest = std::max(widest, piece.size);
  }
  return out;
}

/// "<mi>max</mi><mi>(</mi>" as one identifier: it looks the same, and formulas are half of a report. A name of one
/// letter is slanted alone and would not be in company.
std::string with_joined_calls(const std::string& markup) {
  static const std::string call = "</mi><mi>(</mi>";
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = markup.find(call); at != std::string::npos; at = markup.find(call, at + 1)) {
    const std::size_t name = markup.rfind('>', at) + 1;
    const bool is_word = at - name >= 2 && std::all_of(markup.begin() + long(name), markup.begin() + long(at),
                                                       [](char c) { return c > 0 && c != '(' && c != ')'; });
    if (!is_word || name < done || markup.compare(name - 4, 4, "<mi>") != 0) continue;
    out += markup.substr(done, at - done) + "(</mi>";
    done = at + call.size();
  }
  return out + markup.substr(done);
}

}  // namespace

std::string html_formula(const std::string& mathml) {
  Node math = Reader(mathml).read();
  simplify(math);
  std::string lines;
  const auto add = [&](std::vector<Node> row) {
    double widest = 0;
    const std::string markup = pieces(std::move(row), widest);
    const std::string size = widest > wide ? std::string(widest > broad ? " class=\"broad\"" : "") +
                                                 " style=\"--w:" + std::to_string(int(widest) + 1) + "\""
                                           : "";
    lines += "<p" + size + ">" + markup + "</p>\n";
  };
  const bool is_table = math.children.size() == 1 && math.children.front().name == "mtable";
  const bool has_plain_rows =
      is_table && std::all_of(math.children.front().children.begin(), math.children.front().children.end(),
                              [](const Node& row) { return row.children.size() == 1; });
  if (has_plain_rows)
    for (Node& row : math.children.front().children) add(std::move(row.children.front().children));
  else
    add(std::move(math.children));
  return "<div class=\"formula\" tabindex=\"0\">" + with_joined_calls(lines) + "</div>\n";
}

}  // namespace attest::verify::report
