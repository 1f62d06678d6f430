// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "verify/attack/code.hpp"

namespace attest::verify::attack {

/// A call of a built-in function of values, not of generators (docs/statement_language.md, "Built-in functions").
Code builtin(const std::string& name, std::vector<Code> arguments);

/// The operator ++.
Value joined(const Value& a, const Value& b);

}  // namespace attest::verify::attack
