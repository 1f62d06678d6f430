// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/verify/trusted/case_files.hpp"

namespace cases {

/// The value of an expression that may use `square`, `trace` and `quartic`, in JSON; or the outcome's word, a colon and
/// the reason.
inline std::string value(const std::string& expression, unsigned bits = 64, std::uint64_t budget = 10000000) {
  const std::string claim = (folder() / "claims/witness.claim").string();
  return checker::evaluate(claim, expression, bits, {.definitions = "", .budget = budget}).text;
}

}  // namespace cases
