// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "theory/error.hpp"
#include "theory/machines/local_function_text.hpp"

using namespace attest::theory;
using namespace attest::theory::machines;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

LocalFunction parsed(const std::vector<std::string>& lines) {
  return parse_local_function(lines, 3, 2, {{"machine", 5}}, "place");
}

std::string error_of(const std::vector<std::string>& lines) {
  try {
    parsed(lines);
  } catch (const attest::InputError& error) {
    return error.what();
  }
  return "none";
}

// The first output at these inputs.
Rational at(const std::string& value, const std::vector<Rational>& inputs) {
  return evaluate(parsed({"out1 = " + value}), inputs).outputs[0];
}

}  // namespace

TEST_CASE("affine numbers") {
  const std::vector<Rational> x = {3, Rational(-1, 2), 10};
  CHECK(at("7/2", x) == Rational(7, 2));
  CHECK(at("-in2", x) == Rational(1, 2));
  CHECK(at("2*in1 - 7/2*in3 + 1 - 4", x) == Rational(-32));
  CHECK(at("in1 + in1 - 2 * in1", x) == Rational(0));
  CHECK(at("machine + 2*machine - in1", x) == Rational(12));
}

TEST_CASE("every operation") {
  const std::vector<Rational> x = {3, Rational(-1, 2), 0};
  CHECK(at("min(in1, in2)", x) == Rational(-1, 2));
  CHECK(at("max(in1, in2 + 4)", x) == Rational(7, 2));
  CHECK(at("relu(in2)", x) == Rational(0));
  CHECK(at("abs(in2 - in1)", x) == Rational(7, 2));
  CHECK(at("less(in2, in1, 1)", x) == Rational(1));
  CHECK(at("less(in1, in2, 1)", x) == Rational(0));
  CHECK(at("less(in2, in3, 2)", x) == Rational(1, 4));
  CHECK(at("gate(1, in1, 4)", x) == Rational(3));
  CHECK(at("gate(in3, in1, 4)", x) == Rational(0));
  CHECK(at("gate(0, in1, 1)", x) == Rational(2));  // outside of the bound: relu(3 - 1) - relu(-3 - 1)
  CHECK(at("is_less(in2, in3)", x) == Rational(1));
  CHECK(at("is_equal(in3, 0)", x) == Rational(1));
  CHECK(at("floor(in2)", x) == Rational(-1));
  CHECK(at("select(in3, in1, in2)", x) == Rational(-1, 2));
  CHECK(at("pick(in1 - 1, 7, 8, 9)", x) == Rational(8));
}

TEST_CASE("lines build on each other, and outputs without a line are 0") {
  const LocalFunction function = parsed({"low = min(in1, in2)", "out2 = low + in3", "again = 2*out2"});
  CHECK(evaluate(function, {4, 1, 5}).outputs == std::vector<Rational>{0, 6});
  CHECK(function.continuous());
  CHECK_FALSE(parsed({"a = floor(in1)"}).continuous());
}

TEST_CASE("where a margin does not hold, the first such line is named") {
  const LocalFunction function = parsed({"a = less(in1, in2, 1)", "b = gate(a, in3, 2)"});
  CHECK_FALSE(evaluate(function, {0, 1, 2}).outside_margin);
  CHECK_FALSE(evaluate(function, {0, 0, 2}).outside_margin);
  CHECK(evaluate(function, {0, Rational(1, 2), 2}).outside_margin == 0U);
  CHECK(evaluate(function, {0, 1, 3}).outside_margin == 1U);
}

TEST_CASE("text and function are two forms of one thing") {
  const std::vector<std::string> lines = {"low = min(in1, 2*in2 - 1)", "one = less(low, in3, 1/2)",
                                          "kept = gate(one, low, 100)", "out2 = -kept + 7/3", "out1 = 0"};
  const LocalFunction function = parsed(lines);
  CHECK(to_text(function, input_names(3)) == lines);
  CHECK(parsed(to_text(function, input_names(3))) == function);
}

TEST_CASE("lines that mean nothing are refused with their place") {
  CHECK_THAT(error_of({"out1 = in1", "a = b", "b = in1"}),
             StartsWith("place/1: expected a name that stands further up"));
  CHECK_THAT(error_of({"a = a + 1"}), Contains("may not use itself"));
  CHECK_THAT(error_of({"a = in4"}), Contains("the name of an input or of an earlier line"));
  CHECK_THAT(error_of({"a = in1", "a = in2"}), StartsWith("place/1: expected a new name, found \"a\" again"));
  CHECK_THAT(error_of({"in1 = 3"}), Contains("expected a new name"));
  CHECK_THAT(error_of({"in9 = 3"}), Contains("means something else"));
  CHECK_THAT(error_of({"min = 3"}), Contains("means something else"));
  CHECK_THAT(error_of({"machine = 3"}), Contains("expected a new name"));
  CHECK_THAT(error_of({"out3 = 1"}), Contains("expected a slot from 1 to 2"));
  CHECK_THAT(error_of({"out99999999999999999999 = 1"}), Contains("expected a slot from 1 to 2"));
  CHECK_THAT(error_of({"a = min(in1)"}), Contains("expected 2 arguments of min, found 1"));
  CHECK_THAT(error_of({"a = pick(in1)"}), Contains("expected 2 or more arguments of pick"));
  CHECK_THAT(error_of({"a = 2*min(in1, in2)"}), Contains("stands alone"));
  CHECK_THAT(error_of({"a = less(in1, in2, 0)"}), Contains("a constant above 0"));
  CHECK_THAT(error_of({"a = gate(in1, in2, in3)"}), Contains("a constant above 0"));
  CHECK_THAT(error_of({"a = 2/4"}), Contains("expected the canonical form \"1/2\""));
  CHECK_THAT(error_of({"a = 1/0"}), Contains("expected"));
  CHECK_THAT(error_of({"a = in1 in2"}), Contains("expected the end of the line, found \"in2\" at character 9"));
  CHECK_THAT(error_of({"a = "}), Contains("expected a name, found the end"));
  CHECK_THAT(error_of({"= 3"}), Contains("expected a name"));
  CHECK_THAT(error_of({""}), Contains("expected a name, found the end"));
  CHECK_THAT(error_of({"a = \x01\x02"}), Contains("??"));
}

TEST_CASE("pick outside of its list") {
  const LocalFunction function = parsed({"a = pick(in1, in2, in3)"});
  CHECK_THROWS_WITH(evaluate(function, {3, 1, 1}), "line a: expected an index from 1 to 2, found 3");
  CHECK_THROWS_AS(evaluate(function, {Rational(1, 2), 1, 1}), attest::InputError);
  CHECK_THROWS_AS(evaluate(function, {1, 1}), std::invalid_argument);
}
