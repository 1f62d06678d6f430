// SPDX-License-Identifier: Apache-2.0
// The attack on our own claims: it knows nothing of how they are decided, and refutes nothing that they show true.
#include <catch2/catch.hpp>
#include <set>

#include "tests/verify/attack/attacked.hpp"
#include "theory/statement/record.hpp"

using namespace attest;

TEST_CASE("attack: no statement that a claim of ours shows true is refuted") {
  std::size_t refuted = 0, number = 0;
  for (const constructions::Claim& ours : constructions::registry()) {
    if (number++ % 2 != 0) continue;  // bench_attack goes through all of them
    const std::string file = theory::claim_of_record(ours.stem);
    const theory::LoadedClaim claim = theory::load_claim(file, "theory/definitions");
    std::set<std::string> shown_true;
    for (const theory::Certificate& certificate : ours.construct({.brief = true}).certificates)
      if (certificate.goal) shown_true.insert(certificate.statement);
    for (const theory::Certificate& certificate : verify::attack::attack(claim, {.brief = true}).certificates) {
      if (certificate.goal || tests::decided(claim, certificate).outcome != checker::Outcome::kAccepted) continue;
      INFO(ours.id << " " << certificate.statement << " " << certificate.steps.to_json());
      CHECK_FALSE(shown_true.contains(certificate.statement));
      ++refuted;
    }
  }
  CHECK(refuted > 70);  // of all of them 180 of the 211 that are false: docs/attack.md
}
