// SPDX-License-Identifier: Apache-2.0
// The meaning of every operator and built-in function (docs/statement_language.md, "Values"), by example.
#include <catch2/catch.hpp>

#include "tests/verify/trusted/evaluation.hpp"

namespace {

using cases::value;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

// An expression and its value in JSON, or the beginning of the reason why it has none.
struct Example {
  const char *expression, *expected;
};

void check(std::initializer_list<Example> examples) {
  for (const auto& [expression, expected] : examples) {
    INFO(expression);
    CHECK(value(expression) == expected);
  }
}

void check_undefined(std::initializer_list<Example> examples) {
  for (const auto& [expression, reason] : examples) {
    INFO(expression);
    CHECK_THAT(value(expression), StartsWith("Rejected: ") && Contains(reason));
  }
}

void check_unknown(std::initializer_list<const char*> expressions) {
  for (const char* expression : expressions) {
    INFO(expression);
    CHECK_THAT(value(expression), StartsWith("Undecided: "));
  }
}

}  // namespace

TEST_CASE("numbers are exact and canonical") {
  check({{"6/4", R"("3/2")"},
         {"-6/4", R"("-3/2")"},
         {"1/3 + 1/6", R"("1/2")"},
         {"1/3 - 1/3", R"("0")"},
         {"2/3 * 3/2", R"("1")"},
         {"(1/2) / (3/4)", R"("2/3")"},
         {"9223372036854775807 + 1", R"("9223372036854775808")"},
         {"-9223372036854775807 - 2", R"("-9223372036854775809")"},
         {"-(-9223372036854775807 - 1)", R"("9223372036854775808")"},
         {"abs(-9223372036854775807 - 1)", R"("9223372036854775808")"},
         {"(-9223372036854775807 - 1) div -1", R"("9223372036854775808")"},
         {"(-9223372036854775807 - 1) mod -1", R"("0")"},
         {"9223372036854775807 * 9223372036854775807", R"("85070591730234615847396907784232501249")"},
         {"4294967296 * 4294967296 = 2^64", "true"},
         {"2^64 - 2^64 + 1", R"("1")"},
         {"000 + 1", "Malformed: expression:1: expected an integer without leading zeros"}});
  check_undefined({{"1/0", "division by 0"}, {"0/0", "division by 0"}, {"1/(2 - 2)", "division by 0"}});
}

TEST_CASE("powers") {
  check({{"2^10", R"("1024")"},
         {"2^-2", R"("1/4")"},
         {"(2/3)^3", R"("8/27")"},
         {"(2/3)^-3", R"("27/8")"},
         {"(-2)^3", R"("-8")"},
         {"(-2)^-3", R"("-1/8")"},
         {"(-2/3)^-2", R"("9/4")"},
         {"0^0", R"("1")"},
         {"0^5", R"("0")"},
         {"1^(10^30)", R"("1")"},
         {"exp(1)^0", R"("1")"},
         {"exp(1)^2 < exp(2) * 1000001/1000000", "true"},
         {"(exp(1) - 3)^2 > 0", "true"},
         {"(exp(1) - 3)^3 < 0", "true"},
         {"exp(1)^-1 < 1", "true"}});
  check_undefined({{"0^-1", "division by 0"},
                   {"2^(1/2)", "expected an integer"},
                   {"2^\"a\"", "expected a number"},
                   {"[1]^2", "a number"}});
  check_unknown({"2^exp(1)", "(exp(1) - exp(1))^-1"});
}

