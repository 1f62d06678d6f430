// SPDX-License-Identifier: Apache-2.0
#include "theory/certificate/value.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

using namespace attest::theory;

TEST_CASE("values in JSON form") {
  CHECK(Value(3).to_json() == "\"3\"");
  CHECK(Value(-7L).to_json() == "\"-7\"");
  CHECK(Value(Rational(7, 2)).to_json() == "\"7/2\"");
  CHECK(Value(true).to_json() == "true");
  CHECK(Value(false).to_json() == "false");
  CHECK(Value("t5").to_json() == "\"t5\"");
  CHECK(Value(std::string("layer")).to_json() == "\"layer\"");
  CHECK(Value(Value::List{}).to_json() == "[]");
  CHECK(Value(Value::Record{}).to_json() == "{}");
  CHECK(Value::vector({1, Rational(-1, 2)}).to_json() == "[\"1\", \"-1/2\"]");
  CHECK(Value::matrix({{1, 2}, {3, 4}}).to_json() == "[[\"1\", \"2\"], [\"3\", \"4\"]]");
  CHECK(Value(Value::Record{{"b", 1}, {"a_1", Value::List{"t5", true}}}).to_json() ==
        "{\"b\": \"1\", \"a_1\": [\"t5\", true]}");
}

TEST_CASE("what the format cannot say is not written") {
  // A string that does not begin with a letter would be read as a number.
  for (const char* symbol : {"", "3", "-1", "2/4", "_a", "a\"b", "a\\b", "a\nb", "a\x7f"}) {
    CAPTURE(symbol);
    CHECK_THROWS_AS(Value(symbol).to_json(), std::invalid_argument);
  }
  for (const char* name : {"", "1a", "a b", "a-b", "\xc3\xa4"}) {
    CAPTURE(name);
    CHECK_THROWS_AS(Value(Value::Record{{name, 1}}).to_json(), std::invalid_argument);
  }
  CHECK_THROWS_AS(Value(Value::Record{{"a", 1}, {"a", 2}}).to_json(), std::invalid_argument);
}
