// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.examples: every certificate is accepted") {
  const auto shown = require_accepted("positional.examples");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
}

TEST_CASE("positional.examples: the scales that the paper uses are refuted, no other") {
  require_rejected("positional.examples", "repaired", true,
                   split({{"training_sample", evaluate()}, {"test_sample", witness("c", 11, evaluate())}}));
}
