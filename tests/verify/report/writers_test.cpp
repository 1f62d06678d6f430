// SPDX-License-Identifier: Apache-2.0
// What every format must say, and what none may do.
#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>

#include "tests/verify/results/synthetic.hpp"
#include "verify/report/digest.hpp"
#include "verify/report/explain.hpp"
#include "verify/report/html.hpp"
#include "verify/report/html_formula.hpp"
#include "verify/report/latex.hpp"
#include "verify/report/markdown.hpp"
#include "verify/report/markup.hpp"
#include "verify/report/outline.hpp"
#include "verify/results/vocabulary.hpp"

using namespace attest;
using namespace attest::verify::report;
using namespace attest::verify::results;
using Catch::Contains;
namespace graph = attest::verify::graph;

namespace {

/// The letters and digits of a text: what is left of it in every format, whatever the format escapes.
std::string letters(const std::string& text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out),
               [](unsigned char c) { return c < 0x80 && std::isalnum(c); });
  return out;
}

/// Every word of an outline, block by block.
struct Words {
  std::vector<std::string> all;
  void add(const Line& line) {
    for (const Span& span : line) all.push_back(span.text);
  }
  void add(const Blocks& blocks) {
    for (const Block& block : blocks) std::visit(*this, block.node);
  }
  void operator()(const Paragraph& paragraph) { add(paragraph.line); }
  void operator()(const List& list) {
    for (const Blocks& item : list.items) add(item);
  }
  void operator()(const Code& code) { all.push_back(code.text); }
  void operator()(const Table& table) {
    for (const Line& cell : table.header) add(cell);
    for (const auto& row : table.rows)
      for (const Line& cell : row) add(cell);
  }
  void operator()(const Formula& formula) { all.push_back(formula.source); }
  void operator()(const Figure& figure) {
    all.push_back(figure.exhibit.title);
    all.push_back(figure.exhibit.caption);
    if (const auto& sides = figure.exhibit.sides) all.insert(all.end(), {sides->paper, sides->fact});
    if (const auto* matrix = std::get_if<constructions::Exhibit::Matrix>(&figure.exhibit.content))
      (*this)(cells(*matrix));
    if (const auto* table = std::get_if<constructions::Exhibit::Table>(&figure.exhibit.content)) (*this)(cells(*table));
    if (const auto* plot = std::get_if<constructions::Exhibit::Plot>(&figure.exhibit.content);
        plot && figure.with_points)
      (*this)(points(*plot));
    if (const auto* lines_ = std::get_if<constructions::Exhibit::Text>(&figure.exhibit.content))
      (*this)(lines(*lines_));
  }
  void operator()(const Diagram& diagram) { (*this)(diagram.instead); }
  void operator()(const Details& details) {
    all.push_back(details.summary);
    add(details.blocks);
  }
  void operator()(const Section& section) {
    add(section.title);
    add(section.aside);
    add(section.blocks);
  }
  void operator()(const Panels& panels) {
    for (const Section& panel : panels.panels) (*this)(panel);
  }
};

/// The synthetic results without the hostile claim, whose escapes add letters ("&lt;", "\textless").
Results plain_results() {
  Results results = tests::synthetic_results();
  results.claims.erase(results.claims.begin() + 2);
  return results;
}

std::string without(std::string text, const std::vector<std::string>& escapes) {
  for (const std::string& escape : escapes)
    for (std::size_t at; (at = text.find(escape)) != std::string::npos;) text.erase(at, escape.size());
  return text;
}

/// A gallery whose first entry is what the synthetic results say, and whose others are not.
constexpr const char* gallery =
    "# Findings\n\n## One\n**Zeros and ones.** Both sides, 3 and 2. (`positional.relu-min-max`: printed holds, exhibit "
    "2; `a.b`)\n\n**Not so.** Never. (`positional.relu-min-max`: printed false, exhibit 1)\n\n**No exhibit.** None. "
    "(`positional.relu-min-max`: printed holds, exhibit 99)\n\n**No claim.** None. (`positional.none`: printed false, "
    "exhibit 1)\n";

std::string html_letters(const std::string& html) {
  return letters(without(html, {"&lt;", "&gt;", "&quot;", "&#39;", "&amp;"}));
}
std::string markdown_letters(const std::string& markdown) {
  return letters(without(markdown, {"&lt;", "&gt;", "&amp;"}));
}

}  // namespace