TEST_CASE("div and mod round to minus infinity") {
  check({{"7 div 2", R"("3")"},
         {"-7 div 2", R"("-4")"},
         {"7 div -2", R"("-4")"},
         {"-7 div -2", R"("3")"},
         {"7 mod 2", R"("1")"},
         {"-7 mod 2", R"("1")"},
         {"7 mod -2", R"("-1")"},
         {"-7 mod -2", R"("-1")"},
         {"6 mod 3", R"("0")"},
         {"0 div 5", R"("0")"},
         {"2^70 mod 7", R"("2")"}});
  check_undefined({{"1 div 0", "division by 0"},
                   {"1 mod 0", "division by 0"},
                   {"1/2 div 1", "expected an integer"},
                   {"1 mod (1/2)", "expected an integer"}});
  check_unknown({"exp(1) div 1", "1 mod exp(1)"});
}

TEST_CASE("precedence") {
  check({{"1 + 2 * 3", R"("7")"},
         {"(1 + 2) * 3", R"("9")"},
         {"10 - 3 - 2", R"("5")"},
         {"24 / 4 / 2", R"("3")"},
         {"24 / 4 * 2", R"("12")"},
         {"7 div 2 * 2", R"("6")"},
         {"-2^2", R"("-4")"},
         {"2^3^2", R"("512")"},
         {"2^-1^2", R"("1/2")"},
         {"2 * -3", R"("-6")"},
         {"- - 3", R"("3")"},
         {"-[5, 6][1]", R"("-5")"},
         {"[2, 3][1]^2", R"("4")"},
         {"1..2 + 1", R"(["1", "2", "3"])"},
         {"1..2 ++ 4..5", R"(["1", "2", "4", "5"])"},
         {"[1] ++ [2] = [1, 2]", "true"},
         {"1 + 1 = 2 and 2 + 2 = 4", "true"},
         {"true or false and false", "true"},
         {"(true or false) and false", "false"},
         {"not false and false", "false"},
         {"not (false and false)", "true"},
         {"not 1 = 2", "true"},
         {"not not true", "true"},
         {"if true then 1 else 2 + 3", R"("1")"},
         {"(if true then 1 else 2) + 3", R"("4")"},
         {"let x = 1 in x + 1", R"("2")"},
         {"let x = let y = 2 in y * y in x + 1", R"("5")"},
         {"{a: {b: [1, 2]}}.a.b[2]", R"("2")"}});
}

TEST_CASE("comparisons and chains") {
  check({{"1 < 2", "true"},
         {"2 < 2", "false"},
         {"2 <= 2", "true"},
         {"3 > 2", "true"},
         {"2 >= 3", "false"},
         {"1/2 < 2/3", "true"},
         {"-1/2 < -2/3", "false"},
         {"1 = 1", "true"},
         {"1 != 1", "false"},
         {"1 < 2 < 3", "true"},
         {"1 < 3 < 2", "false"},
         {"1 != 2 != 1", "true"},
         {"2 > 1 < 2 = 2", "true"},
         {"3 < 2 < 1 / 0", "false"},
         {"exp(1) = exp(1) != 1/0 > 0", "Undecided: division by 0 (line 1)"},
         {"exp(1) = exp(1) > 3", "false"},
         {R"("a" = "a")", "true"},
         {R"("a" != "b")", "true"},
         {"true = true", "true"},
         {"true != false", "true"},
         {"[] = []", "true"},
         {"[1, 2] = [1, 2]", "true"},
         {"[1, 2] = [1, 3]", "false"},
         {"[1, 2] = [1]", "false"},
         {"[1, 2] != [1]", "true"},
         {"[[1], [2, 3]] = [[1], [2, 3]]", "true"},
         {R"([1, "a", true] = [1, "a", true])", "true"},
         {R"([1, "a"] = [2, 3])", "false"},
         {"[exp(1), 1] = [exp(1), 2]", "false"},
         {"[exp(1), 1] = [exp(1), 1]", "\"unknown\""}});
  check_undefined({{R"(1 = "a")", "'='"},
                   {"1 = true", "'='"},
                   {"1 = [1]", "'='"},
                   {"{a: 1} = {a: 1}", "'='"},
                   {"[{a: 1}] = [{a: 1}]", "'='"},
                   {"true < false", "numbers"},
                   {R"("a" < "b")", "numbers"},
                   {"[1] < [2]", "numbers"},
                   {"1/0 < 2 < 1", "division by 0"}});
}

