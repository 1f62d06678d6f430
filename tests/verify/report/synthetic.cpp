// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/report/synthetic.hpp"

#include <cmath>
#include <limits>

namespace attest::tests {

using namespace verify;
using constructions::Exhibit;
using theory::Rational;

const char* const hostile =
    "<script>alert('x')</script> & \"q\" | `c` \\end{document} $a_1^2$ #1 %2 **b** {~} [l](javascript:1)";

namespace {

CheckerReport accepted(std::string checker, std::vector<Coverage> assumed, std::vector<Coverage> covered) {
  return {std::move(checker), "Accepted", "", std::move(assumed), std::move(covered), "128"};
}

Coverage range(const char* variable, const char* domain, const char* from, const char* to, const char* count) {
  return {"range", variable, domain, from, to, count, "", "", ""};
}
Coverage counted(const char* kind, const char* variable, const char* domain, const char* count) {
  return {kind, variable, domain, "", "", count, "", "", ""};
}
const Coverage proof = {"proof", "", "", "", "", "", "coq", "theory/proofs/relu.v", "relu_min_max"};

const char* const sorted_mathml =
    "<math display=\"block\"><mtable "
    "columnalign=\"left\"><mtr><mtd><mo>∀</mo><mi>n</mi><mo>∈</mo><mi>ℕ</mi><mo>,</mo><mi>n</mi>"
    "<mo>≥</mo><mn>2</mn><mo>:</mo></mtd></mtr><mtr><mtd><mo>∀</mo><mi>x</mi><mo>∈</mo><msup><mi>ℝ</mi><mi>n</mi></"
    "msup><mo>:</mo>"
    "</mtd></mtr><mtr><mtd><mtext>sorted</mtext><mo>(</mo><mtext>rounds</mtext><mo>(</mo><mi>x</mi><mo>,</mo><mi>n</"
    "mi><mo>-</mo>"
    "<mn>1</mn><mo>)</mo><mo>)</mo></mtd></mtr></mtable></math>";
const char* const sorted_latex =
    "\\begin{aligned}&\\forall n \\in \\mathbb{N},\\ n \\ge 2:\\\\&\\forall x \\in "
    "\\mathbb{R}^{n}:\\\\&\\operatorname{sorted}("
    "\\operatorname{rounds}(x, n - 1))\\end{aligned}";

ClaimResult false_claim() {
  ClaimResult claim;
  claim.id = "positional.odd-even-sort";
  claim.stem = "positional_odd_even_sort";
  claim.header = {
      {"id", claim.id},
      {"title", "Odd-even transposition sorts n values in n - 1 rounds"},
      {"source", "Positional Attention, appendix A.3"},
      {"printed", "Sorting runs for n-1 rounds, each of which compares neighbours and exchanges them."},
      {"difference", "None: the rounds are those of the figure, beginning with the pairs (1,2), (3,4), ..."},
      {"note", "The statement is about values, not about indices."}};
  claim.definitions =
      "# One round exchanges neighbours that stand in the wrong order.\ndef exchanged(x, i) = [min(x[i], x[i+1]), "
      "max(x[i], x[i+1])];\n";
  claim.statements.push_back(
      {"printed",
       "false",
       "certified",
       "at n = 3, x = [0, 0, -1]",
       "both checkers",
       "statement printed =\n  forall n in naturals from 2:  # every size\n  forall x in vectors(n):\n    "
       "sorted(rounds(x, n - 1));",
       sorted_mathml,
       sorted_latex,
       {{"certificates/positional_odd_even_sort.printed.json",
         false,
         false,
         "n = 3, x = [0, 0, -1]",
         {{"n", "3"}, {"x", "[\"0\",\"0\",\"-1\"]"}, {"kind", "{\"name\":\"t5\",\"size\":\"1/2\"}"}},
         {accepted("attest-check", {},
                   {counted("witness", "n", "naturals from 2", "1"), counted("witness", "x", "vectors(n)", "1")}),
          accepted("second checker (Python)", {},
                   {counted("witness", "n", "naturals from 2", "1"), counted("witness", "x", "vectors(n)", "1")})},
         "",
         false}}});
  claim.statements.push_back({"literal",
                              "typo",
                              "certified",
                              "n from 2 to 6",
                              "attest-check alone",
                              "statement literal = rounds(1) = 1;",
                              "",
                              "",
                              {}});
  claim.statements.push_back({"repaired",
                              "holds",
                              "exhaustive",
                              "every 0-1 input of n from 2 to 8",
                              "both checkers",
                              "statement repaired =\n  forall n in naturals from 2:\n  forall x in tuples([0, 1], "
                              "n):\n    sorted(rounds(x, n));",
                              sorted_mathml,
                              sorted_latex,
                              {{"certificates/positional_odd_even_sort.repaired.json",
                                true,
                                false,
                                "",
                                {},
                                {accepted("attest-check", {range("n", "naturals from 2", "2", "8", "7")},
                                          {counted("exhaustive", "x", "tuples([0, 1], n)", "508")}),
                                 {"second checker (Python)", "Undecided", "the budget of steps was spent", {}, {}, ""}},
                                "",
                                false}}});
  claim.statements.push_back({"step_first_round",
                              "gap",
                              "sampled",
                              "12 random inputs",
                              "the engine alone",
                              "statement step_first_round = true;",
                              "",
                              "",
                              {}});
  claim.statements.push_back({"finding_smallest_n",
                              "open",
                              "none",
                              "",
                              "nobody",
                              "statement finding_smallest_n = false;",
                              "",
                              "",
                              {{"certificates/smallest.json",
                                true,
                                false,
                                "",
                                {{"route", std::string(500, '7')}},
                                {{"attest-check", "Rejected", "the guard is false at n = 1", {}, {}, ""},
                                 {"second checker (Python)", "not run", "python3 was not found", {}, {}, ""}},
                                "",
                                false}}});
  claim.engine_checks = {{"all permutations of up to 8 values", true, "46,232 inputs"},
                         {"random inputs of 64 values", false, "seed 7 fails"}};
  claim.page =
      "# Odd-even transposition sort\n\nThe paper's *figure 7* sorts by **rounds**; see [the "
      "definition](../statement_language.md).\n\n"
      "## What is checked\n\n1. sizes 2 to 8\n2. both first rounds\n   - odd\n   - even\n\n| n | rounds |\n| --- | --- "
      "|\n| 3 | `a \\| b` |\n\n"
      "    attest explain positional.odd-even-sort\n\n## What is not checked\n\n- That a Transformer *learns* to "
      "sort.\n- Inputs with `NaN`: "
      "they are no numbers,\n  exactly.\n\n```\n2 * 3 * 4\n```\n";
  return claim;
}

Exhibit plot() {
  Exhibit::Plot plot{"number of tokens n", "error of the softmax pattern", true, {}, {{12, "n = 12"}}};
  for (int curve = 1; curve <= 6; ++curve) {
    plot.curves.push_back({"T = " + std::to_string(curve), {}});
    for (int n = 2; n <= 40; n += 2)
      plot.curves.back().points.emplace_back(n, (n - 1) / (std::exp(2.0 * curve) + n - 1));
  }
  plot.curves.back().points.emplace_back(41, 0);  // cannot stand on a logarithmic scale
  plot.curves.back().points.emplace_back(42, std::numeric_limits<double>::infinity());
  return {"Softmax against hardmax", "The error falls with the temperature.", plot};
}

ClaimResult proved_claim() {
  ClaimResult claim;
  claim.id = "positional.relu-min-max";
  claim.stem = "positional_relu_min_max";
  claim.header = {{"id", claim.id},
                  {"title", "Four ReLUs compute min and max"},
                  {"source", "Positional Attention, appendix G"},
                  {"printed", "min and max of two numbers by four ReLUs."},
                  {"difference", "None."}};
  claim.statements.push_back({"printed",
                              "holds",
                              "proved",
                              "all real numbers",
                              "Coq",
                              "statement printed = true;",
                              sorted_mathml,
                              sorted_latex,
                              {{"certificates/relu.json",
                                true,
                                true,
                                "",
                                {},
                                {accepted("attest-check", {proof}, {})},
                                "checked by coqc 8.16.1",
                                true}}});
  claim.statements.push_back({"step_bound",
                              "holds",
                              "exhaustive",
                              "1/10 <= eps <= 9/10",
                              "both checkers",
                              "statement step_bound = true;",
                              sorted_mathml,
                              sorted_latex,
                              {{"certificates/bound.json",
                                true,
                                false,
                                "",
                                {},
                                {accepted("attest-check", {counted("instances", "X", "matrices(n, d)", "12")},
                                          {counted("box", "eps", "reals from 1/10 to 9/10", "40")})},
                                "",
                                false}}});
  claim.statements.push_back({"finding_unchecked",
                              "open",
                              "none",
                              "",
                              "nobody",
                              "statement finding_unchecked = true;",
                              "",
                              "",
                              {{"certificates/unchecked.json",
                                true,
                                true,
                                "",
                                {},
                                {accepted("attest-check", {proof}, {})},
                                "coqc was not found",
                                false}}});
  claim.exhibits = {
      {"The pattern", "Each row sums to 1.",
       Exhibit::Matrix{{{Rational(1, 2), Rational(1, 3), Rational(1, 6)},
                        {Rational(0), Rational(1), Rational(0)},
                        {Rational::parse("1/1000000000000000000000001"), Rational(1, 7), Rational(2, 7)}},
                       {"query 1", "query 2", "query 3"},
                       {"key 1", "key 2", "key 3"}}},
      {"Scores", "Signed entries.",
       Exhibit::Matrix{{{Rational(-3), Rational(2)}, {Rational(1, 2), Rational(-1, 4)}}, {}, {}}},
      {"Wide", "Two blocks in LaTeX.", Exhibit::Matrix{{std::vector<Rational>(14, Rational(5))}, {}, {}}},
      {"Values", "", Exhibit::Table{{"x1", "x2", "min"}, {{"1", "2", "1"}, {"-1/2", "0", "-1/2"}}}},
      plot(),
      {"A network", "Two nodes.",
       Exhibit::Drawing{"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 120 40\" width=\"240\"><line "
                        "x1=\"20\" y1=\"20\" x2=\"100\" y2=\"20\" "
                        "stroke=\"black\"/><circle cx=\"20\" cy=\"20\" r=\"8\" fill=\"#86b9f5\"/><circle cx=\"100\" "
                        "cy=\"20\" r=\"8\" fill=\"#86b9f5\"/></svg>"}},
      {"By hand", "", Exhibit::Text{{"min(1, 2) = 1 - relu(1 - 2)", "          = 1 - 0", "          = 1"}}}};
  claim.page = "# Min and max\n\n## What is not checked\n\nFloating point.\n";
  return claim;
}

ClaimResult hostile_claim() {
  ClaimResult claim;
  claim.id = "hostile.claim";
  claim.stem = "hostile_claim";
  claim.header = {
      {"title", hostile}, {"source", hostile}, {"printed", hostile}, {"difference", hostile}, {hostile, hostile}};
  claim.definitions = hostile;
  // The markup and the formula try what their formats would allow.
  claim.statements.push_back({"printed",
                              "open",
                              "none",
                              hostile,
                              hostile,
                              hostile,
                              "<math onclick=\"alert(1)\"><mi>x</mi></math>",
                              "\\input{/etc/passwd}",
                              {{hostile,
                                false,
                                false,
                                hostile,
                                {{hostile, hostile}},
                                {{hostile, "Malformed", hostile, {}, {}, hostile}},
                                hostile,
                                false}}});
  claim.engine_checks = {{hostile, true, hostile}};
  claim.exhibits = {{hostile, hostile, Exhibit::Drawing{"<svg viewBox=\"0 0 1 1\"><script>alert(1)</script></svg>"}},
                    {hostile, hostile, Exhibit::Matrix{{{Rational(0)}}, {hostile}, {hostile}}},
                    {hostile, hostile, Exhibit::Table{{hostile}, {{hostile}}}},
                    {hostile, hostile, Exhibit::Plot{hostile, hostile, false, {{hostile, {{0, 1}}}}, {{0, hostile}}}},
                    {hostile, hostile, Exhibit::Text{{hostile, "\\end{flushleft}", "```"}}}};
  claim.page = std::string("## What is not checked\n\n") + hostile + "\n\n```\n" + hostile + "\n";
  claim.error = hostile;
  return claim;
}

}  // namespace

Results synthetic_results() {
  ClaimResult undecided;
  undecided.id = "srpe.process";
  undecided.stem = "srpe_process";
  undecided.header = {{"title", "Process-50"}};
  undecided.error = "theory/claims/srpe_process.claim:3: expected ';', found 'def'";
  return {"0.1.0", false, true, {false_claim(), proved_claim(), hostile_claim(), undecided}};
}

}  // namespace attest::tests
