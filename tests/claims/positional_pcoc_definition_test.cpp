// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using namespace attest::theory;
using attest::tests::require_accepted;
using attest::tests::require_rejected;

TEST_CASE("positional.pcoc-definition: every certificate is accepted") {
  const auto shown = require_accepted("positional.pcoc-definition");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("literal"));
  CHECK(shown.at("finding_receiving_first"));
  CHECK(!shown.at("finding_computing_first"));
  CHECK(shown.at("finding_oracle_that_knows_the_data"));
  CHECK(!shown.at("finding_oracle_that_does_not"));
}

TEST_CASE("positional.pcoc-definition: an oracle that delivers nothing adds nothing") {
  const Value empty(Value::List{});
  const Value row(Value::List{empty, empty});
  require_rejected("positional.pcoc-definition", "finding_receiving_first", true,
                   witness("receive", Value::List{row, row}, evaluate()));
}