TEST_CASE("comparisons of enclosures are decided where they can be") {
  check({{"exp(1) < 3", "true"},
         {"exp(1) > 3", "false"},
         {"exp(1) != 3", "true"},
         {"exp(1) = 3", "false"},
         {"exp(1) = exp(1)", "\"unknown\""},
         {"exp(1) <= exp(1)", "\"unknown\""},
         {"exp(1) != exp(1)", "\"unknown\""},
         {"let e = exp(1) in e = e", "\"unknown\""},
         {"let e = exp(1) in max(e, 2) >= 2", "true"},
         {"let z = exp(1) - exp(1) in max(z, 0) >= 0", "true"},
         {"let z = exp(1) - exp(1) in max(z, 0) < 0", "false"},
         {"let z = exp(1) - exp(1) in abs(z) >= 0", "true"},
         {"let z = exp(1) - exp(1) in min(z, 0) <= 0", "true"},
         {"let z = exp(1) - exp(1) in min(z, 0) > 0", "false"},
         {"let z = exp(1) - exp(1) in z * z >= 0", "\"unknown\""},
         {"let z = exp(1) - exp(1) in z ^ 2 >= 0", "true"},
         {"0 * exp(1)", R"("0")"},
         {"exp(1) * 0 = 0", "true"},
         {"exp(1) - exp(1) = 0", "\"unknown\""}});
  check_unknown({"1 / (exp(1) - exp(1))", "log(exp(1) - exp(1))", "sqrt(exp(1) - exp(1))"});
}

TEST_CASE("Kleene's connectives") {
  const std::string u = "(exp(1) = exp(1))";
  const std::pair<std::string, std::string> truths[] = {{"true", "true"}, {"false", "false"}, {u, "\"unknown\""}};
  const auto rank = [](const std::string& t) { return t == "true" ? 2 : t == "false" ? 0 : 1; };  // Kleene's order
  for (const auto& [left, a] : truths) {
    CHECK(value("not " + left) == (a == "true" ? "false" : a == "false" ? "true" : a));
    for (const auto& [right, b] : truths) {
      INFO(left << ", " << right);
      CHECK(value(left + " and " + right) == (rank(a) < rank(b) ? a : b));
      CHECK(value(left + " or " + right) == (rank(a) > rank(b) ? a : b));
      CHECK(value("all(x for x in [" + left + ", " + right + "])") == (rank(a) < rank(b) ? a : b));
      CHECK(value("any(x for x in [" + left + ", " + right + "])") == (rank(a) > rank(b) ? a : b));
    }
  }
}

TEST_CASE("what is not needed is not evaluated") {
  check({{"false and 1/0 = 1", "false"},
         {"true or 1/0 = 1", "true"},
         {"all(1/x > 2 for x in [1, 0])", "false"},
         {"any(1/x > 0 for x in [1, 0])", "true"},
         {"if true then 1 else 1/0", R"("1")"},
         {"if false then 1/0 else 2", R"("2")"},
         {"2 < 1 < 1/0", "false"},
         {"sum(1/0 for x in [])", R"("0")"},
         {"len([1/x for x in [0, 1] if x > 0])", R"("1")"}});
  check_undefined({{"true and 1/0 = 1", "division by 0"},
                   {"1/0 = 1 and false", "division by 0"},
                   {"let x = 1/0 in 1", "division by 0"},
                   {"len([1/0])", "division by 0"},
                   {"{a: 1, b: 1/0}.a", "division by 0"},
                   {"all(1/x > 0 for x in [1, 0])", "division by 0"}});
}

