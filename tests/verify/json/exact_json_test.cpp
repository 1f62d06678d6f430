// SPDX-License-Identifier: Apache-2.0
#include "verify/json/exact_json.hpp"

#include <catch2/catch.hpp>
#include <climits>

#include "theory/error.hpp"

using namespace attest::verify::json;
using attest::theory::Matrix;
using attest::theory::Rational;
using Catch::Matchers::Equals;

namespace {

/// The number that a text stands for.
Rational number(const std::string& text) {
  const nlohmann::json document = parse_strictly(text, "f");
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

TEST_CASE("a duplicate key is an error, at any depth") {
  CHECK_THROWS_WITH(parse_strictly(R"({"a": 1, "a": 1})", "f"), Equals("f: expected the key \"a\" once in an object"));
  CHECK_THROWS_AS(parse_strictly(R"([{"b": {"a": 1, "c": [], "a": 2}}])", "f"), attest::InputError);
  // The same key in different objects is none.
  CHECK(parse_strictly(R"([{"a": 1}, {"a": {"a": 2}}])", "f")[1]["a"]["a"] == 2);
}

TEST_CASE("matrices and the shape that is expected of them") {
  const nlohmann::json document = parse_strictly(R"({"X": [[1, "1/2"], [0.5, -2]], "ragged": [[1, 2], [3]], "empty": [],
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
  CHECK_THROWS_WITH(root.expect_keys({"X"}), Equals("f: unknown key \"empty\": expected one of X"));
  CHECK_THROWS_WITH(root.at("X").expect_keys({}), Equals("f: /X: expected an object, found array"));
  CHECK_THROWS_WITH(root.at("X").text(), Equals("f: /X: expected a string, found array"));
  CHECK_THROWS_WITH(root.at("X").boolean(), Equals("f: /X: expected true or false, found array"));
  CHECK_THROWS_WITH(root.at("flat").list()[1].integer(3, 9),
                    Equals("f: /flat/1: expected an integer from 3 to 9, found 2"));
}
