// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.minmax-class: every certificate is accepted") {
  const auto shown = require_accepted("positional.minmax-class");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("literal"));
  CHECK(shown.at("finding_hardmax"));
}

TEST_CASE("positional.minmax-class: powers of two do not refute the literal text") {
  require_rejected("positional.minmax-class", "literal", false, witness("n", 8, evaluate()));
}