TEST_CASE("what is undefined behind an unknown operand is unknown: that operand may decide") {
  check_unknown({"exp(1) = exp(1) and 1/0 = 1", "exp(1) = exp(1) or 1/0 = 1", "exp(1) = exp(1) = (1/0 = 1)",
                 "any((if i = 1 then exp(1) else 1/0) > exp(1) for i in 1..2)",
                 "all((if i = 1 then exp(1) else 1/0) >= exp(1) for i in 1..2)",
                 "any(exp(1) > exp(1) for i in 1..2, j in 1..(1/(2 - i)))", "exp(1) = exp(1) and 1",
                 "[exp(1), 1] = [exp(1), true]", "exp(1) = exp(1) and (exp(1) = exp(1) or 1/0 = 1)"});
  check_undefined({{"any((if i = 1 then 3 else 1/0) > exp(2) for i in 1..2)", "division by 0"},
                   {"1/0 = 1 and exp(1) = exp(1)", "division by 0"}});
}

TEST_CASE("an unknown boolean is a value, but decides nothing") {
  check({{"let u = exp(1) = exp(1) in [u, not u]", R"(["unknown", "unknown"])"},
         {"is_boolean(exp(1) = exp(1))", "true"},
         {"{a: exp(1) = exp(1)}", R"({"a": "unknown"})"},
         {"(exp(1) = exp(1)) = true", "\"unknown\""},
         {"(exp(1) = exp(1)) != (exp(1) = exp(1))", "\"unknown\""},
         {"[exp(1) = exp(1)] = [true]", "\"unknown\""},
         {"[exp(1) = exp(1), 1] = [true, 2]", "false"}});
  check_unknown({"if exp(1) = exp(1) then 1 else 1", "count(x for x in [exp(1) = exp(1)])",
                 "count(exp(1) < x for x in [exp(1), 3])", "[x for x in [1] if exp(1) = exp(1)]",
                 "[1, 2][floor(log(exp(1)))]", "len(1..floor(exp(0) + log(exp(1))))"});
}

TEST_CASE("lists and records") {
  check({{"[]", "[]"},
         {"[1, \"a\", true, [2], {f: 3}]", R"(["1", "a", true, ["2"], {"f": "3"}])"},
         {"1..4", R"(["1", "2", "3", "4"])"},
         {"3..3", R"(["3"])"},
         {"4..3", "[]"},
         {"-1..1", R"(["-1", "0", "1"])"},
         {"[5, 6, 7][1]", R"("5")"},
         {"[5, 6, 7][3]", R"("7")"},
         {"[[1, 2], [3, 4]][2][1]", R"("3")"},
         {"[] ++ [1]", R"(["1"])"},
         {"len([])", R"("0")"},
         {"len([[], []])", R"("2")"},
         {"{a: 1, b: 2}.b", R"("2")"},
         {R"(has({a: 1}, "a"))", "true"},
         {R"(has({a: 1}, "b"))", "false"},
         {"[i * j for i in 1..2, j in 1..i]", R"(["1", "2", "4"])"},
         {"[10 * i + j for i in 1..2, j in 1..2]", R"(["11", "12", "21", "22"])"},
         {"[i for i in 1..6 if i mod 2 = 0]", R"(["2", "4", "6"])"},
         {"[[i, j] for i in 1..2, j in 1..2 if i < j]", R"([["1", "2"]])"},
         {"[[j for j in 1..i] for i in 1..2]", R"([["1"], ["1", "2"]])"},
         {"[if i = 1 then 0 else i for i in 1..2]", R"(["0", "2"])"},
         {"[let y = x * x in y + 1 for x in 1..2]", R"(["2", "5"])"},
         {"[fold s = 0 for i in 1..n then s + i for n in 1..3]", R"(["1", "3", "6"])"}});
  check_undefined({{"[1, 2][0]", "the index 0"},
                   {"[1, 2][3]", "the index 3"},
                   {"[1, 2][-1]", "the index -1"},
                   {"[][1]", "the index 1"},
                   {"[1, 2][2^70]", "the index 1180591620717411303424"},
                   {"[1, 2][3/2]", "expected an integer"},
                   {"[1, 2][true]", "a boolean"},
                   {"3[1]", "expected a list"},
                   {"{a: 1}.b", "field 'b'"},
                   {"[1].a", "expected a record"},
                   {R"(has([1], "a"))", "expected a record"},
                   {"1/2..3", "expected an integer"},
                   {"1 ++ [2]", "expected a list"},
                   {"len(3)", "expected a list"},
                   {"[x for x in 3]", "expected a list"},
                   {"[x for x in [1] if 1]", "expected a boolean"}});
}

