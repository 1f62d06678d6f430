// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "theory/attention/relative_bucket.hpp"

using attest::tests::require_accepted;
using attest::theory::RelativeBuckets;

// The one-sided function with B buckets is the left half of the two-sided one with 2B.
TEST_CASE("srpe.t5-unidirectional: the left half of twice as many buckets") {
  for (long B = 2; B <= 24; ++B) {
    for (const long M : {B / 2 + 1, B + 1, 5 * B}) {
      const RelativeBuckets one({B, M, false}), two({2 * B, M, true});
      for (long l = 0; l <= M + 2; ++l) {
        CHECK(one(-l) == two(-l));
        CHECK(one(l + 1) == 0);
      }
    }
  }
}

TEST_CASE("srpe.t5-unidirectional: every certificate is accepted") {
  const auto shown = require_accepted("srpe.t5-unidirectional");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("finding_later_positions"));
  CHECK(shown.at("finding_later_positions_two_sided"));
  CHECK(!shown.at("finding_half_of_the_two_sided"));
  CHECK(shown.at("finding_code"));
}