TEST_CASE("every word of the outline stands in every format") {
  const Results results = plain_results();
  Words words, in_register;
  words.add(outline(results, Extent::brief, gallery).blocks);
  in_register.add(outline(results, Extent::register_alone, gallery).blocks);
  REQUIRE(words.all.size() > 300);
  const std::string html = html_letters(to_html(results, gallery));
  const std::string markdown = markdown_letters(to_markdown(results, gallery));
  const std::string latex = letters(without(
      to_latex(results, gallery), {"\\v{c}", "\\'{c}", "\\allowbreak{}", "\\textless{}", "\\textgreater{}",
                                   "\\textquotedbl{}", "\\textbar{}", "\\mbox{}", "\\textquotesingle{}", "\\ldots{}"}));
  for (const std::string& word : words.all) {
    INFO(word);
    CHECK_THAT(html, Contains(letters(word)));
    CHECK_THAT(latex, Contains(letters(word)));
  }
  for (const std::string& word : in_register.all) {
    INFO(word);
    CHECK_THAT(markdown, Contains(letters(word)));
  }
}

TEST_CASE("a claim's own files say all that is known of it") {
  const Results results = plain_results();
  for (const ClaimResult& claim : results.claims) {
    Words words;
    words.add({{outline(claim)}});
    const std::string html = html_letters(to_html(claim, results));
    const std::string markdown = markdown_letters(to_markdown(claim, results));
    for (const std::string& word : words.all) {
      INFO(word);
      CHECK_THAT(html, Contains(letters(word)));
      CHECK_THAT(markdown, Contains(letters(word)));
    }
  }
}

TEST_CASE("a finding is shown while the run says what it says") {
  const Results results = plain_results();
  const std::string html = to_html(results, gallery);
  CHECK_THAT(html,
             Contains("<h3>Zeros and ones.</h3>") && Contains("id=\"finding-1\"") && Contains("Both sides, 3 and 2."));
  for (const char* words : {"Not so.", "No exhibit.", "No claim.", "finding-2", "printed holds, exhibit"})
    CHECK_THAT(html, !Contains(words));
  CHECK_THAT(to_html(results), !Contains("id=\"findings\""));
}

TEST_CASE("the papers' graph stands in every format, as far as the run decides it") {
  Results results = plain_results();
  results.claims[0].exhibits = {results.claims[1].exhibits.front()};
  const graph::TheoryGraph papers = graph::read_graph("tests/verify/report/graph");
  const std::string html = to_html(results, "", papers), markdown = to_markdown(results, "", papers),
                    latex = to_latex(results, "", papers);
  CHECK_THAT(html, Contains("<section id=\"graph\">") && Contains("Sorting &amp; &lt;more&gt;") &&
                       Contains("aria-label=\"What follows, as printed\""));
  // The refuted one leads to its counterexample, the others to their claims.
  CHECK_THAT(html, Contains("<a href=\"#positional.odd-even-sort-exhibit-1\" class=\"f\"") &&
                       Contains("<a href=\"#positional.relu-min-max\" class=\"r\"") && Contains("<g class=\"r\"") &&
                       Contains("appendix B, proof of Theorem 2</title>"));
  CHECK_THAT(markdown, Contains("[Lemma 1](claims/positional_odd_even_sort.md), Odd-even transposition sort") &&
                           Contains("| rests on something refuted | Lemma 1 |"));
  CHECK_THAT(latex, Contains("rests on something refuted & Lemma 1"));
  for (const std::string* text : {&html, &markdown, &latex}) CHECK_THAT(*text, !Contains("Remark 4"));
  CHECK_THAT(to_html(results), !Contains("id=\"graph\""));
  const std::string claim = to_html(results.claims[1], results, papers);
  CHECK_THAT(claim, Contains("What it rests on, and what rests on it") && Contains("class=\"r m\"") &&
                        Contains("<a href=\"positional_odd_even_sort.html#positional.odd-even-sort-exhibit-1\"") &&
                        Contains("appendix B, proof of Theorem 2"));
  CHECK_THAT(to_markdown(results.claims[1], results, papers),
             Contains("**Theorem 2, as printed:** rests on something"));
}

