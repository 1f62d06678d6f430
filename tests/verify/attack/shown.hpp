// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>

#include "tests/verify/attack/attacked.hpp"

namespace attest::tests {

struct Outcome {
  bool found = false, goal = false;
  std::vector<std::string> assumed;
};

/// Attacks one statement; every certificate that comes back is one that the checker accepts.
inline Outcome attacked(const std::string& formula) {
  const ClaimFile file("statement printed = " + formula + ";");
  const theory::LoadedClaim claim = file.load();
  const constructions::Findings findings = verify::attack::attack(claim, {});
  Outcome outcome;
  for (const theory::Certificate& certificate : findings.certificates) {
    const checker::Result result = decided(claim, certificate);
    INFO(formula << ": " << result.reason << "\n" << certificate.steps.to_json());
    CHECK(result.outcome == checker::Outcome::kAccepted);
    outcome.found = true;
    outcome.goal = certificate.goal;
    if (result.json.find("\"kind\"") != std::string::npos) outcome.assumed.push_back(result.json);
  }
  REQUIRE(findings.engine_checks.size() == 1);
  return outcome;
}

inline void require_shown(const std::string& formula, bool goal) {
  INFO(formula);
  const Outcome outcome = attacked(formula);
  REQUIRE(outcome.found);
  CHECK(outcome.goal == goal);
  CHECK(outcome.assumed.empty());
}

inline void require_only_supported(const std::string& formula) {
  INFO(formula);
  const Outcome outcome = attacked(formula);
  if (!outcome.found) return;
  CHECK(outcome.goal);
  CHECK_FALSE(outcome.assumed.empty());
}

}  // namespace attest::tests
