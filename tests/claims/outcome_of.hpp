// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include "theory/certificate/certificate.hpp"
#include "theory/statement/hash.hpp"
#include "theory/statement/load.hpp"
#include "verify/trusted/checker.hpp"

namespace attest::tests {

/// What the trusted checker says to a certificate of a test's own: trivial objects in a witness's place must be
/// rejected.
inline checker::Result result_of(const theory::Certificate& certificate) {
  std::string stem = certificate.claim;
  std::replace_if(
      stem.begin(), stem.end(), [](char c) { return c == '.' || c == '-'; }, '_');
  const std::string file = "theory/claims/" + stem + ".claim";
  const theory::LoadedClaim loaded = theory::load_claim(file, "theory/definitions");
  return checker::check(file, certificate.to_json(theory::statement_hash(loaded, certificate.statement)), {});
}
inline checker::Outcome outcome_of(const theory::Certificate& certificate) { return result_of(certificate).outcome; }

}  // namespace attest::tests
