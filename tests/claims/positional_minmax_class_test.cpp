// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <string>

#include "constructions/positional/minimum_layers.hpp"
#include "constructions/positional/routing.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.minmax-class: every certificate is accepted") {
  const auto shown = require_accepted("positional.minmax-class");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("literal"));
  CHECK(shown.at("finding_hardmax"));
  CHECK(shown.at("finding_enclosed"));
}

TEST_CASE("positional.minmax-class: powers of two do not refute the literal text") {
  require_rejected("positional.minmax-class", "literal", false, witness("n", 8, evaluate()));
}

// Minimum and maximum in each other's place, and a network that hands on what it has.
TEST_CASE("positional.minmax-class: networks of another function are rejected") {
  using namespace attest::constructions;
  const Value unit = Value::matrix(unit_rows(2));
  const Value keeps = Value::List{Value::Record{{"WQ1", unit},
                                                {"WQ2", unit},
                                                {"W1", Value::matrix({{0, 0, 0, 0}, {0, 0, 0, 0}, {1, -1, 0, 0}})},
                                                {"W2", Value::matrix({{1}, {-1}, {0}, {0}})}}};
  // Node 2 has the larger number in the first input, the smaller one in the second.
  const Step inputs = instances("x", {Value::vector({0, 1}), Value::vector({1, 0})}, evaluate());
  for (const char* statement : {"printed", "finding_enclosed"}) {
    const bool exact = statement == std::string("printed");
    const auto network = [&](const Value& net) {
      return instances("n", {Value(2)}, exact ? stacked_witnesses(net, inputs) : witness("net", net, inputs));
    };
    const auto with = [&](const Value& minimum, const Value& maximum) {
      return split({{"minimum", network(minimum)}, {"maximum", network(maximum)}});
    };
    const Value least = exact ? mean_network(2, -1) : softmax_ring_network(2, -1),
                largest = exact ? mean_network(2, 1) : softmax_ring_network(2, 1);
    CHECK(attest::tests::outcome_of("positional.minmax-class", statement, true, with(least, largest)) ==
          checker::Outcome::kAccepted);
    require_rejected("positional.minmax-class", statement, true, with(largest, largest));
    require_rejected("positional.minmax-class", statement, true, with(least, least));
    require_rejected("positional.minmax-class", statement, true, with(keeps, largest));
    require_rejected("positional.minmax-class", statement, true, with(least, keeps));
  }
}
