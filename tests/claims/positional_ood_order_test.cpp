// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/ood_cells.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;

TEST_CASE("positional.ood-order: c^2 p_in is bounded for n = 3 and grows for n = 2") {
  using attest::constructions::ood_p_in;
  double last = 0;
  for (double c = 2; c < 1e6; c *= 4) {
    CHECK(3 * c * c * ood_p_in(3, c) < 6.001);
    const double at_2 = 2 * c * c * ood_p_in(2, c);
    CHECK(at_2 > last + 0.3);
    last = at_2;
  }
}

TEST_CASE("positional.ood-order: every certificate is accepted") {
  const auto shown = require_accepted("positional.ood-order");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_n_2"));
  CHECK(shown.at("finding_near_1"));
}

// n c^2 p_in is above 2 everywhere, and above 4 for n = 3 and c = 10, by a lower sum on fine cells.
TEST_CASE("positional.ood-order: constants that are too small are rejected") {
  using namespace attest::constructions;
  using namespace attest::theory;
  for (const int K : {0, 2, 4}) {
    require_rejected(
        "positional.ood-order", "printed", true,
        witness("K", K,
                range("n", 3, 3, instances("c", {Value(10)}, cells_instance(graded_cells(10, 24), evaluate())))));
  }
}
