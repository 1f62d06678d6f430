// SPDX-License-Identifier: Apache-2.0
#include "verify/report/explain.hpp"

#include <algorithm>
#include <sstream>

#include "verify/report/outline.hpp"
#include "verify/results/vocabulary.hpp"
#include "verify/usage/color.hpp"

namespace attest::verify::report {

using results::assurances;
using results::ClaimResult;
using results::find_word;
using results::statuses;
using results::Word;

namespace {

constexpr std::size_t width = 90;
constexpr std::size_t lines_shown = 25;  ///< about a terminal's height: what is longer is left to the report

/// Columns of UTF-8 text; control characters, which could steer a terminal, are shown as '?'.
std::size_t columns(const std::string& text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return (uint8_t(c) & 0xC0) != 0x80; }) -
         usage::color_bytes(text);
}
std::string printable(std::string text) {
  for (char& c : text)
    if ((uint8_t(c) < 0x20 && c != '\n') || c == 0x7F) c = '?';
  return text;
}

std::string badge(const std::vector<Word>& words, const std::string& word) {
  const Word* known = find_word(words, word);
  return (known ? std::string(known->symbol) + " " : "") + word;
}

std::string plain(const Line& line, bool is_colored) {
  std::string out;
  for (const Span& span : line) {
    const std::string words = printable(span.kind == Span::Kind::status      ? badge(statuses(), span.text)
                                        : span.kind == Span::Kind::assurance ? badge(assurances(), span.text)
                                                                             : span.text);
    out += is_colored && span.kind == Span::Kind::status ? usage::painted(span.text, words) : words;
  }
  return out;
}

class TerminalWriter {
 public:
  explicit TerminalWriter(bool is_colored, std::size_t indent = 0) : is_colored_(is_colored), indent_(indent) {}

  std::string write(const Blocks& blocks) {
    for (const Block& block : blocks) std::visit(*this, block.node);
    return std::move(out_);
  }

  void operator()(const Paragraph& paragraph) { wrap(plain(paragraph.line), 0); }

  void operator()(const List& list) {
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const std::string mark = list.ordered ? std::to_string(i + 1) + ". " : "- ";
      std::string item = TerminalWriter(is_colored_, indent_ + mark.size()).write(list.items[i]);
      if (item.size() > indent_) item.replace(indent_, mark.size(), mark);
      out_ += item;
    }
  }

  void operator()(const Code& code) {
    const auto lines = std::size_t(std::count(code.text.begin(), code.text.end(), '\n'));
    if (lines > lines_shown) return wrap("(" + std::to_string(lines) + " lines; the report shows them)", 0);
    std::istringstream in(printable(code.text));
    for (std::string line; std::getline(in, line);) out_ += std::string(indent_ + 2, ' ') + line + "\n";
  }

  /// A record a row: the terminal is too narrow for columns of words.
  void operator()(const Table& table) {
    if (!table.records) return columns_of(table);
    for (const auto& row : table.rows) {
      std::string words;
      for (std::size_t i = 0; i < row.size(); ++i) {
        const bool named = i > 0 && i < table.header.size();
        words += (i == 0   ? ""
                  : i == 1 ? ": "
                           : "; ") +
                 (named ? lower(plain(table.header[i])) + " " : "") + plain(row[i]);
      }
      wrap(words, 2);
    }
  }

  void operator()(const Formula& formula) { (*this)(Code{formula.source}); }

  void operator()(const Figure& figure) {
    wrap(printable(figure.exhibit.title + ". " + figure.exhibit.caption), 0);
    if (figure.exhibit.sides) (*this)(both_sides(*figure.exhibit.sides));
    std::visit(*this, figure.exhibit.content);
  }

  void operator()(const constructions::Exhibit::Matrix& matrix) { columns_of(cells(matrix)); }

  void operator()(const constructions::Exhibit::Table& table) { columns_of(cells(table)); }

  void operator()(const constructions::Exhibit::Plot& plot) { columns_of(points(plot)); }
  void operator()(const constructions::Exhibit::Drawing&) { wrap("(a drawing; the HTML report shows it)", 0); }
  void operator()(const constructions::Exhibit::Text& calculation) { (*this)(lines(calculation)); }

  void operator()(const Diagram& diagram) { (*this)(diagram.instead); }

  void operator()(const Details& details) {
    wrap(printable(details.summary) + ":", 0);
    std::string inside = TerminalWriter(is_colored_, indent_).write(details.blocks);
    const auto lines = std::size_t(std::count(inside.begin(), inside.end(), '\n'));
    out_ += inside.size() > lines_shown * width
                ? std::string(indent_ + 2, ' ') + "(" + std::to_string(lines) + " lines; the report shows them)\n"
                : inside;
  }

  void operator()(const Section& section) {
    out_ += "\n";
    wrap(plain(section.title), 0);
    out_ += TerminalWriter(is_colored_, indent_ + 2).write(section.blocks);
  }

  void operator()(const Panels& panels) {
    for (const Section& panel : panels.panels) (*this)(panel);
  }

 private:
  static std::string lower(std::string words) {
    std::transform(words.begin(), words.end(), words.begin(), [](unsigned char c) { return std::tolower(c); });
    return words;
  }

  /// Breaks at blanks; lines after the first stand `hang` deeper.
  void wrap(const std::string& words, std::size_t hang) {
    std::istringstream in(words);
    std::string line(indent_, ' ');
    bool empty = true;
    for (std::string word; in >> word; empty = false) {
      if (!empty && columns(line) + 1 + columns(word) > width) {
        out_ += line + "\n";
        line = std::string(indent_ + hang, ' ');
        empty = true;
      }
      line += (empty ? "" : " ") + word;
    }
    out_ += line + "\n";
  }

  /// Aligned columns, where they fit; else a line that says how large the table is.
  void columns_of(const Table& table) {
    std::vector<std::size_t> widths;
    const auto measure = [&](const std::vector<Line>& row) {
      if (widths.size() < row.size()) widths.resize(row.size());
      for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(plain(row[i])));
    };
    measure(table.header);
    for (const auto& row : table.rows) measure(row);
    std::size_t total = indent_;
    for (const std::size_t w : widths) total += w + 2;
    if (total > width || table.rows.size() > lines_shown)
      return wrap("(" + std::to_string(table.rows.size()) + " rows of " + std::to_string(widths.size()) +
                      "; the report shows them)",
                  0);
    const auto row = [&](const std::vector<Line>& cells) {
      std::string line(indent_, ' ');
      for (std::size_t i = 0; i < cells.size(); ++i)
        line += "  " + std::string(widths[i] - columns(plain(cells[i])), ' ') + plain(cells[i]);
      out_ += line + "\n";
    };
    row(table.header);
    for (const auto& cells : table.rows) row(cells);
  }

  std::string plain(const Line& line) const { return report::plain(line, is_colored_); }

  std::string out_;
  bool is_colored_;
  std::size_t indent_;
};

}  // namespace

std::string explain(const ClaimResult& claim, bool is_colored) {
  const Section section = outline(claim);
  return plain(section.title, is_colored) + "\n" + TerminalWriter(is_colored).write(section.blocks);
}

}  // namespace attest::verify::report
