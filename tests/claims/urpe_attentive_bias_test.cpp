// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;
using attest::theory::Rational;

// Another route: without scores or attention matrices. Token i picks a token j that makes X_i (X_j - c) largest; on the
// line that is an end of the sorted tokens, and which end depends on the sign of X_i for the printed product, of X_i -
// c for the other.
TEST_CASE("urpe.attentive-bias: the picked end of the sorted tokens depends on c on the side of the query only") {
  attest::constructions::Draw draw(311);
  for (int trial = 0; trial < 100; ++trial) {
    auto x = draw.distinct_vector(5);
    std::sort(x.begin(), x.end());
    const Rational c = draw.rational();
    for (const Rational& token : x) {
      auto picked = [&](auto score) {
        return *std::max_element(x.begin(), x.end(), [&](const auto& a, const auto& b) { return score(a) < score(b); });
      };
      if (token != Rational(0)) {
        CHECK(picked([&](const Rational& other) { return token * (other - c); }) ==
              (token > Rational(0) ? x.back() : x.front()));
      }
      if (token != c) {
        CHECK(picked([&](const Rational& other) { return (token - c) * other; }) == (token > c ? x.back() : x.front()));
      }
    }
  }
}

TEST_CASE("urpe.attentive-bias: every certificate is accepted") {
  const auto shown = require_accepted("urpe.attentive-bias");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_c_is_invisible"));
  CHECK(shown.at("finding_key_bias_is_invisible"));
  CHECK(shown.at("finding_softmax_enclosed"));
  CHECK(shown.at("finding_the_threshold_is_zero"));
  CHECK(shown.at("finding_at_the_threshold"));
  CHECK(shown.at("finding_positive_tokens_move_alike"));
  CHECK(shown.at("finding_shifted_tokens"));
}
