// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

namespace {

// 1 - exp(-x) by this machine's binary64 expm1, rounded to binary32.
float bucket(long l, long n, double gamma) {
  return static_cast<float>(-std::expm1(-static_cast<double>(l) * gamma / static_cast<double>(n)));
}

long shared(long n, double gamma) {
  long count = 0;
  for (long l = 0; l < n; ++l) count += bucket(l, n, gamma) == bucket(l + 1, n, gamma);
  return count;
}

}  // namespace

TEST_CASE("srpe.at5-float: this machine's floats") {
  CHECK(shared(120, 15) == 1);
  CHECK(shared(256, 15) == 8);
  CHECK(shared(400, 15) == 22);
  for (const long n : {50L, 100L, 120L, 256L, 400L}) {
    CHECK(shared(n, 10) == 0);
    CHECK(shared(n, 13) == 0);
  }
  CHECK(shared(118, 15) == 0);
  CHECK(shared(119, 15) == 1);
  CHECK(bucket(1, 1, 17) < 1);
  CHECK(bucket(1, 1, 18) == 1);
}

TEST_CASE("srpe.at5-float: every certificate is accepted") {
  const auto shown = require_accepted("srpe.at5-float");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("finding_upper_end_15"));
  CHECK(!shown.at("finding_14"));
  CHECK(shown.at("finding_upper_end_13"));
  CHECK(shown.at("finding_how_many"));
  CHECK(shown.at("finding_shortest"));
  CHECK(!shown.at("finding_119"));
  CHECK(!shown.at("finding_below_1"));
}
