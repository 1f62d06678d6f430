// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;
using attest::theory::Rational;

// Another route, d = 1, without any matrix: differences of two scores of one row, which are all that softmax sees.
TEST_CASE("urpe.attentive-condition: differences within a row tell the two sides apart") {
  attest::constructions::Draw draw(331);
  for (int trial = 0; trial < 200; ++trial) {
    const Rational c = draw.rational(), query = draw.rational(), first = draw.rational(), second = draw.rational();
    const Rational key_side = query * (first - c) - query * (second - c);
    const Rational query_side = (query - c) * first - (query - c) * second;
    const Rational deberta = (query * first - c * first) - (query * second - c * second);
    CHECK(key_side == query * (first - second));
    CHECK(query_side == deberta);
    CHECK((query_side == key_side) == (c == Rational(0) || first == second));
  }
}

TEST_CASE("urpe.attentive-condition: every certificate is accepted") {
  const auto shown = require_accepted("urpe.attentive-condition");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_no_bias_is_needed"));
  CHECK(!shown.at("finding_sign"));
  CHECK(shown.at("finding_query_side_without_biases"));
  CHECK(shown.at("finding_query_side_with_a_query_bias"));
  CHECK(shown.at("finding_query_side_t5_and_shaw"));
}
