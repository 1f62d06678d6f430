// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "theory/networks/benes.hpp"

using attest::tests::require_accepted;

// The engine's counts for larger k: unique exactly in the halves.
TEST_CASE("positional.benes-paths: larger networks") {
  for (unsigned k = 1; k <= 6; ++k) {
    const attest::theory::BenesNetwork network(k);
    for (unsigned l = 1; l <= 2 * k; ++l) {
      for (unsigned m = l; m <= 2 * k; ++m) {
        bool unique = true;
        for (std::uint32_t i = 0; i < network.labels(); ++i) {
          for (std::uint64_t count : network.path_counts({l, i}, m)) unique = unique && count <= 1;
        }
        CHECK(unique == (m <= k + 1 || l >= k));
      }
    }
  }
}

TEST_CASE("positional.benes-paths: every certificate is accepted") {
  const auto shown = require_accepted("positional.benes-paths");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_unique_exactly_in_the_halves"));
}
