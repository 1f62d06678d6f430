// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;

// The paper's pair, and a pair of equals, in the witnesses' place.
TEST_CASE("positional.discrepancy-conclusion: minimum and maximum are no evidence") {
  using namespace attest::theory;
  const auto pair = [](const char* h, const char* g) {
    return split({{"at_least_one", range("L", 1, 1, range("n", 1, 2, witness("h", h, witness("g", g, evaluate()))))},
                  {"relative", evaluate()}});
  };
  const std::string id = "positional.discrepancy-conclusion";
  attest::tests::require_rejected(id, "printed", true, pair("min", "max"));
  attest::tests::require_rejected(id, "printed", true, pair("max", "max"));
  attest::tests::require_rejected(id, "printed", true, pair("min", "minus min"));
}

TEST_CASE("positional.discrepancy-conclusion: every certificate is accepted") {
  const auto shown = require_accepted("positional.discrepancy-conclusion");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_any_z"));
  CHECK(shown.at("finding_min_and_max_stay_below"));
  CHECK(shown.at("finding_expectations"));
}
