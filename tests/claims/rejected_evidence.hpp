// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "theory/certificate/certificate.hpp"
#include "verify/trusted/checker.hpp"

namespace attest::tests {

/// What the trusted checker says of these steps.
checker::Outcome outcome_of(const std::string& id, const std::string& statement, bool goal, const theory::Step& steps);
/// Requires that the trusted checker rejects these steps for the statement: a trivial object in the place of a witness
/// is no evidence. (Rejected, not Malformed or Undecided.)
void require_rejected(const std::string& id, const std::string& statement, bool goal, const theory::Step& steps);

}  // namespace attest::tests
