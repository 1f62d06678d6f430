// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/lint/lint.hpp"

namespace attest::verify::lint {

/// What is found in a statement by reading alone: variables that are not mentioned, names that hide others, conclusions
/// that are true by what the words mean.
std::vector<Finding> findings_in_names(const theory::LoadedClaim& claim, const theory::syntax::Statement& statement);

}  // namespace attest::verify::lint
