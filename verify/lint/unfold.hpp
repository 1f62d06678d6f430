// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "theory/statement/load.hpp"

namespace attest::verify::lint {

/// The expression with every definition, `let` and name of a loop unfolded, as a text that two expressions share if
/// they say the same up to these names and the order of what is added, multiplied or joined. Nothing where it is too
/// long.
std::optional<std::string> unfolded(const theory::LoadedClaim& claim, const theory::syntax::ExpressionPtr& expression);

/// Why an expression is true by what the words mean alone: both sides of its comparisons are the same once definitions
/// are unfolded. Nothing where that is not so.
std::optional<std::string> true_by_definition(const theory::LoadedClaim& claim,
                                              const theory::syntax::ExpressionPtr& expression);

}  // namespace attest::verify::lint
