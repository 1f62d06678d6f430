// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.ood-chernoff-examples: the bounds in floating point") {
  CHECK(std::abs(std::exp(-2000 * 0.0625 * 0.0625) - 0.000405) < 1e-6);
  CHECK(std::abs(std::exp(-2000 * 0.0466 * 0.0466) - 0.0130) < 1e-4);
}

TEST_CASE("positional.ood-chernoff-examples: every certificate is accepted") {
  const auto shown = require_accepted("positional.ood-chernoff-examples");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_exact_tails"));
  CHECK(shown.at("finding_same_sum"));
}
