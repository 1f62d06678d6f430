// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using namespace attest::theory;
using attest::tests::require_accepted;
using attest::tests::require_rejected;

TEST_CASE("positional.figure-7-scan: every certificate is accepted") {
  const auto shown = require_accepted("positional.figure-7-scan");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_every_n"));
  CHECK(shown.at("finding_tree_for_powers_of_two"));
  CHECK(shown.at("finding_all_rounds_are_needed"));
  CHECK(shown.at("finding_minima_without_sums"));
}

TEST_CASE("positional.figure-7-scan: a constant input shows nothing") {
  // The minima of equal values are right after any number of rounds.
  require_rejected("positional.figure-7-scan", "finding_all_rounds_are_needed", true,
                   range("n", 2, 2, witness("x", Value::vector({0, 0}), evaluate())));
}
