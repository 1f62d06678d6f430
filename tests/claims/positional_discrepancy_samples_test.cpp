// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;

// No instance with a base that is not negative refutes the display.
TEST_CASE("positional.discrepancy-samples: which cases are evidence") {
  using attest::theory::witness;
  const auto at = [](long largest, long n, long m) {
    return witness("L", largest, witness("n", n, witness("m", m, attest::theory::evaluate())));
  };
  const std::string id = "positional.discrepancy-samples";
  attest::tests::require_rejected(id, "literal", false, at(6, 2, 2));
  attest::tests::require_rejected(id, "literal", false, at(7, 2, 1));
  attest::tests::require_rejected(id, "literal", false, at(7, 4, 2));
  attest::tests::require_rejected(id, "finding_both_for_small_n", false, at(3, 2, 2));
  CHECK(attest::tests::outcome_of(id, "finding_both_for_small_n", false, at(4, 2, 2)) == checker::Outcome::kAccepted);
}

TEST_CASE("positional.discrepancy-samples: thresholds that are too small are rejected") {
  using namespace attest::theory;
  for (const auto& [first, outcome] : {std::pair<long, checker::Outcome>{1, checker::Outcome::kRejected},
                                       {7, checker::Outcome::kRejected},
                                       {8, checker::Outcome::kAccepted}}) {
    const Step display = range("n", 1, 1, range("m", 1, 1, evaluate()));
    const Step threshold =
        range("z", 0, 0, range("c", 1, 1, witness("n_first", first, range("n", first, first, evaluate()))));
    CHECK(attest::tests::outcome_of("positional.discrepancy-samples", "printed", true,
                                    range("L", 1, 1, split({{"display", display}, {"threshold", threshold}}))) ==
          outcome);
  }
}

TEST_CASE("positional.discrepancy-samples: every certificate is accepted") {
  const auto shown = require_accepted("positional.discrepancy-samples");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("literal"));
  CHECK(!shown.at("finding_both_for_small_n"));
  CHECK(shown.at("finding_smaller_cases"));
  CHECK(shown.at("finding_from_one_n_on"));
  CHECK(shown.at("finding_thresholds"));
}
