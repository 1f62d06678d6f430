// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.lemma-b2-output: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-b2-output");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("literal"));
}

TEST_CASE("positional.lemma-b2-output: one slot does not refute the literal display") {
  require_rejected("positional.lemma-b2-output", "literal", false,
                   witness("s", 1, exhaustive("K", witness("Y", Value::matrix({{1, 2}}), evaluate()))));
}
