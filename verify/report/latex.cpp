// SPDX-License-Identifier: Apache-2.0
#include "verify/report/latex.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include "verify/report/outline.hpp"
#include "verify/results/vocabulary.hpp"

namespace attest::verify::report {

using results::assurances;
using results::find_word;
using results::Results;
using results::statuses;
using results::Word;

namespace {

constexpr const char* preamble = R"tex(\documentclass[a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage{textcomp}
\usepackage{amsmath,amssymb}
\usepackage{array,longtable,booktabs}
\usepackage{graphicx}
\usepackage[margin=2cm]{geometry}
\usepackage[hidelinks]{hyperref}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.5em}
\setlength{\emergencystretch}{4em}
\setcounter{secnumdepth}{0}
\newcommand{\fitted}[1]{\[\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{$\displaystyle #1$}\]}
\begin{document}
\raggedright
)tex";

/// Whether a formula is mathematics alone: braces balance, and no command defines, reads or writes anything.
bool is_plain_mathematics(const std::string& latex) {
  static constexpr std::array refused = {"input",
                                         "include",
                                         "openin",
                                         "openout",
                                         "read",
                                         "readline",
                                         "write",
                                         "immediate",
                                         "special",
                                         "def",
                                         "edef",
                                         "gdef",
                                         "xdef",
                                         "let",
                                         "futurelet",
                                         "catcode",
                                         "csname",
                                         "newcommand",
                                         "renewcommand",
                                         "usepackage",
                                         "directlua",
                                         "verbatiminput",
                                         "lstinputlisting",
                                         "includegraphics",
                                         "loop",
                                         "expandafter"};
  int depth = 0;
  for (std::size_t at = 0; at < latex.size(); ++at) {
    if (latex[at] == '\\') {
      std::size_t end = at + 1;
      while (end < latex.size() && std::isalpha(uint8_t(latex[end]))) ++end;
      const std::string word = latex.substr(at + 1, end - at - 1);
      if (std::find(refused.begin(), refused.end(), word) != refused.end()) return false;
      at = word.empty() ? at + 1 : end - 1;
    } else if (latex[at] == '{') {
      ++depth;
    } else if ((latex[at] == '}' && --depth < 0) || latex[at] == '%' || latex[at] == '$' ||
               latex.compare(at, 2, "^^") == 0) {
      return false;
    }
  }
  return depth == 0 && !latex.empty();
}

/// Blanks at the beginning of a line are kept.
std::string code_text(const std::string& line) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  return std::string(indent, '~') + breakable(line.substr(indent));
}

std::string latex_badge(const std::vector<Word>& words, const std::string& word) {
  const Word* known = find_word(words, word);
  return "\\textbf{" + (known ? latex_text(std::string(known->symbol)) + "~" : "") + latex_text(word) + "}";
}

/// Words that are wider than a table's narrow column may break at their marks.
std::string words_text(const std::string& text) {
  constexpr std::size_t widest = 10;
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    out += (word.size() > widest ? breakable(word) : latex_text(word)) + (end < text.size() ? " " : "");
    at = end + 1;
  }
  return out;
}

std::string latex(const Line& line) {
  std::string out;
  for (const Span& span : line) switch (span.kind) {
      case Span::Kind::text:
        out += words_text(span.text);
        break;
      case Span::Kind::file:
      case Span::Kind::code:
        out += "\\texttt{" + code_text(span.text) + "}";
        break;
      case Span::Kind::strong:
        out += "\\textbf{" + latex_text(span.text) + "}";
        break;
      case Span::Kind::emphasis:
        out += "\\emph{" + latex_text(span.text) + "}";
        break;
      case Span::Kind::link:
        out += "\\hyperlink{" + span.target + "}{\\texttt{" + breakable(span.text) + "}}";
        break;
      case Span::Kind::status:
        out += latex_badge(statuses(), span.text);
        break;
      case Span::Kind::assurance:
        out += latex_badge(assurances(), span.text);
        break;
    }
  return out;
}

/// A matrix wider than this is set as several tables, each with some of its columns.
constexpr std::size_t columns_abreast = 12;

class LatexWriter {
 public:
  std::string write(const Blocks& blocks) {
    for (const Block& block : blocks) std::visit(*this, block.node);
    return std::move(out_);
  }

  void operator()(const Paragraph& paragraph) { out_ += latex(paragraph.line) + "\n\n"; }

  void operator()(const List& list) {
    if (list.items.empty()) return;
    const std::string kind = list.ordered ? "enumerate" : "itemize";
    out_ += "\\begin{" + kind + "}\n";
    for (const Blocks& item : list.items) {
      out_ += "\\item{} ";
      inside(item);
    }
    out_ += "\\end{" + kind + "}\n";
  }

  void operator()(const Code& code) {
    out_ += "\\begin{flushleft}\\small\\ttfamily\n";
    std::istringstream lines(code.text);
    for (std::string line; std::getline(lines, line);) out_ += "\\mbox{}" + code_text(line) + "\\\\\n";
    out_ += "\\end{flushleft}\n";
  }

