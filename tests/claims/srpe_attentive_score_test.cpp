// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

// Where score and embedding add up to 1 at the only position, figure 1's alpha is a distribution by chance.
TEST_CASE("srpe.attentive-score: a sum of 1 refutes nothing") {
  require_rejected("srpe.attentive-score", "finding_figure_1", false,
                   witness("n", 1, witness("s", Value::vector({1}), witness("e", Value::vector({0}), evaluate()))));
}

TEST_CASE("srpe.attentive-score: every certificate is accepted") {
  const auto shown = require_accepted("srpe.attentive-score");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("finding_figure_1"));
  CHECK(shown.at("finding_scale"));
}
