// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/notation.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "theory/statement/parser.hpp"

namespace attest::theory::tests {
namespace {

using namespace syntax;

std::string without(std::string text, const std::string& begin, const std::string& end) {
  REQUIRE(text.starts_with(begin));
  REQUIRE(text.ends_with(end));
  return text.substr(begin.size(), text.size() - begin.size() - end.size());
}

/// The LaTeX of an expression that fits on one line: of `def v = expression;`, without what stands around it.
std::string latex(const std::string& expression) {
  const File file = parse_definitions("def v = " + expression + ";", "x.stm");
  return without(to_latex(std::get<Definition>(file.items.front())), "\\begin{aligned}\n& v = ", "\n\\end{aligned}");
}

/// The LaTeX of a formula, line by line, joined by "|".
std::string latex_of_formula(const std::string& formula) {
  LoadedClaim claim;
  for (const auto& item : parse_claim("claim {\"id\": \"x\"} statement s = " + formula + ";", "x.claim").items) {
    claim.statements.push_back(std::get<Statement>(item));
  }
  std::string lines = without(to_latex(claim, "s"), "\\begin{aligned}\n& ", "\n\\end{aligned}");
  const std::string line_break = " \\\\\n& ";
  for (std::size_t at; (at = lines.find(line_break)) != std::string::npos;) lines.replace(at, line_break.size(), "|");
  return lines;
}

TEST_CASE("parentheses stand where precedence needs them, and nowhere else") {
  const std::pair<const char*, const char*> cases[] = {
      {"(a + b) * c", "(a + b)\\,c"},
      {"(a * b) + c", "a\\,b + c"},
      {"a + (b + c)", "a + (b + c)"},
      {"a - (b - c)", "a - (b - c)"},
      {"(a - b) - c", "(a - b) - c"},
      {"a - (b * c)", "a - b\\,c"},
      {"a - -b", "a - (-b)"},
      {"a + -b * c", "a + (-b\\,c)"},
      {"a * -b", "a \\cdot (-b)"},
      {"-x^2", "-x^{2}"},
      {"(-x)^2", "(-x)^{2}"},
      {"(x^2)^3", "(x^{2})^{3}"},
      {"x^(2^3)", "x^{2^{3}}"},
      {"x^(a + b)", "x^{a + b}"},
      {"(a / b)^2", "\\left(\\frac{a}{b}\\right)^{2}"},
      {"(a + b) / (c - d)", "\\frac{a + b}{c - d}"},
      {"a / b / c", "\\frac{\\frac{a}{b}}{c}"},
      {"a / (b / c)", "\\frac{a}{\\frac{b}{c}}"},
      {"a * b / c * d", "\\frac{a\\,b}{c}d"},
      {"(a and b) or c", "a \\wedge b \\vee c"},
      {"a and (b or c)", "a \\wedge (b \\vee c)"},
      {"not (a = b)", "\\neg(a = b)"},
      {"not f(a)", "\\neg f(a)"},
      {"(a = b) = c", "(a = b) = c"},
      {"a < b = c", "a < b = c"},
      {"a mod b + c", "(a \\bmod b) + c"},
      {"a * b mod c", "(a\\,b) \\bmod c"},
      {"a mod b * c", "(a \\bmod b)\\,c"},
      {"a div b mod 2 = 1", "\\left\\lfloor\\frac{a}{b}\\right\\rfloor \\bmod 2 = 1"},
      {"f(x)^2", "f(x)^{2}"},
      {"(if a then b else c) + d",
       "\\left(\\begin{cases}b & \\text{if }a \\\\ c & \\text{otherwise}\\end{cases}\\right) + d"},
      {"f((let x = a in x))", "f((x\\text{ where }x = a))"},
  };
  for (const auto& [source, expected] : cases) {
    INFO(source);
    CHECK(latex(source) == expected);
  }
}

TEST_CASE("a product has a dot where factors would run together") {
  const std::pair<const char*, const char*> cases[] = {
      {"2 * M", "2M"},
      {"M * 2", "M \\cdot 2"},
      {"2 * 3", "2 \\cdot 3"},
      {"2 * 2^k", "2 \\cdot 2^{k}"},
      {"2^k * M", "2^{k}M"},
      {"a * b", "a\\,b"},
      {"a[i] * b[j]^2", "a_{i}\\,b_{j}^{2}"},
      {"a * (b + c)", "a \\cdot (b + c)"},
      {"2 * (b + c)", "2(b + c)"},
      {"(a + b) * (c + d)", "(a + b)(c + d)"},
      {"1/2 * (a + b)", "\\frac{1}{2}(a + b)"},
      {"f(x) * y", "f(x) \\cdot y"},
      {"rate * time", "\\mathrm{rate} \\cdot \\mathrm{time}"},
      {"2 * exp(x)", "2\\mathrm{e}^{x}"},
      {"abs(x) * y", "\\lvert x\\rvert \\cdot y"},
  };
  for (const auto& [source, expected] : cases) {
    INFO(source);
    CHECK(latex(source) == expected);
  }
}

TEST_CASE("names are set so that no two look alike") {
  const std::pair<const char*, const char*> cases[] = {
      {"x", "x"},
      {"eps", "\\varepsilon"},
      {"epsilon", "\\epsilon"},
      {"alpha", "\\alpha"},
      {"delta", "\\delta"},
      {"W_Q", "W_{\\mathrm{Q}}"},
      {"WQ", "\\mathrm{WQ}"},
      {"x1", "\\mathrm{x1}"},
      {"x[1]", "x_{1}"},
      {"T_1", "\\mathrm{T\\_1}"},
      {"low_end", "\\mathrm{low\\_end}"},
      {"low_end(x)", "\\operatorname{low\\_end}(x)"},
      {"W_Q[1]", "(W_{\\mathrm{Q}})_{1}"},
      {"exp(e)", "\\mathrm{e}^{e}"},
  };
  std::map<std::string, std::string> seen;
  for (const auto& [source, expected] : cases) {
    INFO(source);
    CHECK(latex(source) == expected);
    CHECK(seen.emplace(expected, source).second);
  }
}

TEST_CASE("functions, lists, families and records") {
  const std::pair<const char*, const char*> cases[] = {
      {"abs(x - y)", "\\lvert x - y\\rvert"},
      {"floor(x / 2)", "\\left\\lfloor\\frac{x}{2}\\right\\rfloor"},
      {"ceil(x)", "\\lceil x\\rceil"},
      {"sqrt(x + 1)", "\\sqrt{x + 1}"},
      {"log(x)", "\\operatorname{ln}(x)"},
      {"exp(-x)", "\\mathrm{e}^{-x}"},
      {"exp(x)^2", "(\\mathrm{e}^{x})^{2}"},
      {"exp(sum(a for a in x))", "\\operatorname{exp}\\left(\\sum\\limits_{a \\in x}a\\right)"},
      {"x[i][j]", "x_{i, j}"},
      {"h.bias[i + 1].x", "h{.}\\mathrm{bias}_{i + 1}{.}x"},
      {"f(x)[1]", "f(x)_{1}"},
      {"[1, x]", "[1, x]"},
      {"[]", "[]"},
      {"[[1, 2], [3, x]]", "\\begin{bmatrix}1 & 2 \\\\ 3 & x\\end{bmatrix}"},
      {"[[1, 2], [3]]", "[[1, 2], [3]]"},
      {"[[[1]], [[2]]]", "\\begin{bmatrix}[1] \\\\ {}[2]\\end{bmatrix}"},
      {"1..n", "[1, \\dots, n]"},
      {"1..2", "[1, 2]"},
      {"a ++ b", "a\\mathbin{{+}{+}}b"},
      {"[x[i] for i in 1..n]", "(x_{i})_{i = 1, \\dots, n}"},
      {"[e for e in x if e > 0]", "(e)_{e \\in x\\colon e > 0}"},
      {"[[0 for j in 1..n] for i in 1..m]", "[0]_{i = 1, \\dots, m;\\;j = 1, \\dots, n}"},
      {"[a for i in 1..m, j in L]", "(a)_{i = 1, \\dots, m;\\;j \\in L}"},
      {"[e for e in x][1]", "((e)_{e \\in x})_{1}"},
      {"{WQ: A, f: [1]}", "\\{\\mathrm{WQ}\\colon A, f\\colon[1]\\}"},
      {"\"50%_{x}\"", "\\text{“50\\%\\_\\{x\\}”}"},
      {"true", "\\mathrm{true}"},
  };
  for (const auto& [source, expected] : cases) {
    INFO(source);
    CHECK(latex(source) == expected);
  }
}

TEST_CASE("operators with limits") {
  const std::pair<const char*, const char*> cases[] = {
      {"sum(x[i] for i in 1..n)", "\\sum\\limits_{i = 1}^{n}x_{i}"},
      {"sum(a + b for a in x)", "\\sum\\limits_{a \\in x}(a + b)"},
      {"product(-a for a in x)", "\\prod\\limits_{a \\in x}(-a)"},
      {"sum(a for a in x) + 1", "\\left(\\sum\\limits_{a \\in x}a\\right) + 1"},
      {"1 + sum(a for a in x)", "1 + \\sum\\limits_{a \\in x}a"},
      {"sum(a for a in x) = 1", "\\sum\\limits_{a \\in x}a = 1"},
      {"sum(a for a in x) / 2", "\\frac{\\sum\\limits_{a \\in x}a}{2}"},
      {"max(a * b for a in x, b in y if a < b)",
       "\\max\\limits_{\\substack{a \\in x \\\\ b \\in y \\\\ a < b}}(a\\,b)"},
      {"min(a for a in x)", "\\min\\limits_{a \\in x}a"},
      {"all(a = 1 for a in x)", "\\bigwedge\\limits_{a \\in x}a = 1"},
      {"all(a for a in x) and b", "\\left(\\bigwedge\\limits_{a \\in x}a\\right) \\wedge b"},
      {"b and any(a for a in x)", "b \\wedge \\bigvee\\limits_{a \\in x}a"},
      {"b = all(a for a in x)", "b = \\left(\\bigwedge\\limits_{a \\in x}a\\right)"},
      {"all(a and b for a in x)", "\\bigwedge\\limits_{a \\in x}(a \\wedge b)"},
      {"count(a = 1 for a in x) = 2", "\\operatorname*{count}\\limits_{a \\in x}(a = 1) = 2"},
  };
  for (const auto& [source, expected] : cases) {
    INFO(source);
    CHECK(latex(source) == expected);
  }
}

TEST_CASE("domains and guards") {
  const std::pair<const char*, const char*> cases[] = {
      {"forall n in naturals from 3: true", "\\forall n \\in \\mathbb{N},\\;\\;n \\ge 3\\colon|\\mathrm{true}"},
      {"forall n in naturals from -3: true", "\\forall n \\in \\mathbb{Z},\\;\\;n \\ge -3\\colon|\\mathrm{true}"},
      {"exists x in reals where 0 < x and x < 1: true",
       "\\exists x \\in \\mathbb{R},\\;\\;0 < x,\\;\\;x < 1\\colon|\\mathrm{true}"},
      {"forall x in reals from 0 to a + 1: true", "\\forall x \\in [0, a + 1]\\colon|\\mathrm{true}"},
      {"forall x in vectors(n): true", "\\forall x \\in \\mathbb{R}^{n}\\colon|\\mathrm{true}"},
      {"forall x in vectors(n) from 0 to 1: true", "\\forall x \\in [0, 1]^{n}\\colon|\\mathrm{true}"},
      {"forall A in matrices(n, 2*d + 1): true",
       "\\forall A \\in \\mathbb{R}^{n\\times(2d + 1)}\\colon|\\mathrm{true}"},
      {"forall v in values: true", "\\forall v \\in \\mathrm{values}\\colon|\\mathrm{true}"},
      {"forall i in 1..n: true", "\\forall i \\in \\{1, \\dots, n\\}\\colon|\\mathrm{true}"},
      {"forall i in [1, 3]: true", "\\forall i \\in \\{1, 3\\}\\colon|\\mathrm{true}"},
      {"forall p in permutations(n): true", "\\forall p \\in \\operatorname{permutations}(n)\\colon|\\mathrm{true}"},
      {"forall t in tuples(0..1, n): true", "\\forall t \\in \\{0, 1\\}^{n}\\colon|\\mathrm{true}"},
      {"forall t in tuples(tuples(L, n), m): true", "\\forall t \\in (L^{n})^{m}\\colon|\\mathrm{true}"},
      {"forall t in tuples(a ++ b, m): true", "\\forall t \\in (a\\mathbin{{+}{+}}b)^{m}\\colon|\\mathrm{true}"},
  };
  for (const auto& [source, expected] : cases) {
    INFO(source);
    CHECK(latex_of_formula(source) == expected);
  }
}

TEST_CASE("lines: quantifiers, parts, where, folds, long conjunctions") {
  CHECK(latex_of_formula("forall i in L: exists j in M: i = j") ==
        "\\forall i \\in L\\colon|\\exists j \\in M\\colon|i = j");
  CHECK(latex_of_formula("parts { one_way: forall i in L: i; other: x = 1; }") ==
        "\\text{(one way)}|\\quad\\forall i \\in L\\colon|\\quad i|\\text{(other)}|\\quad x = 1");
  CHECK(latex_of_formula("let a = 1 in let b = a in a = b") == "a = b|\\text{where }a = 1|\\text{and }b = a");
  CHECK(latex_of_formula("let a = fold s = 0 for x in L then s + x in a = 1") ==
        "a = 1|\\text{where }a = |\\quad s \\gets 0|\\quad\\text{for }x \\in L\\text{ in order: }s \\gets s + "
        "x|\\quad\\text{the "
        "result is }s");
  const std::string wide = "some_name_that_fills_a_part_of_the_line";
  CHECK(latex_of_formula("a and b and c") == "a \\wedge b \\wedge c");
  CHECK(latex_of_formula(wide + " and " + wide + " and c").find("}| \\wedge \\mathrm{some") != std::string::npos);
  CHECK(latex_of_formula(wide + " = " + wide + " < c").find("}|\\quad = \\mathrm{some") != std::string::npos);
}

}  // namespace
}  // namespace attest::theory::tests
