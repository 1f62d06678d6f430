// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "theory/networks/benes.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.benes-definition: the engine's graph has 2n edges between layers for larger k") {
  for (unsigned k = 1; k <= 7; ++k) {
    const attest::theory::BenesNetwork network(k);
    for (unsigned layer = 1; layer < 2 * k; ++layer) {
      std::size_t edges = 0;
      for (std::uint32_t i = 0; i < network.labels(); ++i) {
        for (std::uint32_t j = 0; j < network.labels(); ++j) edges += network.edge({layer, i}, {layer + 1, j});
      }
      CHECK(edges == 2 * network.labels());
    }
  }
}

TEST_CASE("positional.benes-definition: every certificate is accepted") {
  const auto shown = require_accepted("positional.benes-definition");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_columns"));
  CHECK(shown.at("finding_reachable"));
}
