// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.binary-encodings: every certificate is accepted") {
  const auto shown = require_accepted("positional.binary-encodings");
  CHECK(shown.at("printed"));
}

// A pattern that binary encodings have: everybody attends to itself.
TEST_CASE("positional.binary-encodings: the identity is not out of reach") {
  const Value one = Value::matrix({{1}});
  require_rejected("positional.binary-encodings", "printed", true,
                   range("n", 2, 2,
                         witness("source", Value::vector({1, 2}),
                                 range("m", 1, 1, instances("WQ", {one}, instances("WK", {one}, evaluate()))))));
}
