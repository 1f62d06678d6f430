// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <set>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

// Another route: a set of differences, and the inequality 3500 <= 10 (2n-1) < 4500 solved for n.
TEST_CASE("urpe.parameter-count: diagonals and lengths") {
  for (int n = 1; n <= 30; ++n) {
    std::set<int> differences;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) differences.insert(i - j);
    }
    CHECK(differences.size() == static_cast<std::size_t>(2 * n - 1));
  }
  CHECK((3500 / 10 + 1 + 1) / 2 == 176);  // least n with 2n-1 >= 350
  CHECK((4499 / 10 + 1) / 2 == 225);      // largest n with 2n-1 <= 449
  CHECK((491737 - 489321) % 32 == 16);
}

TEST_CASE("urpe.parameter-count: every certificate is accepted") {
  const auto shown = require_accepted("urpe.parameter-count");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_the_lengths"));
  CHECK(shown.at("finding_causal_lengths"));
  CHECK(shown.at("finding_without_sharing"));
  CHECK(!shown.at("finding_table_2_toeplitz"));
  CHECK(!shown.at("finding_table_2_equal_shares"));
  CHECK(shown.at("finding_table_2_heads"));
}
