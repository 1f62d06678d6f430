// SPDX-License-Identifier: Apache-2.0
#include "verify/report/html.hpp"

#include <algorithm>
#include <set>

#include "theory/statement/sha256.hpp"
#include "verify/report/html_formula.hpp"
#include "verify/report/markup.hpp"
#include "verify/report/outline.hpp"
#include "verify/results/vocabulary.hpp"

namespace attest::verify::report {

using results::assurances;
using results::ClaimResult;
using results::find_word;
using results::Results;
using results::statuses;
using results::style_name;
using results::Word;

namespace {

std::string badge(const std::vector<Word>& words, const std::string& kind, const std::string& word) {
  const Word* known = find_word(words, word);
  if (!known) return "<b class=\"outcome-" + escaped(word) + "\">" + escaped(word) + "</b>";
  return "<b class=\"" + kind + "-" + style_name(word) + "\">" + word + "</b>";
}

/// `files`: a link leads to another claim's file, not to a part of this one.
std::string html(const Line& line, bool files = false) {
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
        out += "<a href=\"" + (files ? file_of(span.target, ".html") : "#" + escaped(span.target)) + "\">" +
               escaped(span.text) + "</a>";
        break;
      case Span::Kind::file:
        out += "<a href=\"" + escaped(span.text) + "\">" + escaped(span.text) + "</a>";
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

/// The fields by which the script filters the table; hidden until it runs.
std::string controls(const std::vector<Table::Key>& keys) {
  std::string out = "<div id=\"controls\" hidden>\n<label>Search <input type=\"search\" name=\"words\"></label>\n";
  const auto choice = [&](const std::string& label, const std::string& name, const auto& value) {
    out += "<label>" + label + " <select name=\"" + name + "\"><option value=\"\">any</option>";
    std::set<std::string> values;
    for (const Table::Key& key : keys) values.insert(value(key));
    for (const std::string& each : values) out += "<option>" + escaped(each) + "</option>";
    out += "</select></label>\n";
  };
  choice("Paper", "paper", [](const Table::Key& key) { return key.paper; });
  choice("Status", "status", [](const Table::Key& key) { return key.status; });
  choice("Assurance", "assurance", [](const Table::Key& key) { return key.assurance; });
  choice("Counterexample", "counterexample",
         [](const Table::Key& key) { return std::string(key.has_counterexample ? "yes" : "no"); });
  return out + "<button type=\"button\">Show all</button> <output id=\"shown\"></output>\n</div>\n";
}

std::string attributes(const Table::Key& key) {
  return " data-paper=\"" + escaped(key.paper) + "\" data-status=\"" + escaped(key.status) + "\" data-assurance=\"" +
         escaped(key.assurance) + "\" data-counterexample=\"" + (key.has_counterexample ? "yes" : "no") + "\"";
}

/// As a content security policy wants it.
std::string sha256_base64(const std::string& script) {
  static constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::string hexadecimal = theory::sha256(script);
  std::string bits, out;
  for (const char c : hexadecimal) {
    const int value = c <= '9' ? c - '0' : c - 'a' + 10;
    for (int bit = 3; bit >= 0; --bit) bits += (value >> bit) % 2 == 1 ? '1' : '0';
  }
  bits.append((6 - bits.size() % 6) % 6, '0');
  for (std::size_t at = 0; at < bits.size(); at += 6) out += digits[std::stoul(bits.substr(at, 6), nullptr, 2)];
  out.append((4 - out.size() % 4) % 4, '=');
  return out;
}

std::string navigation(const Document& document) {
  if (document.contents.empty()) return "";
  std::string out = "<nav aria-label=\"Contents\">\n<details class=\"contents\"><summary>Contents</summary>\n<ul>\n";
  for (const auto& [title, entries] : document.contents) {
    out += "<li>" + html(title);
    if (!entries.empty()) {
      out += "\n<ul>\n";
      for (const Line& entry : entries) out += "<li>" + html(entry) + "</li>\n";
      out += "</ul>\n";
    }
    out += "</li>\n";
  }
  return out + "</ul>\n</details>\n</nav>\n";
}

/// Visits the outline; `level_` is the heading level of the next section.
class HtmlWriter {
 public:
  explicit HtmlWriter(bool files = false) : files_(files) {}

  std::string write(const Blocks& blocks) {
    for (const Block& block : blocks) std::visit(*this, block.node);
    return std::move(out_);
  }

  void operator()(const Paragraph& paragraph) { out_ += "<p>" + html(paragraph.line, files_) + "</p>\n"; }

  void operator()(const List& list) {
    const std::string tag = list.ordered ? "ol" : "ul";
    out_ += "<" + tag + ">\n";
    for (const Blocks& item : list.items) {
      out_ += "<li>";
      const auto* words = item.size() == 1 ? std::get_if<Paragraph>(&item.front().node) : nullptr;
      if (words)
        out_ += html(words->line, files_);
      else
        inside(item);
      out_ += "</li>\n";
    }
    out_ += "</" + tag + ">\n";
  }

  void operator()(const Code& code) { out_ += "<pre tabindex=\"0\"><code>" + escaped(code.text) + "</code></pre>\n"; }

  void operator()(const Table& table) {
    const bool has_keys = !table.keys.empty();
    if (has_keys) out_ += controls(table.keys);
    out_ += table.records ? std::string("<div class=\"wide\" tabindex=\"0\"><table class=\"records\"") +
                                (has_keys ? " data-keys" : "") + ">\n<thead><tr>"
                          : "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>";
    for (const Line& cell : table.header) out_ += "<th scope=\"col\">" + html(cell) + "</th>";
    out_ += "</tr></thead>\n<tbody>\n";
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      const auto& row = table.rows[r];
      out_ += "<tr" + (has_keys ? attributes(table.keys[r]) : "") + ">";
      for (std::size_t i = 0; i < row.size(); ++i) {
        const bool names_row = table.records && i == 0;
        std::string label;
        if (table.records && i > 0 && i < table.header.size())
          for (const Span& span : table.header[i]) label += span.text;
        out_ += names_row       ? "<th scope=\"row\">"
                : label.empty() ? "<td>"
                                : "<td data-label=\"" + escaped(label) + "\">";
        out_ += html(row[i], files_) + (names_row ? "</th>" : "</td>");
      }
      out_ += "</tr>\n";
    }
    out_ += "</tbody></table></div>\n";
  }

  void operator()(const Formula& formula) {
    if (is_harmless(formula.mathml, Dialect::mathml)) {
      out_ += "<div class=\"both\">\n" + html_formula(formula.mathml) + program(formula) + "</div>\n";
    } else {
      out_ += program(formula);
    }
  }

  void operator()(const Figure& figure) {
    out_ += "<figure id=\"" + figure.anchor + "\">\n<figcaption><strong>" + escaped(figure.exhibit.title) + "</strong>";
    if (!figure.exhibit.caption.empty()) out_ += " " + escaped(figure.exhibit.caption);
    out_ += "</figcaption>\n";
    if (const auto& sides = figure.exhibit.sides)
      out_ += "<dl class=\"sides\"><div><dt>The paper</dt><dd>" + escaped(sides->paper) +
              "</dd></div><div><dt>In fact</dt><dd>" + escaped(sides->fact) + "</dd></div></dl>\n";
    title_ = figure.exhibit.title;
    with_points_ = figure.with_points;
    beside_ = figure.beside ? &*figure.beside : nullptr;
    std::visit(*this, figure.exhibit.content);
    out_ += "</figure>\n";
  }

  void operator()(const constructions::Exhibit::Matrix& matrix) { out_ += html_heat_map(matrix, beside_); }

  void operator()(const constructions::Exhibit::Table& table) { (*this)(cells(table)); }

  void operator()(const constructions::Exhibit::Plot& plot) {
    out_ += "<div class=\"wide\" tabindex=\"0\">" + svg_plot(plot, title_) + "</div>\n";
    if (with_points_) (*this)(Details{"The points that are drawn", {{points(plot)}}});
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

  void operator()(const Diagram& diagram) {
    const auto wide = [](const std::string& svg) { return "<div class=\"wide\" tabindex=\"0\">" + svg + "</div>\n"; };
    out_ += wide(diagram.svg);
    if (!diagram.folded.empty())
      out_ += "<details><summary>" + escaped(diagram.summary) + "</summary>\n" + wide(diagram.folded) + "</details>\n";
  }

  void operator()(const Details& details) {
    out_ += "<details><summary>" + escaped(details.summary) + "</summary>\n";
    inside(details.blocks);
    out_ += "</details>\n";
  }

  void operator()(const Section& section) {
    static constexpr const char* classes[] = {
        "", " class=\"claim\"", " class=\"warning\"", " class=\"engine\"", " class=\"card\"", " class=\"exhibits\""};
    const std::string heading = "h" + std::to_string(std::min(level_, 6));
    const std::string title = "<" + heading + ">" + html(section.title, files_) + "</" + heading + ">";
    // A link leads to what is inside, which opens the fold.
    if (section.folded)
      out_ += "<details class=\"claim\"><summary>" + title + " " + html(section.aside) + "</summary>\n";
    out_ += std::string("<section") + classes[int(section.tone)];
    if (!section.anchor.empty()) out_ += " id=\"" + section.anchor + "\"";
    out_ += ">\n";
    if (!section.folded) out_ += title + "\n";
    ++level_;
    inside(section.blocks);
    --level_;
    if (section.tone == Section::Tone::claim && !section.folded)  // beside folds the contents stay in view
      out_ += "<p class=\"back\"><a href=\"" + std::string(files_ ? "../report.html" : "#summary") +
              "\">Back to the summary</a></p>\n";
    out_ += section.folded ? "</section></details>\n" : "</section>\n";
  }

  void operator()(const Panels& panels) {
    const bool are_cards = !panels.panels.empty() && panels.panels.front().tone == Section::Tone::card;
    out_ += are_cards ? "<div class=\"cards\">\n" : "<div class=\"panels\">\n";
    for (const Section& panel : panels.panels) (*this)(panel);
    out_ += "</div>\n";
  }

 private:
  static std::string program(const Formula& formula) {
    return "<pre tabindex=\"0\" data-statement=\"" + escaped(formula.statement) + "\"><code>" +
           escaped(formula.source) + "</code></pre>\n";
  }

  void inside(const Blocks& blocks) {
    for (const Block& block : blocks) std::visit(*this, block.node);
  }

  std::string out_, title_;
  bool with_points_ = true;
  const constructions::Exhibit::Matrix* beside_ = nullptr;
  int level_ = 2;
  bool files_;
};

/// `recheck`, `data`: what the report has beside its outline (recheck.hpp); both may be empty.
std::string page(const Document& document, bool files, const std::string& recheck = "", const std::string& data = "") {
  const std::string script = document.contents.empty() ? "" : html_script() + (data.empty() ? "" : recheck_script());
  const auto claims = std::find_if(document.blocks.begin(), document.blocks.end(), [](const Block& block) {
    const auto* section = std::get_if<Section>(&block.node);
    return section && section->folded;
  });
  const std::string above = HtmlWriter(files).write(Blocks(document.blocks.begin(), claims));
  const std::string below = HtmlWriter(files).write(Blocks(claims, document.blocks.end()));
  // The policy lets a browser refuse whatever an error in this file might have let through: requests, frames, and every
  // script but this one, which it knows by its hash.
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; " +
         (script.empty() ? "" : "script-src 'sha256-" + sha256_base64(script) + "'; ") +
         (data.empty() ? "" : "worker-src blob:; ") +
         "base-uri 'none'; form-action 'none'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
         escaped(document.title) + "</title>\n<style>\n" + html_style() + "</style>\n</head>\n<body" +
         (document.contents.empty() ? "" : " class=\"with-contents\"") + ">\n" + navigation(document) + "<main>\n<h1>" +
         escaped(document.title) + "</h1>\n" + without_optional_tags(above + recheck + below) + "</main>\n" + data +
         (script.empty() ? "" : "<script>" + script + "</script>\n") + "</body>\n</html>\n";
}

}  // namespace

std::string to_html(const Results& results, const std::string& gallery, const graph::TheoryGraph& graph,
                    const Recheck& recheck) {
  Document document = outline(results, Extent::brief, gallery, graph);
  const auto papers = std::find_if(document.contents.begin(), document.contents.end(),
                                   [](const auto& entry) { return !entry.second.empty(); });
  document.contents.insert(papers, {{{Span::Kind::link, "Check it again, here", "recheck"}}, {}});
  return page(document, false, recheck_section(recheck), recheck_data(results, recheck));
}

std::string to_html(const ClaimResult& claim, const Results& results, const graph::TheoryGraph& graph) {
  Document document{claim.id, {{outline(claim, theory_graph(claim, results, graph))}}};
  link_claims(document.blocks, results, claim.id);
  return page(document, true);
}

std::string to_html(const Document& document) { return page(document, false); }

}  // namespace attest::verify::report