  void operator()(const Table& table) {
    if (table.header.empty()) return;
    // Four fifths of the line for the columns' words, the rest between them.
    std::ostringstream width, gap;
    width << 0.8 / double(table.header.size());
    gap << 0.1 / double(table.header.size());
    std::string columns;
    for (std::size_t i = 0; i < table.header.size(); ++i)
      columns += ">{\\raggedright\\arraybackslash}p{" + width.str() + "\\linewidth}";
    out_ += "{\\small\\setlength{\\tabcolsep}{" + gap.str() + "\\linewidth}\\begin{longtable}{@{}" + columns +
            "@{}}\n\\toprule\n" + row(table.header) + "\\midrule\n\\endhead\n";
    for (const auto& cells : table.rows) out_ += row(cells);
    out_ += "\\bottomrule\n\\end{longtable}}\n";
  }

  void operator()(const Formula& formula) {
    if (is_plain_mathematics(formula.latex))
      out_ += "\\fitted{" + formula.latex + "}\nThe statement of record, as a program:\n";
    (*this)(Code{formula.source});
  }

  void operator()(const Figure& figure) {
    out_ += "\\hypertarget{" + figure.anchor + "}{}\\textbf{" + latex_text(figure.exhibit.title) + "} " +
            latex_text(figure.exhibit.caption) + "\n\n";
    if (figure.exhibit.sides) (*this)(both_sides(*figure.exhibit.sides));
    with_points_ = figure.with_points;
    std::visit(*this, figure.exhibit.content);
  }

  void operator()(const constructions::Exhibit::Matrix& matrix) {
    const Table table = cells(matrix);
    for (std::size_t begin = 1; begin < table.header.size(); begin += columns_abreast) {
      const std::size_t end = std::min(table.header.size(), begin + columns_abreast);
      const auto some = [&](const std::vector<Line>& row) {
        std::vector<Line> some = {row.front()};
        for (std::size_t j = begin; j < end; ++j) some.push_back(j < row.size() ? row[j] : Line{});
        return LatexWriter::row(some);
      };
      out_ += "\\begin{longtable}{l" + std::string(end - begin, 'r') + "}\n\\toprule\n" + some(table.header) +
              "\\midrule\n\\endhead\n";
      for (const auto& row : table.rows) out_ += some(row);
      out_ += "\\bottomrule\n\\end{longtable}\n";
    }
  }

  void operator()(const constructions::Exhibit::Table& table) { (*this)(cells(table)); }

  void operator()(const constructions::Exhibit::Plot& plot) {
    if (!with_points_) {
      out_ += "(The plot stands in the HTML report, its points in the claim's Markdown.)\n\n";
      return;
    }
    out_ +=
        std::string("The points that the HTML report draws") + (plot.log_y ? ", with a logarithmic scale" : "") + ":\n";
    (*this)(points(plot));
  }

  void operator()(const constructions::Exhibit::Drawing&) { out_ += "(The drawing stands in the HTML report.)\n\n"; }

  void operator()(const constructions::Exhibit::Text& calculation) { (*this)(lines(calculation)); }

  void operator()(const Diagram& diagram) { (*this)(diagram.instead); }

  void operator()(const Details& details) {
    out_ += latex_text(details.summary) + ":\n\n";
    inside(details.blocks);
  }

  void operator()(const Section& section) {
    static constexpr std::array headings = {"section", "subsection", "subsubsection", "paragraph", "subparagraph"};
    out_ += "\n";
    if (!section.anchor.empty()) out_ += "\\hypertarget{" + section.anchor + "}{}";
    out_ += std::string("\\") + headings[std::min(level_, headings.size() - 1)] + "{" + latex(section.title) + "}\n";
    if (!section.aside.empty()) out_ += latex(section.aside) + "\n\n";
    ++level_;
    inside(section.blocks);
    --level_;
  }

  void operator()(const Panels& panels) {
    for (const Section& panel : panels.panels) (*this)(panel);
  }

 private:
  void inside(const Blocks& blocks) {
    for (const Block& block : blocks) std::visit(*this, block.node);
  }

  static std::string row(const std::vector<Line>& cells) {
    std::string out = "{}";  // A row that began with "[" would be read as the argument of the row before it.
    for (std::size_t i = 0; i < cells.size(); ++i) out += (i == 0 ? "" : " & ") + latex(cells[i]);
    return out + " \\\\\n";
  }

  std::string out_;
  bool with_points_ = true;
  std::size_t level_ = 0;
};

}  // namespace

std::string breakable(const std::string& text) {
  std::string out, piece;
  for (const char c : text) {
    piece += c;
    if (std::string(",[](){}.-_/=;: ").find(c) == std::string::npos) continue;
    out += latex_text(piece) + (c == ' ' ? "" : "\\allowbreak{}");
    piece.clear();
  }
  return out + latex_text(piece);
}

std::string to_latex(const Results& results, const std::string& gallery, const graph::TheoryGraph& graph) {
  const Document document = outline(results, Extent::brief, gallery, graph);
  return preamble + ("\\title{" + latex_text(document.title) + "}\n\\date{}\n\\maketitle\n") +
         LatexWriter().write(document.blocks) + "\\end{document}\n";
}

}  // namespace attest::verify::report
