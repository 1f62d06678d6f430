// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

// The network's function without a network: prefix counts and second differences, in machine integers, for every
// length up to the paper's 128.
TEST_CASE("urpe.position-identification: second differences of max(i - t, 0) are one-hot, n <= 128") {
  for (long n = 1; n <= 128; ++n) {
    for (long i = 1; i <= n; ++i) {
      auto unit = [&](long t) { return 0 <= t && t < n ? std::max(i - t, 0L) : 0L; };
      for (long k = 1; k <= n; ++k) CHECK(unit(k - 1) - 2 * unit(k) + unit(k + 1) == (i == k ? 1 : 0));
    }
  }
}

TEST_CASE("urpe.position-identification: every certificate is accepted") {
  const auto shown = require_accepted("urpe.position-identification");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_best_accuracy_on_identical_tokens"));
  CHECK(!shown.at("finding_n_1"));
  CHECK(shown.at("finding_one_head_is_enough"));
  CHECK(shown.at("finding_without_C_it_fails"));
}
