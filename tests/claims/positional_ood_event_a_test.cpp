// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "constructions/positional/ood_cells.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

// A second way to p_A: the average of the inner integral's closed form over fine cells of s.
TEST_CASE("positional.ood-event-a: the closed form of p_A is the integral") {
  using namespace attest::constructions;
  for (long n : {2L, 3L, 8L}) {
    for (double c : {1.5, 2.0, 10.0}) {
      double sum = 0;
      const int cells = 20000;
      for (int i = 0; i < cells; ++i) {
        const double s = -1 + (i + 0.5) * 2 / cells, m = static_cast<double>(n - 1);
        sum += (1 - s) / m * (1 - std::pow((1 - s) / (c - s), m)) * 2 / cells;
      }
      CHECK(std::abs(sum / (2 * (c - 1)) - ood_p_a(n, c)) < 1e-6);
    }
  }
}

TEST_CASE("positional.ood-event-a: every certificate is accepted") {
  const auto shown = require_accepted("positional.ood-event-a");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_from_below"));
}