TEST_CASE("sums, products, extremes, counts") {
  check({{"sum(i for i in 1..4)", R"("10")"},
         {"sum(i for i in [])", R"("0")"},
         {"product(i for i in 1..5)", R"("120")"},
         {"product(i for i in [])", R"("1")"},
         {"sum(i * j for i in 1..2, j in 1..3)", R"("18")"},
         {"sum(i for i in 1..10 if i mod 3 = 0)", R"("18")"},
         {"max(i * (5 - i) for i in 0..5)", R"("6")"},
         {"min(i * i - 4 * i for i in 0..5)", R"("-4")"},
         {"max(1, 2)", R"("2")"},
         {"min(1/2, 1/3)", R"("1/3")"},
         {"max([3, 1, 2])", R"("3")"},
         {"min([3])", R"("3")"},
         {"all(i > 0 for i in [])", "true"},
         {"any(i > 0 for i in [])", "false"},
         {"count(i > 2 for i in 1..5)", R"("3")"},
         {"count(i > 2 for i in [])", R"("0")"},
         {"fold s = 1 for i in 1..4 then s * i", R"("24")"},
         {"fold s = [] for i in 1..3 then [i] ++ s", R"(["3", "2", "1"])"},
         {"fold s = 7 for i in [] then s + i", R"("7")"}});
  check_undefined({{"max([])", "of nothing"},
                   {"min([])", "of nothing"},
                   {"max(i for i in [])", "of nothing"},
                   {"min(i for i in 1..3 if i > 3)", "of nothing"},
                   {"max(3)", "expected a list"},
                   {R"(max(1, "a"))", "numbers"},
                   {R"(max(["a"]))", "numbers"},
                   {R"(min("a" for i in 1..1))", "numbers"},
                   {R"(sum("a" for i in 1..1))", "numbers"},
                   {"product(true for i in 1..1)", "numbers"},
                   {"all(1 for i in 1..1)", "expected a boolean"},
                   {"count(1 for i in 1..1)", "expected a boolean"},
                   {"fold s = 0 for i in 3 then s", "expected a list"}});
}

TEST_CASE("functions of numbers") {
  check({{"abs(-3/2)", R"("3/2")"},
         {"floor(7/2)", R"("3")"},
         {"floor(-7/2)", R"("-4")"},
         {"ceil(7/2)", R"("4")"},
         {"ceil(-7/2)", R"("-3")"},
         {"floor(3)", R"("3")"},
         {"ceil(3)", R"("3")"},
         {"floor(exp(1))", R"("2")"},
         {"ceil(exp(1))", R"("3")"},
         {"floor(-exp(1))", R"("-3")"},
         {"sqrt(0)", R"("0")"},
         {"sqrt(9/4)", R"("3/2")"},
         {"sqrt(2)^2 < 2 + 1/10^15", "true"},
         {"exp(0)", R"("1")"},
         {"log(1)", R"("0")"},
         {"exp(log(2)) < 2 + 1/10^15", "true"},
         {"271828 < 100000 * exp(1) < 271829", "true"},
         {"69314 < 100000 * log(2) < 69315", "true"},
         {"141421 < 100000 * sqrt(2) < 141422", "true"}});
  check_undefined({{"log(0)", "log of 0"},
                   {"log(-1)", "log of -1"},
                   {"sqrt(-1)", "sqrt of -1"},
                   {R"(exp("a"))", "a number"},
                   {"abs([1])", "a number"},
                   {"floor(true)", "a number"},
                   {"-\"a\"", "number"},
                   {"1 + [1]", "number"}});
}

