// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/certificate/certificate.hpp"

namespace attest::theory {

/// The rules `polynomial` and `squares` (docs/certificate_format.md). A Step holds them as a box without cells (the
/// reals undivided) and as instances of no variable, which neither rule allows itself.
Step polynomial(std::string variable, Step then);
Step squares(std::vector<Value> signs);  ///< lists of terms [weight, [numbers of signs], root]

}  // namespace attest::theory
