// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::tests::require_rejected;

// A number that does not separate is no evidence: 0 calls everything much worse, 58 is in the gap, 224 leaves out
// Process-50 of T5-NoB.
TEST_CASE("srpe.tables-artificial: which numbers separate") {
  const auto with = [](long t) {
    std::vector<std::pair<std::string, attest::theory::Step>> parts = {
        {"much_worse_and_similar", attest::theory::witness("t", t, attest::theory::evaluate())}};
    for (const char* part : {"very_high", "nearly_random_guessing", "reber_t5_equals_at5", "process_t5_nob_below_t5",
                             "process_at5_above_t5", "adding_without_bucketing_is_worse"})
      parts.emplace_back(part, attest::theory::evaluate());
    return attest::theory::split(std::move(parts));
  };
  for (const long t : {0L, 57L, 224L}) require_rejected("srpe.tables-artificial", "printed", true, with(t));
  CHECK(outcome_of("srpe.tables-artificial", "printed", true, with(58)) == checker::Outcome::kAccepted);
}

TEST_CASE("srpe.tables-artificial: every certificate is accepted") {
  const auto shown = require_accepted("srpe.tables-artificial");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_similar_and_worse"));
  CHECK(!shown.at("finding_at5_bucketing_on_process"));
  CHECK(shown.at("finding_guessing"));
}
