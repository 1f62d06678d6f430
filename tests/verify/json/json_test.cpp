// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <climits>
#include <cmath>

#include "theory/error.hpp"
#include "verify/json/node.hpp"
#include "verify/json/number.hpp"

using namespace attest::verify::json;
using attest::theory::Matrix;
using attest::theory::Rational;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

namespace {

/// The number that a text stands for.
Rational number(const std::string& text) {
  const Value document = parse_strictly(text, "f");
  return Node(document, "f").number();
}

}  // namespace

TEST_CASE("numbers are exact, however they are written") {
  CHECK(number("\"-7/2\"") == Rational(-7, 2));
  CHECK(number("3") == 3);
  CHECK(number("-9223372036854775808") == Rational(LONG_MIN));
  CHECK(number("18446744073709551615") == Rational::parse("18446744073709551615"));
  // Beyond 64 bits, where the JSON library alone would round.
  CHECK(number("123456789012345678901234567890") == Rational::parse("123456789012345678901234567890"));
  CHECK(number("-123456789012345678901234567890") == Rational::parse("-123456789012345678901234567890"));
  CHECK(number("0.1") == Rational(3602879701896397, 36028797018963968));
  CHECK(number("1e3") == 1000);
}

TEST_CASE("what is no number says what was expected, and where") {
  CHECK_THROWS_WITH(number("\"3/0\""), Equals("f: expected a denominator that is not 0, found \"3/0\""));
  CHECK_THROWS_WITH(number("\"2/4\""), Equals("f: expected the canonical form \"1/2\", found \"2/4\""));
  CHECK_THROWS_WITH(number("true"), Equals("f: expected a number, found boolean"));
  CHECK_THROWS_WITH(number("null"), Equals("f: expected a number, found null"));
  for (const char* text : {"NaN", "Infinity", "+1", "01", ".5", "1e400", "", "[1", "{\"a\": 1,}", "1 2", "\"\xff\""}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(parse_strictly(text, "f"), Catch::Matchers::StartsWith("f: expected JSON: "));
  }
}

TEST_CASE("a duplicate key is an error, at any depth, and its object is named") {
  CHECK_THROWS_WITH(parse_strictly(R"({"a": 1, "a": 1})", "f"), Equals("f: expected the key \"a\" once in an object"));
  CHECK_THROWS_WITH(parse_strictly(R"([0, {"b/~": {"a": 1, "c": [], "a": 2}}])", "f"),
                    Equals("f: /1/b~1~0: expected the key \"a\" once in an object"));
  // However it is written.
  CHECK_THROWS_AS(parse_strictly(R"({"a": 1, "\u0061": 1})", "f"), attest::InputError);
  // The same key in different objects is none.
  CHECK(parse_strictly(R"([{"a": 1}, {"a": {"a": 2}}])", "f")[1]["a"]["a"] == 2);
}

TEST_CASE("a key is what a reader sees") {
  const std::string expected = "expected keys without control characters and invisible ones, found ";
  CHECK_THROWS_WITH(parse_strictly("{\"X\\u200b\": 1}", "f"), Equals("f: " + expected + "\"X\\u200b\""));
  CHECK_THROWS_WITH(parse_strictly("{\"a\": {\"\xe2\x80\xae\": 1}}", "f"),
                    Equals("f: /a: " + expected + "\"\\u202e\""));
  CHECK_THROWS_WITH(parse_strictly("[{\"a\\nb\": 1}]", "f"), Equals("f: /0: " + expected + "\"a\\nb\""));
  CHECK_THROWS_WITH(parse_strictly("{\"\\u0000\": 1}", "f"), Equals("f: " + expected + "\"\\u0000\""));
  CHECK(parse_strictly("{\"\xc3\xa9 \xe2\x88\x9e\": 1}", "f").size() == 1);
  // A value is the author's own.
  CHECK(parse_strictly(R"(["a\nb\u200b"])", "f")[0] == "a\nb\xe2\x80\x8b");
}

TEST_CASE("nesting has an end") {
  const auto nested = [](std::size_t levels, const std::string& open, const std::string& close) {
    std::string text;
    for (std::size_t i = 0; i < levels; ++i) text += open;
    text += "0";
    for (std::size_t i = 0; i < levels; ++i) text += close;
    return text;
  };
  CHECK_NOTHROW(parse_strictly(nested(kDeepest, "[", "]"), "f"));
  CHECK_NOTHROW(parse_strictly(nested(kDeepest, "{\"a\":", "}"), "f"));
  CHECK_THROWS_WITH(parse_strictly(nested(kDeepest + 1, "[", "]"), "f"), Contains("expected at most 200 levels"));
  CHECK_THROWS_WITH(parse_strictly(nested(1000000, "{\"a\":", "}"), "f"), Contains("expected at most 200 levels"));
}

TEST_CASE("a syntax error has its line and column in the text as it was written") {
  const std::string digits(40, '7');
  CHECK_THROWS_WITH(parse_strictly("[1,\n  2,\n  x]", "f"),
                    Contains("f: expected JSON: parse error at line 3, column 3: "));
  CHECK_THROWS_WITH(parse_strictly("[" + digits + ", -" + digits + ", x]", "f"), Contains("at line 1, column 87: "));
  CHECK_THROWS_WITH(parse_strictly("{\"a\": " + digits + ",\n" + digits + ": 1}", "f"), Contains("at line 2, column "));
  CHECK_THROWS_WITH(parse_strictly("[1, 1e400]", "f"), Contains("at line 1, column "));
  CHECK_THROWS_WITH(parse_strictly("{", "f"), Contains("at line 1, column 2: "));
  // What it stumbled over is shown, and cannot steer a terminal.
  CHECK_THROWS_WITH(parse_strictly("[\x1b[31m]", "f"), !Contains("\x1b"));
}

