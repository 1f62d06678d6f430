// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::theory::evaluate;
using attest::theory::instances;
using attest::theory::range;
using attest::theory::Rational;
using attest::theory::witness;
using checker::Outcome;

TEST_CASE("positional.lemma-c9-attention-term: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-c9-attention-term");
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_up_to_four_heads"));
  CHECK(shown.at("finding_root_of_heads_is_needed"));
  CHECK(!shown.at("printed"));
}

TEST_CASE("positional.lemma-c9-attention-term: scores that are far apart are far from the factor") {
  CHECK(outcome_of("positional.lemma-c9-attention-term", "finding_root_of_heads_is_needed", true,
                   range("H", 1, 1, instances("c", {Rational(9, 10)}, witness("t", 100, evaluate())))) ==
        Outcome::kRejected);
}
