// SPDX-License-Identifier: Apache-2.0
#include "tests/claims/accepted.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "theory/statement/hash.hpp"
#include "theory/statement/load.hpp"
#include "theory/statement/record.hpp"
#include "verify/trusted/checker.hpp"

namespace attest::tests {

std::map<std::string, bool> require_accepted(const std::string& id) {
  for (const constructions::Claim& claim : constructions::registry()) {
    if (claim.id != id) continue;
    const std::string file = theory::claim_of_record(claim.stem);
    const theory::LoadedClaim loaded = theory::load_claim(file, "theory/definitions");
    const constructions::Findings findings = claim.construct({.brief = true});
    REQUIRE_FALSE(findings.certificates.empty());
    std::map<std::string, bool> shown;
    for (const theory::Certificate& certificate : findings.certificates) {
      INFO(id << " " << certificate.statement);
      CHECK(certificate.claim == id);
      const theory::Binding binding{theory::header_hash(loaded), theory::statement_hash(loaded, certificate.statement)};
      CHECK(binding.header == checker::header_hash_of(file, {}).text);
      CHECK(binding.statement == checker::statement_hash_of(file, certificate.statement, {}).text);
      const checker::Result result = checker::check(file, certificate.to_json(binding), {});
      INFO(result.reason);
      CHECK(result.outcome == checker::Outcome::kAccepted);
      const auto [place, fresh] = shown.emplace(certificate.statement, certificate.goal);
      CHECK((fresh || place->second == certificate.goal));
    }
    for (const constructions::EngineCheck& check : findings.engine_checks) {
      INFO(check.what << ": " << check.detail);
      CHECK(check.passed);
    }
    CHECK_FALSE(findings.exhibits.empty());
    // What the paper asserts, or a step of its proof, is refuted: both sides of it have been evaluated for a reader.
    const bool is_refuted = std::any_of(shown.begin(), shown.end(), [](const auto& entry) {
      return !entry.second && (entry.first == "printed" || entry.first.starts_with("step_"));
    });
    const auto has_sides = [](const constructions::Exhibit& exhibit) {
      return exhibit.sides && !exhibit.sides->paper.empty() && !exhibit.sides->fact.empty() &&
             exhibit.sides->paper != exhibit.sides->fact;
    };
    CHECK((!is_refuted || std::any_of(findings.exhibits.begin(), findings.exhibits.end(), has_sides)));
    return shown;
  }
  FAIL("no claim " << id);
  return {};
}

}  // namespace attest::tests
