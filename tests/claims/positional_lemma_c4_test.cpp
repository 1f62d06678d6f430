// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::theory::box;
using attest::theory::evaluate;
using attest::theory::Value;
using attest::theory::witness;
using checker::Outcome;

TEST_CASE("positional.lemma-c4: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-c4");
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_beyond_the_condition"));
  CHECK(!shown.at("printed"));
}

TEST_CASE("positional.lemma-c4: C must be admissible") {
  // Below 4 log 2 the condition fails for the constants 1 and -1.
  CHECK(outcome_of("positional.lemma-c4", "printed", false,
                   box("c", {{"-inf", "0"}, {"0", "inf"}},
                       witness("m", 1,
                               witness("K", 2,
                                       witness("V", Value::matrix({{1}, {-1}}),
                                               witness("A", 1, witness("C", 2, evaluate()))))))) == Outcome::kRejected);
}
