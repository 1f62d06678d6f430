// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "verify/attack/value.hpp"

namespace attest::verify::attack {

/// A value as the language writes it.
std::string text_of(const theory::Value& value);

/// "n = 3, x = [0, 1/2]", of values that are chosen; std::logic_error for others.
std::string in_words(const std::vector<std::pair<std::string, Value>>& chosen);

/// A value with its decimals: "1/3 = [0.333333333333 +/- 3.34e-13]", of a number that is known between two ends alone
/// "[0.880797077978 +/- 2.43e-14]".
std::string with_decimals(const Value& value);

/// "41,000".
std::string counted(std::uint64_t number);

}  // namespace attest::verify::attack
