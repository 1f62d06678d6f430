// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;
using attest::theory::Rational;

// Another route to what the causal start loses: row sums, for weights w_j > 0 in place of exp(scores).
TEST_CASE("urpe.all-ones-c: the masked rows sum to less than 1, the last one excepted") {
  attest::constructions::Draw draw(443);
  for (int trial = 0; trial < 30; ++trial) {
    constexpr std::size_t n = 5;
    for (std::size_t i = 0; i < n; ++i) {
      Rational kept = 0, all = 0;
      for (std::size_t j = 0; j < n; ++j) {
        const Rational weight(draw.integer(1, 20), 7);
        all += weight;
        if (j <= i) kept += weight;
      }
      CHECK((kept / all == Rational(1)) == (i + 1 == n));
    }
  }
}

TEST_CASE("urpe.all-ones-c: every certificate is accepted") {
  const auto shown = require_accepted("urpe.all-ones-c");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_only_ones"));
  CHECK(shown.at("finding_a_factor_is_free"));
  CHECK(!shown.at("finding_causal_start"));
}
