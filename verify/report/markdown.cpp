// SPDX-License-Identifier: Apache-2.0
#include "verify/report/markdown.hpp"

#include <algorithm>
#include <sstream>

#include "verify/report/markup.hpp"
#include "verify/report/outline.hpp"
#include "verify/results/vocabulary.hpp"

namespace attest::verify::report {

using results::assurances;
using results::ClaimResult;
using results::find_word;
using results::Results;
using results::statuses;
using results::Word;

namespace {

/// Text in which nothing is Markdown or HTML. A line break would end a heading or a table's row, so it becomes a blank.
std::string literal(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&' || c == '<' || c == '>') {
      out += escaped(std::string(1, c));
    } else if (c == '\n' || c == '\r') {
      out += ' ';
    } else {
      if (std::string("\\`*_{}[]#|~$").find(c) != std::string::npos) out += '\\';
      out += c;
    }
  }
  // At the beginning of a line these would open a list.
  const std::size_t digits = std::min(out.find_first_not_of("0123456789"), out.size());
  const bool numbered = digits > 0 && (out.compare(digits, 2, ". ") == 0 || out.compare(digits, 2, ") ") == 0);
  if (numbered || out.starts_with('-') || out.starts_with('+')) out.insert(digits, "\\");
  return out;
}

/// A run of backticks that does not occur in `text`, at least `least` long.
std::string fence(const std::string& text, std::size_t least) {
  std::string run(least, '`');
  while (text.find(run) != std::string::npos) run += '`';
  return run;
}

std::string inline_code(const std::string& text, bool in_table) {
  if (text.empty()) return "";
  std::string words;
  for (const char c : text) words += c == '\n' ? " " : c == '|' && in_table ? "\\|" : std::string(1, c);
  const std::string marks = fence(words, 1);
  return marks.size() == 1 ? marks + words + marks : marks + " " + words + " " + marks;
}

std::string badge(const std::vector<Word>& words, const std::string& word) {
  const Word* known = find_word(words, word);
  return "**" + (known ? std::string(known->symbol) + " " : "") + literal(word) + "**";
}

/// `folder`: from the file that is written to the claims' files.
std::string markdown(const Line& line, const std::string& folder, bool in_table = false) {
  std::string out;
  for (const Span& span : line) switch (span.kind) {
      case Span::Kind::text:
        out += literal(span.text);
        break;
      case Span::Kind::file:
      case Span::Kind::code:
        out += inline_code(span.text, in_table);
        break;
      case Span::Kind::strong: {
        // "**word: **" is not bold: a closing mark must touch a word.
        const std::size_t end = span.text.find_last_not_of(' ') + 1;
        out += "**" + literal(span.text.substr(0, end)) + "**" + span.text.substr(end);
        break;
      }
      case Span::Kind::emphasis:
        out += "*" + literal(span.text) + "*";
        break;
      case Span::Kind::link:
        out += "[" + literal(span.text) + "](" + folder + file_of(span.target, ".md") + ")";
        break;
      case Span::Kind::status:
        out += badge(statuses(), span.text);
        break;
      case Span::Kind::assurance:
        out += badge(assurances(), span.text);
        break;
    }
  return out;
}

std::string indented(const std::string& text, std::size_t width) {
  std::istringstream in(text);
  std::string out;
  for (std::string line; std::getline(in, line);) {
    if (!out.empty()) out += "\n" + (line.empty() ? "" : std::string(width, ' '));
    out += line;
  }
  return out;
}

class MarkdownWriter {
 public:
  MarkdownWriter(std::size_t level, std::string folder) : level_(level), folder_(std::move(folder)) {}

  std::string write(const Blocks& blocks) {
    for (const Block& block : blocks) std::visit(*this, block.node);
    return std::move(out_);
  }

  void operator()(const Paragraph& paragraph) { out_ += markdown(paragraph.line, folder_) + "\n\n"; }

