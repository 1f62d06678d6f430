// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "constructions/positional/ood_cells.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.ood-proportional: p_in lies between the two bounds") {
  using attest::constructions::ood_p_in;
  for (long n = 3; n <= 40; ++n) {
    for (double c : {1.2, 2.0, 3.5, 10.0}) {
      const double m = static_cast<double>(n), value = (c * c - 1) * ood_p_in(n, c);
      CHECK(value <= 2 / (m - 2) * (1 + 1e-12));
      CHECK(value * (1 + 1e-12) >= 2 * (1 - std::pow(2 / (c + 1), m - 1)) / (m - 1));
    }
  }
}

TEST_CASE("positional.ood-proportional: every certificate is accepted") {
  const auto shown = require_accepted("positional.ood-proportional");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_limit"));
  CHECK(shown.at("finding_not_exactly"));
}
