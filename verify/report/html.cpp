// SPDX-License-Identifier: Apache-2.0
#include "verify/report/html.hpp"

#include "verify/report/markup.hpp"
#include "verify/report/outline.hpp"
#include "verify/results/vocabulary.hpp"

namespace attest::verify::report {

using results::assurances;
using results::find_word;
using results::Results;
using results::statuses;
using results::style_name;
using results::Word;

namespace {

std::string badge(const std::vector<Word>& words, const std::string& kind, const std::string& word) {
  const Word* known = find_word(words, word);
  if (!known) return "<span class=\"badge outcome-" + escaped(word) + "\">" + escaped(word) + "</span>";
  return "<span class=\"badge " + kind + "-" + style_name(word) + "\" title=\"" + escaped(known->meaning) +
         "\"><span aria-hidden=\"true\">" + std::string(known->symbol) + "</span> " + word + "</span>";
}

std::string html(const Line& line) {
  std::string out;
  for (const Span& span : line) switch (span.kind) {
      case Span::Kind::text:
        out += escaped(span.text);
        break;
      case Span::Kind::code:
        out += "<code>" + escaped(span.text) + "</code>";
        break;
      case Span::Kind::strong:
        out += "<strong>" + escaped(span.text) + "</strong>";
        break;
      case Span::Kind::emphasis:
        out += "<em>" + escaped(span.text) + "</em>";
        break;
      case Span::Kind::link:
        out += "<a href=\"#" + escaped(span.target) + "\">" + escaped(span.text) + "</a>";
        break;
      case Span::Kind::status:
        out += badge(statuses(), "status", span.text);
        break;
      case Span::Kind::assurance:
        out += badge(assurances(), "assurance", span.text);
        break;
    }
  return out;
}

/// Visits the outline; `level_` is the heading level of the next section.
class HtmlWriter {
 public:
  std::string write(const Blocks& blocks) {
    for (const Block& block : blocks) std::visit(*this, block.node);
    return std::move(out_);
  }

  void operator()(const Paragraph& paragraph) { out_ += "<p>" + html(paragraph.line) + "</p>\n"; }

  void operator()(const List& list) {
    const std::string tag = list.ordered ? "ol" : "ul";
    out_ += "<" + tag + ">\n";
    for (const Blocks& item : list.items) {
      out_ += "<li>";
      inside(item);
      out_ += "</li>\n";
    }
    out_ += "</" + tag + ">\n";
  }

  void operator()(const Code& code) { out_ += "<pre tabindex=\"0\"><code>" + escaped(code.text) + "</code></pre>\n"; }

  void operator()(const Table& table) {
    out_ += table.records ? "<div class=\"wide\"><table class=\"records\">\n<thead><tr>"
                          : "<div class=\"wide\"><table>\n<thead><tr>";
    for (const Line& cell : table.header) out_ += "<th scope=\"col\">" + html(cell) + "</th>";
    out_ += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
      out_ += "<tr>";
      for (std::size_t i = 0; i < row.size(); ++i) {
        const bool names_row = table.records && i == 0;
        std::string label;
        if (table.records && i > 0 && i < table.header.size())
          for (const Span& span : table.header[i]) label += span.text;
        out_ += names_row       ? "<th scope=\"row\">"
                : label.empty() ? "<td>"
                                : "<td data-label=\"" + escaped(label) + "\">";
        out_ += html(row[i]) + (names_row ? "</th>" : "</td>");
      }
      out_ += "</tr>\n";
    }
    out_ += "</tbody></table></div>\n";
  }

  void operator()(const Formula& formula) {
    if (is_harmless(formula.mathml, Dialect::mathml)) {
      out_ += "<div class=\"formula\" tabindex=\"0\">" + formula.mathml + "</div>\n";
      (*this)(Details{"The statement of record, as a program", {{Code{formula.source}}}});
    } else {
      (*this)(Code{formula.source});
    }
  }

  void operator()(const Figure& figure) {
    out_ += "<figure id=\"" + figure.anchor + "\">\n<figcaption><strong>" + escaped(figure.exhibit.title) + "</strong>";
    if (!figure.exhibit.caption.empty()) out_ += " " + escaped(figure.exhibit.caption);
    out_ += "</figcaption>\n";
    title_ = figure.exhibit.title;
    std::visit(*this, figure.exhibit.content);
    out_ += "</figure>\n";
  }

  void operator()(const constructions::Exhibit::Matrix& matrix) { out_ += html_heat_map(matrix); }

  void operator()(const constructions::Exhibit::Table& table) { (*this)(cells(table)); }

  void operator()(const constructions::Exhibit::Plot& plot) {
    out_ += "<div class=\"wide\" tabindex=\"0\">" + svg_plot(plot, title_) + "</div>\n";
    (*this)(Details{"The points that are drawn", {{points(plot)}}});
  }

  void operator()(const constructions::Exhibit::Drawing& drawing) {
    if (is_harmless(drawing.svg, Dialect::svg)) {
      out_ += "<div class=\"drawing\" role=\"img\" aria-label=\"" + escaped(title_) + "\">" + drawing.svg + "</div>\n";
    } else {
      (*this)(Paragraph{{text(
          "This drawing is not plain SVG (presentation elements and attributes alone), so its source is shown:")}});
      (*this)(Code{drawing.svg});
    }
  }

  void operator()(const constructions::Exhibit::Text& calculation) { (*this)(lines(calculation)); }

  void operator()(const Details& details) {
    out_ += "<details><summary>" + escaped(details.summary) + "</summary>\n";
    inside(details.blocks);
    out_ += "</details>\n";
  }

  void operator()(const Section& section) {
    static constexpr const char* classes[] = {"plain", "claim", "warning", "engine"};
    out_ += std::string("<section class=\"") + classes[int(section.tone)] + "\"";
    if (!section.anchor.empty()) out_ += " id=\"" + section.anchor + "\"";
    out_ += ">\n";
    const std::string heading = "h" + std::to_string(std::min(level_, 6));
    out_ += "<" + heading + ">" + html(section.title) + "</" + heading + ">\n";
    ++level_;
    inside(section.blocks);
    --level_;
    if (section.tone == Section::Tone::claim)
      out_ += "<p class=\"back\"><a href=\"#summary\">Back to the summary</a></p>\n";
    out_ += "</section>\n";
  }

  void operator()(const Panels& panels) {
    out_ += "<div class=\"panels\">\n";
    for (const Section& panel : panels.panels) (*this)(panel);
    out_ += "</div>\n";
  }

 private:
  void inside(const Blocks& blocks) {
    for (const Block& block : blocks) std::visit(*this, block.node);
  }

  std::string out_, title_;
  int level_ = 2;
};

}  // namespace

std::string to_html(const Results& results) { return to_html(outline(results)); }

std::string to_html(const Document& document) {
  // The policy lets a browser refuse whatever an error in this file might have let through: scripts, requests, frames.
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
         "base-uri 'none'; form-action 'none'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
         escaped(document.title) + "</title>\n<style>\n" + html_style() + "</style>\n</head>\n<body>\n<main>\n<h1>" +
         escaped(document.title) + "</h1>\n" + HtmlWriter().write(document.blocks) + "</main>\n</body>\n</html>\n";
}

}  // namespace attest::verify::report
