// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

// A second implementation of the tail, by adding one trial at a time.
TEST_CASE("positional.ood-chernoff: the bound at every count") {
  for (double p : {0.05, 0.25, 0.4375, 0.9}) {
    std::vector<double> law = {1};
    for (int trials = 1; trials <= 60; ++trials) {
      std::vector<double> next(law.size() + 1, 0);
      for (std::size_t k = 0; k < law.size(); ++k) {
        next[k] += law[k] * (1 - p);
        next[k + 1] += law[k] * p;
      }
      law = std::move(next);
      double tail = 0;
      for (int k = trials; k > p * trials; --k) {
        tail += law[static_cast<std::size_t>(k)];
        const double eps = static_cast<double>(k) / trials - p;
        CHECK(tail <= std::exp(-2 * trials * eps * eps) * (1 + 1e-12));
      }
    }
  }
}

TEST_CASE("positional.ood-chernoff: every certificate is accepted") {
  const auto shown = require_accepted("positional.ood-chernoff");
  CHECK(shown.at("printed"));
}
