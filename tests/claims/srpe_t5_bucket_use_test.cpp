// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <set>

#include "tests/claims/accepted.hpp"
#include "theory/scalar/rational.hpp"

using attest::tests::require_accepted;
using attest::theory::Rational;

namespace {

// The bucket of a distance, found by climbing the powers of M/h one by one.
long climbed(long l, long K, long M) {
  const long h = K / 2;
  if (l < h) return l;
  const Rational reached = pow(Rational(l, h), h);
  long bucket = h;
  for (Rational next = Rational(M, h); bucket < K - 1 && next <= reached; next *= Rational(M, h)) ++bucket;
  return bucket;
}

}  // namespace

TEST_CASE("srpe.t5-bucket-use: buckets counted position by position") {
  for (long B = 4; B <= 64; B += 4) {
    for (const long M : {B + 1, 2 * B, 4 * B}) {
      std::set<long> used;
      for (long l = -M; l <= M; ++l) used.insert(l <= 0 ? climbed(-l, B / 2, M) : climbed(l, B / 2, M) + B / 2);
      CHECK(static_cast<long>(used.size()) == B - 1);
      CHECK(used.count(B / 2) == 0);
    }
  }
  for (long B = 2; B <= 40; B += 2) {
    std::set<long> used;
    for (long l = 0; l <= B + 1; ++l) used.insert(climbed(l, B, B + 1));
    CHECK((static_cast<long>(used.size()) == B) == (B < 32));
  }
}

TEST_CASE("srpe.t5-bucket-use: every certificate is accepted") {
  const auto shown = require_accepted("srpe.t5-bucket-use");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("finding_every_bucket"));
  CHECK(shown.at("finding_which_are_used"));
  CHECK(!shown.at("finding_one_sided"));
  CHECK(shown.at("finding_one_sided_up_to_30"));
  CHECK(shown.at("finding_elementary_bound"));
  CHECK(shown.at("finding_which_M_skip"));
}
