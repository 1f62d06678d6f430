// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/theory/statement/shape.hpp"

namespace attest::theory::tests {
namespace {

TEST_CASE("operators bind as the grammar says") {
  const std::pair<const char*, const char*> cases[] = {
      {"a + b * c", "(a + (b * c))"},
      {"a * b + c", "((a * b) + c)"},
      {"(a + b) * c", "((a + b) * c)"},
      {"a - b - c + d", "(a - b - c + d)"},
      {"a - (b - c)", "(a - (b - c))"},
      {"a / b * c div d mod e", "(a / b * c div d mod e)"},
      {"-x^2", "(- (^ x 2))"},
      {"(-x)^2", "(^ (- x) 2)"},
      {"2^-1", "(^ 2 (- 1))"},
      {"2^3^4", "(^ 2 (^ 3 4))"},
      {"-a * -b", "((- a) * (- b))"},
      {"- - a", "(- (- a))"},
      {"x[i]^2", "(^ (at x [i]) 2)"},
      {"x[i + 1][j].f", "(at x [(i + 1)] [j] .f)"},
      {"a.b.c[1]", "(at a .b .c [1])"},
      {"(a + b)[1]", "(at (a + b) [1])"},
      {"f(x)[1]", "(at (call f x) [1])"},
      {"1..n - 1", "(.. 1 (n - 1))"},
      {"1..2 ++ 3..4", "((.. 1 2) ++ (.. 3 4))"},
      {"a ++ b = c ++ d", "((a ++ b) = (c ++ d))"},
      {"a <= b < c = d", "(a <= b < c = d)"},
      {"(a = b) = c", "((a = b) = c)"},
      {"not a = b", "(not (a = b))"},
      {"not not a", "(not (not a))"},
      {"not a and b", "((not a) and b)"},
      {"a and b or c and not d", "((a and b) or (c and (not d)))"},
      {"a and (b or c) and d", "(a and (b or c) and d)"},
      {"if a then b else c + d", "(if a b (c + d))"},
      {"if a then b else if c then d else e", "(if a b (if c d e))"},
      {"(if a then b else c) + d", "((if a b c) + d)"},
      {"let x = a in let y = x in x + y", "(let x a (let y x (x + y)))"},
      {"let x = let y = 1 in y in x", "(let x (let y 1 y) x)"},
      {"fold s = a for x in L ++ M then s + x", "(fold s a x (L ++ M) (s + x))"},
  };
  for (const auto& [source, expected] : cases) {
    INFO(source);
    CHECK(shape_of(source) == expected);
  }
}

TEST_CASE("primaries") {
  const std::pair<const char*, const char*> cases[] = {
      {"42", "42"},
      {"\"t5\"", "\"t5\""},
      {"true", "true"},
      {"[]", "(list)"},
      {"[1, [2], a + b]", "(list 1 (list 2) (a + b))"},
      {"[e for e in L]", "(each e (e in L))"},
      {"[e + f for e in L, f in e if e != f and f > 0]",
       "(each (e + f) (e in L) (f in e) (if ((e != f) and (f > 0))))"},
      {"sum(e for e in L)", "(gather sum e (e in L))"},
      {"max(a, b)", "(call max a b)"},
      {"f(a, let x = 1 in x, b)", "(call f a (let x 1 x) b)"},
      {"{WQ: A, f: [1]}", "(record WQ:A f:(list 1))"},
      {"{f: 1}.f", "(at (record f:1) .f)"},
      {"[if a then b else c for x in L]", "(each (if a b c) (x in L))"},
  };
  for (const auto& [source, expected] : cases) {
    INFO(source);
    CHECK(shape_of(source) == expected);
  }
}

TEST_CASE("what is no expression is told with its place and what was expected") {
  const std::pair<const char*, const char*> cases[] = {
      {"", "x.stm:1: expected an expression, found ';'"},
      {"a +", "x.stm:1: expected an expression, found ';'"},
      {"2x", "x.stm:1: expected an integer, found a name that begins with a digit"},
      {"01", "x.stm:1: expected an integer without leading zeros"},
      {"\n\n)", "x.stm:3: expected an expression, found ')'"},
      {"(a", "x.stm:1: expected ')', found ';'"},
      {"[a, ]", "x.stm:1: expected an expression, found ']'"},
      {"[a for in L]", "x.stm:1: expected a name, found 'in'"},
      {"[a for x L]", "x.stm:1: expected 'in', found 'L'"},
      {"[for x in L]", "x.stm:1: expected an expression, found 'for'"},
      {"f()", "x.stm:1: expected an expression, found ')'"},
      {"f(a, b for x in L)", "x.stm:1: expected ')', found 'for'"},
      {"{}", "x.stm:1: expected a name, found '}'"},
      {"{a: 1, a: 2}", "x.stm:1: expected a field of another name, found 'a' twice"},
      {"{a 1}", "x.stm:1: expected ':', found '1'"},
      {"{in: 1}", "x.stm:1: expected a name, found 'in'"},
      {"r.for", "x.stm:1: expected a name, found 'for'"},
      {"r.1", "x.stm:1: expected a name, found '1'"},
      {"x[]", "x.stm:1: expected an expression, found ']'"},
      {"1..2..3", "x.stm:1: expected ';', found '..'"},
      {"a + not b", "x.stm:1: expected an expression, found 'not'"},
      {"a = not b", "x.stm:1: expected an expression, found 'not'"},
      {"1 + if a then b else c", "x.stm:1: expected an expression, found 'if'"},
      {"if a then b", "x.stm:1: expected 'else', found ';'"},
      {"let x = 1", "x.stm:1: expected 'in', found ';'"},
      {"let 1 = x in x", "x.stm:1: expected a name, found '1'"},
      {"fold s = 1 for x in L", "x.stm:1: expected 'then', found ';'"},
      {"forall x in L: x", "x.stm:1: expected an expression, found 'forall'"},
      {"a \"b\"", "x.stm:1: expected ';', found the string \"b\""},
      {"+a", "x.stm:1: expected an expression, found '+'"},
  };
  for (const auto& [source, expected] : cases) {
    INFO(source);
    CHECK(expression_error(source) == expected);
  }
}

TEST_CASE("nesting is bounded, length is not") {
  const auto repeated = [](const std::string& piece, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += piece;
    return all;
  };
  CHECK(expression_error(repeated("(", 199) + "1" + repeated(")", 199)).empty());
  const std::string deep = "x.stm:1: expected a nesting of at most 200, found ";
  CHECK(expression_error(repeated("(", 200) + "1" + repeated(")", 200)).starts_with(deep));
  CHECK(expression_error(repeated("[", 100000)).starts_with(deep));
  CHECK(expression_error(repeated("- ", 100000) + "1").starts_with(deep));
  CHECK(expression_error(repeated("not ", 100000) + "a").starts_with(deep));
  CHECK(expression_error(repeated("2^", 100000) + "2").starts_with(deep));
  CHECK(expression_error(repeated("if a then b else ", 100000) + "c").starts_with(deep));
  CHECK(expression_error("1" + repeated(" + 1", 100000)).empty());
  CHECK(expression_error("x" + repeated("[1]", 100000)).empty());
}

}  // namespace
}  // namespace attest::theory::tests