  void operator()(const List& list) {
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const std::string mark = list.ordered ? std::to_string(i + 1) + ". " : "- ";
      std::string item = indented(MarkdownWriter(level_, folder_).write(list.items[i]), mark.size());
      out_ += mark + item.substr(0, item.find_last_not_of(" \n") + 1) + "\n";
    }
    out_ += "\n";
  }

  void operator()(const Code& code) { fenced("", code.text); }

  void operator()(const Table& table) {
    row(table.header);
    for (std::size_t i = 0; i < table.header.size(); ++i) out_ += "| --- ";
    out_ += "|\n";
    for (const auto& cells : table.rows) row(cells);
    out_ += "\n";
  }

  void operator()(const Formula& formula) {
    if (formula.latex.empty()) return (*this)(Code{formula.source});
    fenced("math", formula.latex);
    (*this)(Details{"The statement of record, as a program", {{Code{formula.source}}}});
  }

  void operator()(const Figure& figure) {
    out_ += "<a id=\"" + figure.anchor + "\"></a>\n**" + literal(figure.exhibit.title) + "** " +
            literal(figure.exhibit.caption) + "\n\n";
    if (figure.exhibit.sides) (*this)(both_sides(*figure.exhibit.sides));
    with_points_ = figure.with_points;
    std::visit(*this, figure.exhibit.content);
  }

  void operator()(const constructions::Exhibit::Matrix& matrix) { (*this)(cells(matrix)); }

  void operator()(const constructions::Exhibit::Table& table) { (*this)(cells(table)); }

  void operator()(const constructions::Exhibit::Plot& plot) {
    if (!with_points_) {
      out_ += "(The plot stands in the HTML report, its points in the claim's file.)\n\n";
      return;
    }
    (*this)(
        Details{"The points that the HTML report draws" + std::string(plot.log_y ? ", with a logarithmic scale" : ""),
                {{points(plot)}}});
  }

  void operator()(const constructions::Exhibit::Drawing&) { out_ += "(The drawing stands in the HTML report.)\n\n"; }

  void operator()(const constructions::Exhibit::Text& calculation) { (*this)(lines(calculation)); }

  void operator()(const Diagram& diagram) { (*this)(diagram.instead); }

  void operator()(const Details& details) {
    out_ += "<details><summary>" + escaped(details.summary) + "</summary>\n\n" +
            MarkdownWriter(level_, folder_).write(details.blocks) + "</details>\n\n";
  }

  void operator()(const Section& section) {
    if (!section.anchor.empty()) out_ += "<a id=\"" + section.anchor + "\"></a>\n\n";
    out_ += std::string(std::min<std::size_t>(level_, 6), '#') + " " + markdown(section.title, folder_) + "\n\n" +
            MarkdownWriter(level_ + 1, folder_).write(section.blocks);
  }

  void operator()(const Panels& panels) {
    for (const Section& panel : panels.panels) (*this)(panel);
  }

 private:
  void fenced(const std::string& language, const std::string& text) {
    const std::string marks = fence(text, 3);
    out_ += marks + language + "\n" + text + (text.ends_with('\n') ? "" : "\n") + marks + "\n\n";
  }

  void row(const std::vector<Line>& cells) {
    for (const Line& cell : cells) out_ += "| " + markdown(cell, folder_, true) + " ";
    out_ += "|\n";
  }

  std::string out_;
  std::size_t level_;
  std::string folder_;
  bool with_points_ = true;
};

}  // namespace

std::string to_markdown(const Results& results, const std::string& gallery, const graph::TheoryGraph& graph) {
  const Document document = outline(results, Extent::register_alone, gallery, graph);
  return "# " + literal(document.title) + "\n\n" + MarkdownWriter(2, "claims/").write(document.blocks);
}

std::string to_markdown(const ClaimResult& claim, const Results& results, const graph::TheoryGraph& graph) {
  Blocks blocks = {{outline(claim, theory_graph(claim, results, graph))}};
  link_claims(blocks, results, claim.id);
  return MarkdownWriter(1, "").write(blocks) + "[All claims](../report.md)\n";
}

}  // namespace attest::verify::report
