// SPDX-License-Identifier: Apache-2.0
#include "tests/claims/rejected_evidence.hpp"

#include <catch2/catch.hpp>

#include "constructions/claim.hpp"
#include "theory/statement/hash.hpp"
#include "theory/statement/load.hpp"
#include "theory/statement/record.hpp"

namespace attest::tests {

checker::Outcome outcome_of(const std::string& id, const std::string& statement, bool goal, const theory::Step& steps) {
  std::string stem;
  for (const constructions::Claim& claim : constructions::registry()) {
    if (claim.id == id) stem = claim.stem;
  }
  INFO("no claim " << id);
  REQUIRE_FALSE(stem.empty());
  const std::string file = theory::claim_of_record(stem);
  const theory::Certificate certificate{id, statement, goal, steps};
  const theory::LoadedClaim loaded = theory::load_claim(file, "theory/definitions");
  const theory::Binding binding{theory::header_hash(loaded), theory::statement_hash(loaded, statement)};
  const checker::Result result = checker::check(file, certificate.to_json(binding), {});
  UNSCOPED_INFO(id << " " << statement << ": " << result.reason);
  return result.outcome;
}

void require_rejected(const std::string& id, const std::string& statement, bool goal, const theory::Step& steps) {
  CHECK(outcome_of(id, statement, goal, steps) == checker::Outcome::kRejected);
}

}  // namespace attest::tests
