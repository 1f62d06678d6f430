// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/results/synthetic.hpp"

#include <cmath>
#include <limits>

#include "verify/results/verdict.hpp"

namespace attest::tests {

using namespace verify::results;
using constructions::Exhibit;
using theory::Rational;

const char* const hostile =
    "<script>alert('x')</script> & \"q\" | `c` \\end{document} $a_1^2$ #1 %2 **b** {~} [l](javascript:1)";

namespace {

CheckerReport accepted(std::string checker, std::vector<Coverage> assumed, std::vector<Coverage> covered,
                       std::string evaluated = "12") {
  CheckerReport report;
  report.checker = std::move(checker);
  report.outcome = "Accepted";
  report.assumed = std::move(assumed);
  report.covered = std::move(covered);
  report.evaluated = std::move(evaluated);
  report.precision = "128";
  return report;
}
CheckerReport said(std::string checker, std::string outcome, std::string reason) {
  CheckerReport report;
  report.checker = std::move(checker);
  report.outcome = std::move(outcome);
  report.reason = std::move(reason);
  return report;
}

Coverage range(const char* variable, const char* domain, const char* from, const char* to, const char* count) {
  Coverage entry;
  entry.kind = "range", entry.variable = variable, entry.domain = domain;
  entry.from = from, entry.to = to, entry.count = count;
  return entry;
}
Coverage counted(const char* kind, const char* variable, const char* domain, const char* count) {
  Coverage entry;
  entry.kind = kind, entry.variable = variable, entry.domain = domain, entry.count = count;
  return entry;
}
Coverage proof() {
  Coverage entry;
  entry.kind = "proof", entry.system = "coq", entry.file = "theory/proofs/relu.v", entry.theorem = "relu_min_max";
  return entry;
}

CheckedCertificate certificate(std::string path, bool goal, std::vector<CheckerReport> checkers) {
  CheckedCertificate result;
  result.path = std::move(path);
  result.sha256 = std::string(64, 'c');
  result.goal = goal;
  result.checkers = std::move(checkers);
  return result;
}
CheckedCertificate theorem(std::string path, bool was_checked, std::string status) {
  CheckedCertificate result = certificate(std::move(path), true, {accepted("attest-check", {proof()}, {}, "0")});
  result.is_proof = true;
  result.proof_checked = was_checked;
  result.proof_status = std::move(status);
  result.proof_sha256 = was_checked ? std::string(64, 'd') : "";
  return result;
}

StatementResult statement(std::string name, std::string formal, std::string mathml, std::string latex,
                          std::vector<CheckedCertificate> certificates) {
  StatementResult result;
  result.name = std::move(name);
  result.formal = std::move(formal);
  result.mathml = std::move(mathml);
  result.latex = std::move(latex);
  result.hash = std::string(64, 'a');
  result.certificates = std::move(certificates);
  return result;
}

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
  claim.header_hash = std::string(64, 'b');
  const std::vector<Coverage> chosen = {counted("witness", "n", "naturals from 2", "1"),
                                        counted("witness", "x", "vectors(n)", "1")};
  CheckedCertificate refutation =
      certificate("certificates/positional_odd_even_sort.printed.json", false,
                  {accepted("attest-check", {}, chosen, "1"), accepted("second checker (Python)", {}, chosen, "1")});
  refutation.counterexample = "n = 3, x = [0, 0, -1]";
  refutation.witness = {{"n", "3"}, {"x", "[\"0\",\"0\",\"-1\"]"}, {"kind", "{\"name\":\"t5\",\"size\":\"1/2\"}"}};
  claim.statements.push_back(
      statement("printed",
                "statement printed =\n  forall n in naturals from 2:  # every size\n  forall x in "
                "vectors(n):\n    sorted(rounds(x, n - 1));",
                sorted_mathml, sorted_latex, {refutation}));
  claim.statements.push_back(
      statement("literal", "statement literal = rounds(1) = 1;", "", "",
                {certificate("certificates/literal.json", true, {accepted("attest-check", {}, {})})}));
  claim.statements.push_back(
      statement("repaired",
                "statement repaired =\n  forall n in naturals from 2:\n  forall x in tuples([0, 1], n):\n    "
                "sorted(rounds(x, n));",
                sorted_mathml, sorted_latex,
                {certificate("certificates/positional_odd_even_sort.repaired.json", true,
                             {accepted("attest-check", {range("n", "naturals from 2", "2", "8", "7")},
                                       {counted("exhaustive", "x", "tuples([0, 1], n)", "508")}, "508"),
                              said("second checker (Python)", "Undecided", "the budget of steps was spent")})}));
  claim.statements.push_back(
      statement("step_first_round", "statement step_first_round = true;", "", "",
                {certificate("certificates/first.json", false,
                             {accepted("attest-check", {counted("instances", "x", "vectors(n)", "12")}, {})})}));
  CheckedCertificate rejected = certificate("certificates/smallest.json", true,
                                            {said("attest-check", "Rejected", "the guard is false at n = 1"),
                                             said("second checker (Python)", "not run", "python3 was not found")});
  rejected.witness = {{"route", std::string(500, '7')}};
  claim.statements.push_back(
      statement("finding_smallest_n", "statement finding_smallest_n = false;", "", "", {rejected}));
  CheckerReport evaluated_to_false = said("attest-check", "Rejected", "steps: the expression is false");
  evaluated_to_false.because = "opposite";
  claim.statements.push_back(statement("finding_contradicted", "statement finding_contradicted = true;", "", "",
                                       {certificate("certificates/true.json", true, {accepted("attest-check", {}, {})}),
                                        certificate("certificates/other.json", true, {evaluated_to_false})}));
  derive_verdicts(claim);
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
  claim.statements.push_back(statement("printed", "statement printed = true;", sorted_mathml, sorted_latex,
                                       {theorem("certificates/relu.json", true, "checked by coqc 8.16.1")}));
  claim.statements.push_back(
      statement("step_bound", "statement step_bound = true;", sorted_mathml, sorted_latex,
                {certificate("certificates/bound.json", true,
                             {accepted("attest-check", {counted("instances", "X", "matrices(n, d)", "12")},
                                       {counted("box", "eps", "reals from 1/10 to 9/10", "40")}, "480")})}));
  claim.statements.push_back(statement("finding_unchecked", "statement finding_unchecked = true;", "", "",
                                       {theorem("certificates/unchecked.json", false, "coqc was not found")}));
  derive_verdicts(claim);
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
      {"Values", "", Exhibit::Table{{"x1", "x2", "min"}, {{"1", "2", "1"}, {"-1/2", "0", "-1/2"}}},
       Exhibit::Sides{"min(-1/2, 0) = 0", "min(-1/2, 0) = -1/2"}},
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
  CheckerReport malformed = said(hostile, "Malformed", hostile);
  malformed.precision = hostile;
  CheckedCertificate offered = certificate(hostile, false, {malformed});
  offered.counterexample = offered.proof_status = hostile;
  offered.witness = {{hostile, hostile}};
  claim.statements.push_back(
      statement("printed", hostile, "<math onclick=\"alert(1)\"><mi>x</mi></math>", "\\input{/etc/passwd}", {offered}));
  derive_verdicts(claim);
  claim.engine_checks = {{hostile, true, hostile, hostile}};
  claim.exhibits = {{hostile, hostile, Exhibit::Drawing{"<svg viewBox=\"0 0 1 1\"><script>alert(1)</script></svg>"}},
                    {hostile, hostile, Exhibit::Matrix{{{Rational(0)}}, {hostile}, {hostile}}},
                    {hostile, hostile, Exhibit::Table{{hostile}, {{hostile}}}, Exhibit::Sides{hostile, hostile}},
                    {hostile, hostile, Exhibit::Plot{hostile, hostile, false, {{hostile, {{0, 1}}}}, {{0, hostile}}}},
                    {hostile, hostile, Exhibit::Text{{hostile, "\\end{flushleft}", "```"}}, {}, true}};
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
  undecided.error = "theory/papers/srpe/claims/srpe_process.claim:3: expected ';', found 'def'";
  Results results;
  results.version = "0.1.0";
  results.checkers = {{"attest-check", std::string(64, 'e')}};
  results.interrupted = true;
  results.claims = {false_claim(), proved_claim(), hostile_claim(), undecided};
  return results;
}

}  // namespace attest::tests
