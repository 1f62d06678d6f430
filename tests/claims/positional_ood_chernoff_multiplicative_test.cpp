// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.ood-chernoff-multiplicative: some instance lies inside, however large N") {
  for (double k = 1; k <= 8; ++k) {
    for (double n = 3; n < 1e6; n *= 3) CHECK(1 - std::pow(1 - 1 / (6 * k * n), n) >= 1 / (6 * k + 1));
  }
}

TEST_CASE("positional.ood-chernoff-multiplicative: every certificate is accepted") {
  const auto shown = require_accepted("positional.ood-chernoff-multiplicative");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_N_0"));
  CHECK(shown.at("finding_not_for_all_n_at_once"));
}
