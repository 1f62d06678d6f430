// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "theory/statement/syntax.hpp"

namespace attest::theory::syntax {

/// The source text of a syntax tree, on one line, with no parentheses but those that are needed: read again it gives
/// the same tree. Null gives nothing.
std::string text_of(const ExpressionPtr& expression);
std::string text_of(const Formula& formula);
std::string text_of(const Domain& domain);

}  // namespace attest::theory::syntax