TEST_CASE("tests of kinds") {
  check({{"is_number(1/2)", "true"},
         {"is_number(exp(1))", "true"},
         {R"(is_number("1"))", "false"},
         {"is_integer(2)", "true"},
         {"is_integer(1/2)", "false"},
         {"is_integer(exp(1))", "false"},
         {"is_integer(exp(1) - exp(1))", "\"unknown\""},
         {"is_integer([2])", "false"},
         {"is_boolean(true)", "true"},
         {"is_boolean(0)", "false"},
         {R"(is_symbol("a"))", "true"},
         {"is_symbol(true)", "false"},
         {"is_list([])", "true"},
         {R"(is_list("a"))", "false"},
         {"is_record({a: 1})", "true"},
         {"is_record([])", "false"}});
}

TEST_CASE("permutations and tuples come in lexicographic order") {
  check({{"permutations(0)", "[[]]"},
         {"permutations(1)", R"([["1"]])"},
         {"permutations(3)", R"([["1", "2", "3"], ["1", "3", "2"], ["2", "1", "3"], ["2", "3", "1"], ["3", "1", "2"], )"
                             R"(["3", "2", "1"]])"},
         {"len(permutations(6))", R"("720")"},
         {"tuples([0, 1], 2)", R"([["0", "0"], ["0", "1"], ["1", "0"], ["1", "1"]])"},
         {"tuples([\"a\"], 3)", R"([["a", "a", "a"]])"},
         {"tuples([1, 2], 0)", "[[]]"},
         {"tuples([], 0)", "[[]]"},
         {"tuples([], 2)", "[]"},
         {"len(tuples(1..3, 4))", R"("81")"}});
  check_undefined({{"permutations(-1)", "-1"},
                   {"permutations(1/2)", "expected an integer"},
                   {"tuples([1], -1)", "-1"},
                   {"tuples([1], 1/2)", "expected an integer"},
                   {"tuples(3, 1)", "expected a list"}});
}

TEST_CASE("bindings shadow outer ones, and end where their expression ends") {
  check({{"let x = 1 in let x = x + 1 in x", R"("2")"},
         {"let x = 1 in (let x = 5 in x) + x", R"("6")"},
         {"let x = 1 in sum(x for x in 1..3) + x", R"("7")"},
         {"let x = 3 in [x for x in 1..x]", R"(["1", "2", "3"])"},
         {"let s = 10 in (fold s = s for i in 1..2 then s + i)", R"("13")"},
         {"let i = 2 in [[i for i in 1..i] for i in i..3]", R"([["1", "2"], ["1", "2", "3"]])"},
         {"let y = 2 in quartic(y + 1) + y", R"("83")"},
         {"let x = 3 in square(x + square(x))", R"("144")"},
         {"square(square(2)) + square(3)", R"("25")"},
         {"trace([[1, 2], [3, 4]])", R"("5")"},
         {"sum(square(x) + trace([[x]]) for x in 1..3)", R"("20")"}});
}

TEST_CASE("an expression that is none is malformed, with its line") {
  for (const char* expression : {"", "1 +", "(1", "1)", "1 2", "x", "square", "square(1, 2)", "sum(1)", "let x = 1",
                                 "forall x in 1..2: x > 0", "1;", "@", "\"a", "\t1", "[1,]", "{}", "len()"}) {
    INFO(expression);
    CHECK_THAT(value(expression), StartsWith("Malformed: expression:1: "));
  }
  CHECK_THAT(value("1 +\n\n*"), StartsWith("Malformed: expression:3: "));
  CHECK_THAT(value("1 +\n1/0"), Contains("(line 2)"));
}
