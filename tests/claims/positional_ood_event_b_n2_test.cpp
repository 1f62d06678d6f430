// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/ood_cells.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;

// The repaired value is refuted by no partition; the printed one is by a single cell at c = 2, and not by one at c = 6.
TEST_CASE("positional.ood-event-b-n2: which cells are evidence") {
  using namespace attest::constructions;
  using attest::theory::Rational;
  const auto cells = [](long c, long count) {
    const OodCells found = graded_cells(Rational(c), count);
    return attest::theory::witness(
        "c", c, partition_witness("m", "U", found.u, partition_witness("k", "T", found.t, attest::theory::evaluate())));
  };
  using checker::Outcome;
  const std::string id = "positional.ood-event-b-n2";
  CHECK(attest::tests::outcome_of(id, "printed", false, cells(2, 1)) == Outcome::kAccepted);
  attest::tests::require_rejected(id, "printed", false, cells(6, 1));
  attest::tests::require_rejected(id, "repaired", false, cells(2, 8));
}

TEST_CASE("positional.ood-event-b-n2: every certificate is accepted") {
  const auto shown = require_accepted("positional.ood-event-b-n2");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_every_factor_used"));
}