TEST_CASE("a claim's id is a link wherever it stands alone") {
  const Results results = plain_results();
  const std::string id = results.claims[0].id;
  Blocks blocks = {{Paragraph{{text("See " + id + ". Not " + id + "-more."), code(id)}}}};
  Blocks own = blocks;
  link_claims(blocks, results);
  const Line& line = std::get<Paragraph>(blocks[0].node).line;
  REQUIRE(line.size() == 4);
  CHECK((line[1].kind == Span::Kind::link && line[1].target == anchor(id)));
  CHECK(line[2].text == ". Not " + id + "-more.");
  CHECK(line[3].kind == Span::Kind::link);
  link_claims(own, results, id);
  for (const Span& span : std::get<Paragraph>(own[0].node).line) CHECK(span.kind != Span::Kind::link);
}

TEST_CASE("the digest has a line a claim and the counterexamples in full") {
  const Results results = tests::synthetic_results();
  const std::string digest = without(to_digest(results), {"\\allowbreak{}", "\\"});
  for (const ClaimResult& claim : plain_results().claims) CHECK_THAT(digest, Contains(claim.id));
  CHECK_THAT(digest, Contains("x = [0, 0, -{}1]") || Contains("fails at"));
  CHECK_THAT(to_digest(results), !Contains("\\input{"));
  CHECK(std::all_of(digest.begin(), digest.end(), [](unsigned char c) { return c < 0x80; }));
}

TEST_CASE("a formula keeps its signs and is cut where a narrow page may break it") {
  const std::string formula = html_formula(
      "<math display=\"block\"><mtable columnalign=\"left\"><mtr><mtd><mrow><mi>f</mi><mo>\u2061</mo><mrow><mo "
      "form=\"prefix\">(</mo><mi>a_long_name</mi><mo "
      "form=\"postfix\">)</mo></mrow><mo>=</mo><mrow><mi>another_long_name"
      "</mi><mo>−</mo><mn>1</mn></mrow></mrow></mtd></mtr><mtr><mtd><mfrac><mn>1</mn><mn>2</mn></mfrac></mtd></mtr>"
      "</mtable></math>");
  CHECK_THAT(formula, Contains("<p><math><mi>f</mi><mi>(</mi><mi>a_long_name</mi><mi>)</mi></math>\n<math><mo>=</mo>"
                               "<mi>another_long_name</mi>"));
  CHECK_THAT(formula, Contains("<p><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></p>"));
  CHECK_THAT(html_formula("<math><mo>−</mo><mn>1</mn></math>"), Contains("<math><mo>−</mo><mn>1</mn></math>"));
  // Parts that hold nothing, beside one that is wide.
  CHECK_THAT(
      html_formula("<math><msub/><msub><mrow/><mi>a_name_that_is_wider_than_a_piece_may_be</mi></msub><mrow/></math>"),
      Contains("a_name_that_is_wider_than_a_piece_may_be"));
  CHECK_THAT(html_formula("<math/>"), Contains("class=\"formula\""));
}

TEST_CASE("hostile text comes out harmless") {
  const Results results = tests::synthetic_results();
  std::string html = without(to_html(results), {"<script>" + html_script() + "</script>"});
  std::string markdown = to_markdown(results);
  const std::string latex = to_latex(results);
  for (const ClaimResult& claim : results.claims) {
    html += to_html(claim, results);
    markdown += to_markdown(claim, results);
  }
  CHECK_THAT(html, !Contains("<script") && !Contains("onclick=\"") && Contains("&lt;script&gt;alert(&#39;x&#39;)"));
  CHECK_THAT(html, Contains("default-src &#39;none&#39;") || Contains("default-src 'none'"));
  CHECK_THAT(markdown, Contains("&lt;script&gt;") && Contains("\\[l\\](javascript:1)"));
  CHECK_THAT(latex, Contains("\\textbackslash{}end\\{document\\}") && Contains("\\#1 \\%2"));
  // \input may stand nowhere but as text.
  CHECK_THAT(latex, !Contains("\\input{"));
  CHECK(latex.find("\\end{document}") == latex.rfind("\\end{document}"));
  CHECK(latex.find("\\end{document}") == latex.size() - std::string("\\end{document}\n").size());
}

