// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;
using attest::theory::Rational;

// Another route, d = 1: multiply out. (q)(k + a) = qk + qa for Shaw; one score of DeBERTa and of Transformer-XL, with
// the factor taken into q, s, u, v.
TEST_CASE("urpe.rpe-variants: one score of each encoding, multiplied out") {
  attest::constructions::Draw draw(441);
  for (int trial = 0; trial < 100; ++trial) {
    const Rational q = draw.rational(), k = draw.rational(), a = draw.rational(), b = draw.rational();
    const Rational u = draw.rational(), v = draw.rational(), scale = draw.rational();
    CHECK(scale * (q * (k + a)) == (scale * q) * k + (scale * q) * a);
    CHECK(scale * (q * k + q * a + k * b) == (scale * q) * k + (scale * q) * a + (scale * b) * k);
    CHECK(scale * ((q + u) * k + (q + v) * a) == (scale * q) * k + (scale * q) * a + (scale * u) * k + (scale * v) * a);
  }
}

TEST_CASE("urpe.rpe-variants: every certificate is accepted") {
  const auto shown = require_accepted("urpe.rpe-variants");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("finding_same_weights"));
  CHECK(!shown.at("finding_deberta_index"));
  CHECK(!shown.at("finding_shaw_values"));
}
