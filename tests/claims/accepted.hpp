// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "constructions/claim.hpp"

namespace attest::tests {

/// Builds the claim's certificates, has the trusted checker decide each in this process, and requires that it accepts
/// every one. Requires, too, that no statement is shown both true and false, and that the engine's own checks passed.
/// Returns for each statement whether it was shown true.
std::map<std::string, bool> require_accepted(const std::string& id);

}  // namespace attest::tests