TEST_CASE("in Markdown, a tag stands in code alone") {
  const Results results = tests::synthetic_results();
  std::string all = to_markdown(results);
  for (const ClaimResult& claim : results.claims) all += to_markdown(claim, results);
  std::istringstream markdown(all);
  std::string fence;  // the one that is open
  std::size_t tags = 0;
  for (std::string line; std::getline(markdown, line);) {
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const std::string marks = line.substr(indent, line.find_first_not_of('`', indent) - indent);
    if (fence.empty() && marks.size() >= 3) {
      fence = marks;
    } else if (!fence.empty() && marks.size() >= fence.size() && indent + marks.size() == line.size()) {
      fence.clear();
    } else if (const std::size_t tag = line.find("<script"); tag != std::string::npos) {
      ++tags;
      INFO(line);
      CHECK((!fence.empty() || std::count(line.begin(), line.begin() + long(tag), '`') > 0));
    }
  }
  CHECK(fence.empty());
  CHECK(tags > 3);
}

TEST_CASE("LaTeX braces balance and nothing stands that the preamble lacks") {
  const std::string latex = to_latex(tests::synthetic_results());
  int depth = 0, least = 0;
  for (std::size_t at = 0; at < latex.size(); ++at) {
    if (latex[at] == '\\') {
      ++at;
      continue;
    }
    depth += latex[at] == '{' ? 1 : latex[at] == '}' ? -1 : 0;
    least = std::min(least, depth);
  }
  CHECK(depth == 0);
  CHECK(least == 0);
  for (const char* environment : {"longtable", "itemize", "enumerate", "flushleft", "document"}) {
    const auto count = [&](const std::string& what) {
      std::size_t n = 0;
      for (std::size_t at = 0; (at = latex.find(what, at)) != std::string::npos; ++at) ++n;
      return n;
    };
    CHECK(count(std::string("\\begin{") + environment + "}") == count(std::string("\\end{") + environment + "}"));
  }
  CHECK(std::all_of(latex.begin(), latex.end(), [](unsigned char c) { return c < 0x80; }));
  CHECK(latex_text("--,,-") == "-{}-,{},-");
  CHECK(latex_text("a\nb \xF0\x9F\x99\x82 \xFF") == "a b [U+1F642] [U+FFFD]");
}

TEST_CASE("every status and assurance has a word, a sign and a look of its own") {
  const std::string html = to_html(tests::synthetic_results()), style = html_style();
  std::vector<std::string> signs;
  for (const auto& [words, kind] : {std::pair(statuses(), "status-"), std::pair(assurances(), "assurance-")})
    for (const Word& word : words) {
      CHECK_THAT(html, Contains("class=\"" + (kind + style_name(word.word)) + "\""));
      CHECK_THAT(style, Contains("." + (kind + style_name(word.word)) + " {"));
      CHECK_THAT(html, Contains(escaped(word.meaning)));
      signs.emplace_back(word.symbol);
    }
  std::sort(signs.begin(), signs.end());
  CHECK(std::adjacent_find(signs.begin(), signs.end()) == signs.end());
}

TEST_CASE("markup is embedded only if it can do nothing but be seen") {
  const std::string good =
      "<svg viewBox=\"0 0 1 1\" xmlns=\"http://www.w3.org/2000/svg\"><g fill='url(#a)'><path d=\"M 0 0\"/></g></svg>";
  CHECK(is_harmless(good, Dialect::svg));
  CHECK(is_harmless("<math><mi>x</mi><mo>&lt;</mo></math>\n", Dialect::mathml));
  CHECK_FALSE(is_harmless(good, Dialect::mathml));
  for (const char* bad : {"",
                          "text",
                          "<svg>",
                          "<svg></g></svg>",
                          "<svg/><svg/>",
                          "<svg/>text",
                          "<svg><script>1</script></svg>",
                          "<svg onload=\"x\"/>",
                          "<svg ONLOAD=\"x\"/>",
                          "<svg><a href=\"x\"/></svg>",
                          "<svg><image href=\"x\"/></svg>",
                          "<svg><use xlink:href=\"#a\"/></svg>",
                          "<svg style=\"background:url(http://x)\"/>",
                          "<svg style=\"background:u\\rl(http://x)\"/>",
                          "<svg fill=\"URL( http://x)\"/>",
                          "<svg><style>a{}</style></svg>",
                          "<svg><foreignObject/></svg>",
                          "<svg><animate/></svg>",
                          "<svg><!-- --></svg>",
                          "<svg a=b/>",
                          "<svg a=\"<\"/>",
                          "<svg><rect style=\"position:fixed\"/></svg>",
                          "<SVG/>",
                          "<svg ",
                          "<svg a",
                          "<svg a=\"",
                          "<svg></svg"})
    CHECK_FALSE(is_harmless(bad, Dialect::svg));
}

