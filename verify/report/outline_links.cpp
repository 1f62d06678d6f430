// SPDX-License-Identifier: Apache-2.0
// Claims' ids become links wherever they stand alone: in words, in code, in a table's cell.
#include <cctype>
#include <set>

#include "verify/report/outline.hpp"

namespace attest::verify::report {
namespace {

bool is_id_character(char c) { return std::isalnum(uint8_t(c)) || c == '.' || c == '-' || c == '_'; }

class Linker {
 public:
  Linker(std::set<std::string> ids, std::string self) : ids_(std::move(ids)), self_(std::move(self)) {}

  void link(Blocks& blocks) {
    for (Block& block : blocks) std::visit(*this, block.node);
  }

  void operator()(Paragraph& paragraph) { link(paragraph.line); }
  void operator()(List& list) {
    for (Blocks& item : list.items) link(item);
  }
  void operator()(Code&) {}
  void operator()(Table& table) {
    for (auto& row : table.rows)
      for (Line& cell : row) link(cell);
  }
  void operator()(Formula&) {}
  void operator()(Figure&) {}
  void operator()(Diagram& diagram) { (*this)(diagram.instead); }
  void operator()(Details& details) { link(details.blocks); }
  void operator()(Panels& panels) {
    for (Section& panel : panels.panels) (*this)(panel);
  }
  void operator()(Section& section) {
    const std::string outer = self_;
    if (section.tone == Section::Tone::claim && !section.anchor.empty()) self_ = section.anchor;
    link(section.blocks);
    self_ = outer;
  }

 private:
  bool is_other_claim(const std::string& word) const { return ids_.contains(word) && anchor(word) != self_; }

  void link(Line& line) {
    Line linked;
    for (Span& span : line) {
      if (span.kind == Span::Kind::code && is_other_claim(span.text))
        linked.push_back({Span::Kind::link, span.text, anchor(span.text)});
      else if (span.kind == Span::Kind::text)
        split(span.text, linked);
      else
        linked.push_back(std::move(span));
    }
    line = std::move(linked);
  }

  void split(const std::string& words, Line& line) const {
    std::string plain;
    for (std::size_t at = 0; at < words.size();) {
      std::size_t end = at;
      while (end < words.size() && is_id_character(words[end])) ++end;
      std::size_t last = end;
      while (last > at && words[last - 1] == '.') --last;  // a sentence's end
      const std::string word = words.substr(at, last - at);
      if (is_other_claim(word)) {
        if (!plain.empty()) line.push_back(report::text(plain));
        plain.clear();
        line.push_back({Span::Kind::link, word, anchor(word)});
        at = last;
      } else {
        end = std::max(end, at + 1);
        plain += words.substr(at, end - at);
        at = end;
      }
    }
    if (!plain.empty() || words.empty()) line.push_back(report::text(plain));
  }

  std::set<std::string> ids_;
  std::string self_;
};

}  // namespace

void link_claims(Blocks& blocks, const results::Results& results, const std::string& self) {
  std::set<std::string> ids;
  for (const auto& claim : results.claims) ids.insert(claim.id);
  Linker(std::move(ids), self.empty() ? "" : anchor(self)).link(blocks);
}

}  // namespace attest::verify::report
