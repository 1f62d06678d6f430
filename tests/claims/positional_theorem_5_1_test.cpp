// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/two_layer_network.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.theorem-5-1: every certificate is accepted") {
  const auto shown = require_accepted("positional.theorem-5-1");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_two_layers"));
  CHECK(shown.at("finding_not_uniformly"));
  CHECK(shown.at("finding_one_number_holds_all_bits"));
}

// Networks that ignore their input: the table of the first configuration for all of them.
TEST_CASE("positional.theorem-5-1: a network that ignores its input is rejected") {
  using namespace attest::constructions;
  const RationalMatrix one = {{1, 0}, {0, 1}, {0, 2}}, other = {{0, 0}, {1, 1}, {0, 2}};
  Lookup lookup;
  lookup.inputs = {{{0, 0}, {0, 1}, {0, 2}}, {{1, 0}, {0, 1}, {0, 2}}};
  for (const bool ignores : {true, false}) {
    lookup.outputs = {one, ignores ? one : other};
    const Value net = network_value(two_layer_network(lookup, {}, 2, 2));
    // T: machine 1's number below the wall: memories (1, 0); beyond it: (0, 1).
    const Value low = Value::matrix({{1}, {0}}), high = Value::matrix({{0}, {1}});
    const Value tables = Value::List{low, low, high, high};
    const Step inputs = instances("X", {Value::matrix({{0}, {0}}), Value::matrix({{1}, {0}})}, evaluate());
    const Step steps = range(
        "N", 2, 2,
        range("s", 1, 1,
              range("R", 1, 1,
                    instances("walls", {Value::vector({Rational(1, 2)})},
                              instances("T", {tables},
                                        instances("delta", {Value(Rational(1, 2))}, witness("M", net, inputs)))))));
    CHECK(attest::tests::outcome_of("positional.theorem-5-1", "repaired", true, steps) ==
          (ignores ? checker::Outcome::kRejected : checker::Outcome::kAccepted));
  }
}

TEST_CASE("positional.theorem-5-1: interpolation and staircases are exact") {
  using namespace attest::constructions;
  Draw draw(992);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<RationalVector> points, values;
    const long count = draw.integer(1, 9), columns = draw.integer(1, 3);
    for (long p = 0; p < count; ++p) {
      points.push_back(draw.vector(columns));
      points.back()[0] += Rational(3 * p);
      values.push_back(draw.vector(2));
    }
    const Mlp mlp = interpolate(points, values);
    for (std::size_t p = 0; p < points.size(); ++p) CHECK(apply(mlp, points[p]) == values[p]);
  }
  CHECK_THROWS_AS(interpolate({{1}, {1}}, {{0}, {0}}), std::invalid_argument);
  CHECK_THROWS_AS(interpolate({}, {}), std::invalid_argument);
  const Rational delta(1, 100);
  const Mlp stairs = staircase(1, 1, {-1, 0, 2}, delta);
  for (const auto& [x, steps] : {std::pair<Rational, long>{-5, 0},
                                 {Rational(-1) - delta, 0},
                                 {Rational(-1) + delta, 1},
                                 {delta, 2},
                                 {1, 2},
                                 {Rational(2) + delta, 3},
                                 {1000, 3}}) {
    CHECK(apply(stairs, {x, Rational(-7, 3)}) == RationalVector{Rational(steps), Rational(-7, 3)});
  }
}

// One node with max(x, 0), which is the step at 1 and below 0, and one with 0, which is the step below 0.
TEST_CASE("positional.theorem-5-1: places where a network meets the step are no evidence") {
  using namespace attest::constructions;
  const auto network = [](long slope) {
    const auto matrix = [](const RationalMatrix& rows) { return Value::matrix(rows); };
    const Value head = Value::Record{{"WQ", matrix({{0}})}, {"WK", matrix({{0}})}, {"WV", matrix({{0}})}};
    const Value first = Value::Record{{"W", matrix({{0}, {slope}})}, {"b", Value::vector({0})}},
                second = Value::Record{{"W", matrix({{1}})}, {"b", Value::vector({0})}};
    return Value::List{
        Value::Record{{"heads", Value::List{head}}, {"WO", matrix({{0}})}, {"mlp", Value::List{first, second}}}};
  };
  const auto outcome = [&](long slope, const Rational& x) {
    const Step steps =
        exhaustive("i", exhaustive("j", instances("error", {Value(Rational(49, 100))}, witness("x", x, evaluate()))));
    const Step lines =
        instances("M", {Value(network(slope))},
                  instances("X", {Value::matrix({{0}})}, instances("direction", {Value::matrix({{1}})}, steps)));
    return attest::tests::outcome_of(
        "positional.theorem-5-1", "finding_not_uniformly", true,
        range("n", 1, 1, range("d", 1, 1, range("e", 1, 1, range("L", 1, 1, range("H", 1, 1, lines))))));
  };
  CHECK(outcome(1, 0) == checker::Outcome::kAccepted);
  CHECK(outcome(1, Rational(1, 4)) == checker::Outcome::kAccepted);
  CHECK(outcome(1, 1) == checker::Outcome::kRejected);
  CHECK(outcome(1, -1) == checker::Outcome::kRejected);
  CHECK(outcome(0, -1) == checker::Outcome::kRejected);
  CHECK(outcome(0, 1) == checker::Outcome::kAccepted);
}
