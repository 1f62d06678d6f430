// SPDX-License-Identifier: Apache-2.0
#include "tests/claims/accepted.hpp"

#include <catch2/catch.hpp>

#include "theory/statement/hash.hpp"
#include "theory/statement/load.hpp"
#include "verify/trusted/checker.hpp"

namespace attest::tests {

std::map<std::string, bool> require_accepted(const std::string& id) {
  for (const constructions::Claim& claim : constructions::registry()) {
    if (claim.id != id) continue;
    const std::string file = "theory/claims/" + claim.stem + ".claim";
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
    return shown;
  }
  FAIL("no claim " << id);
  return {};
}

}  // namespace attest::tests
