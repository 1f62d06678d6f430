// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.trivial-simulation: every certificate is accepted") {
  const auto shown = require_accepted("positional.trivial-simulation");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("finding_powers_of_two"));
}

// Codes that ignore a machine, or weigh both alike, lose something.
TEST_CASE("positional.trivial-simulation: equal codes do not tell the inputs apart") {
  for (const auto& codes : {Value::vector({1, 1}), Value::vector({0, 1}), Value::vector({0, 0})}) {
    require_rejected("positional.trivial-simulation", "printed", false,
                     witness("N", 2, witness("codes", codes, exhaustive("x", exhaustive("y", evaluate())))));
  }
}
