// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;

// 2014 and 2016 are apart, so they are no counterexample to finding_at5_apart.
TEST_CASE("srpe.tables-translation: a test that is apart refutes nothing") {
  for (const long i : {1L, 3L})
    require_rejected("srpe.tables-translation", "finding_at5_apart", false,
                     attest::theory::witness("i", i, attest::theory::evaluate()));
}

TEST_CASE("srpe.tables-translation: every certificate is accepted") {
  const auto shown = require_accepted("srpe.tables-translation");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("finding_at5_apart"));
  CHECK(shown.at("finding_where_apart"));
  CHECK(shown.at("finding_at5_nob_below_t5_nob"));
}