TEST_CASE("integers in strings and exponents stay what they are") {
  const std::string digits(30, '9');
  CHECK(parse_strictly("\"" + digits + "\"", "f") == digits);
  CHECK(parse_strictly("\"\\\"" + digits + "\"", "f") == "\"" + digits);
  CHECK(parse_strictly("{\"" + digits + "\": 1}", "f").contains(digits));
  CHECK(parse_strictly("[1E0000000000000000000000002]", "f")[0] == 100.0);
}

TEST_CASE("members, texts and doubles") {
  const Value document =
      parse_strictly(R"({"b": ["x", ""], "a": [1.5, "inf", "-inf", "nan", "1"], "c/d": {"e": 1}})", "f");
  const Node root(document, "f");
  std::string keys;
  for (const auto& [key, node] : root.members()) keys += key + " " + node.place() + "; ";
  CHECK(keys == "b f: /b; a f: /a; c/d f: /c~1d; ");
  CHECK(root.at("b").texts() == std::vector<std::string>{"x", ""});
  const std::vector<Node> numbers = root.at("a").list();
  CHECK(numbers[0].floating() == 1.5);
  for (const double x : {0.1, -HUGE_VAL, HUGE_VAL}) {
    const Value written = from_double(x);
    CHECK(Node(written, "f").floating() == x);
  }
  CHECK(std::isnan(numbers[3].floating()));
  CHECK(from_double(std::nan("")) == "nan");
  CHECK_THROWS_WITH(numbers[4].floating(),
                    Equals("f: /a/4: expected a number, \"inf\", \"-inf\" or \"nan\", found string"));
  CHECK_THROWS_WITH(numbers[0].has("x"), Equals("f: /a/0: expected an object, found number"));
  CHECK_THROWS_WITH(root.at("a").at("x"), Equals("f: /a: expected an object, found array"));
  CHECK_THROWS_WITH(root.at("a").members(), Equals("f: /a: expected an object, found array"));
  CHECK_THROWS_WITH(root.at("a").texts(), Equals("f: /a/0: expected a string, found number"));
}

TEST_CASE("matrices and the shape that is expected of them") {
  const Value document = parse_strictly(R"({"X": [[1, "1/2"], [0.5, -2]], "ragged": [[1, 2], [3]], "empty": [],
                                                     "hollow": [[]], "flat": [1, 2]})",
                                        "f");
  const Node root(document, "f");
  CHECK(root.at("X").matrix() == Matrix<Rational>{{1, Rational(1, 2)}, {Rational(1, 2), -2}});
  CHECK(root.at("X").matrix(2, 2).rows() == 2);
  CHECK_THROWS_WITH(root.at("X").matrix(3), Equals("f: /X: expected a list of 3 rows, found 2"));
  CHECK_THROWS_WITH(root.at("X").matrix(2, 3), Equals("f: /X/0: expected a list of 3 numbers, found 2"));
  CHECK_THROWS_WITH(root.at("ragged").matrix(), Equals("f: /ragged/1: expected a list of 2 numbers, found 1"));
  CHECK_THROWS_WITH(root.at("empty").matrix(), Equals("f: /empty: expected at least one row"));
  CHECK_THROWS_WITH(root.at("hollow").matrix(), Equals("f: /hollow/0: expected at least one number"));
  CHECK_THROWS_WITH(root.at("flat").matrix(), Equals("f: /flat/0: expected a list, found number"));
  CHECK_THROWS_WITH(root.at("Y"), Equals("f: expected the key \"Y\""));
  CHECK_THROWS_WITH(root.expect_keys({"X"}), Equals("f: unknown key \"ragged\": expected one of X"));
  CHECK_THROWS_WITH(root.at("X").expect_keys({}), Equals("f: /X: expected an object, found array"));
  CHECK_THROWS_WITH(root.at("X").text(), Equals("f: /X: expected a string, found array"));
  CHECK_THROWS_WITH(root.at("X").boolean(), Equals("f: /X: expected true or false, found array"));
  CHECK_THROWS_WITH(root.at("flat").list()[1].integer(3, 9),
                    Equals("f: /flat/1: expected an integer from 3 to 9, found 2"));
}

TEST_CASE("exact numbers are written so that nothing is lost") {
  const Rational largest = pow(Rational(2), 53);
  CHECK(from_rational(-3) == Value(-3));
  CHECK(from_rational(Rational(1, 2)) == Value("1/2"));
  CHECK(from_rational(largest).is_number_integer());
  CHECK(from_rational(largest + Rational(1)) == Value("9007199254740993"));
  CHECK(from_ends(2, 2, "unused") == Value(2));
  const Value open = from_ends(0, Rational(1, 3), "[0.2 +/- 0.2]");
  CHECK(open == Value({{"lo", 0}, {"hi", "1/3"}, {"decimal", "[0.2 +/- 0.2]"}}));
  for (const Rational& x : {Rational(7), Rational(-7, 2), largest * largest})
    CHECK(text_of_number(from_rational(x)) == x.to_string());
}