TEST_CASE("a heat map holds the exact entries under its names") {
  using theory::Rational;
  const std::string map = html_heat_map(
      {{{Rational(-1, 3), Rational(0)}, {Rational(2, 3), Rational::parse("10000000000000000000001/2")}}, {"a<"}, {}});
  CHECK_THAT(map, Contains(">-1/3</td>") && Contains(">10000000000000000000001/2</td>") && Contains(">a&lt;</th>") &&
                      Contains("var(--negative)"));
  CHECK_THAT(html_heat_map({{{Rational(1)}}, {}, {}}), !Contains("var(--negative)"));
  CHECK_THAT(html_heat_map({{{Rational(0)}}, {}, {}}), !Contains("ramp"));
  CHECK_THAT(html_heat_map({}), Contains("<table"));
  const constructions::Exhibit::Matrix one{{{Rational(1), Rational(2)}}, {}, {}},
      other{{{Rational(1), Rational(3)}}, {}, {}};
  CHECK_THAT(html_heat_map(other, &one), Contains("<td class=\"differs deep\"") && Contains("Framed"));
  CHECK_THAT(html_heat_map(one, &one), !Contains("differs"));
}

TEST_CASE("a plot has axes, ticks, curves and marks, and breaks a curve where its scale ends") {
  constructions::Exhibit::Plot plot{"x", "y", true, {{"c", {{1, 1}, {2, 0.001}, {3, 0}, {4, 0.1}}}}, {{2, "here"}}};
  const std::string log = svg_plot(plot, "t");
  CHECK(is_harmless(log, Dialect::svg));
  CHECK_THAT(log, Contains("10<tspan dy=\"-5\" font-size=\"10\">-3</tspan>") && Contains("here (at 2)") &&
                      Contains(">c</text>"));
  const std::size_t path = log.find("d=\"M");
  CHECK(log.find('M', path + 4) < log.find('"', path + 4));
  plot.log_y = false;
  const std::string linear = svg_plot(plot, "t");
  const std::size_t whole = linear.find("d=\"M");
  CHECK(linear.find('M', whole + 4) > linear.find('"', whole + 4));
  CHECK_THAT(linear, Contains(">0.5</text>") || Contains(">0.4</text>"));
  CHECK(is_harmless(svg_plot({}, ""), Dialect::svg));
}

TEST_CASE("explain says statement, witness, verdict and what is not checked, within the columns") {
  const Results results = tests::synthetic_results();
  const std::string words = explain(results.claims[0]);
  for (const char* part :
       {"✗ false", "◆ certified", "forall x in vectors(n):", "x = [0,0,-1]", "kind = {\"name\":\"t5\",\"size\":1/2}",
        "≈ supported", "to n = 8", "ALARM", "What was not checked", "Transformer learns",
        "DEFECT, the engine contradicts: random inputs",
        "attest-check theory/papers/positional/claims/positional_odd_even_sort.claim DIR/"})
    CHECK_THAT(words, Contains(part));
  ClaimResult steering;
  steering.header = {{"title", "\x1b[31mred\x1b[0m"}};
  CHECK_THAT(explain(steering), !Contains("\x1b"));
  CHECK_THAT(explain(results.claims[1]),
             Contains("that the theorem relu_min_max in theory/proofs/relu.v proves this statement") &&
                 Contains("The proof was not checked here: coqc was not found"));
  CHECK_THAT(explain(results.claims[3]),
             Contains("This claim could not be decided") && Contains("expected ';', found 'def'"));
}

TEST_CASE("a page without the section says so, and the section is found wherever it stands") {
  ClaimResult claim;
  CHECK_THAT(explain(claim), Contains("does not say what is not checked"));
  claim.page = "# T\n\n## A\n\n### What is not checked here\n\nMuch.\n";
  const std::string words = explain(claim);
  CHECK_THAT(words, Contains("What was not checked\n  Much.") && !Contains("does not say what is not"));
}
