// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "theory/scalar/rational.hpp"

namespace attest::theory {

/// How many machine words the numerator and the denominator take: what an operation on the number costs.
inline std::uint64_t size_in_words(const Rational& x) {
  return static_cast<std::uint64_t>(fmpz_size(&x.raw()->num)) + static_cast<std::uint64_t>(fmpz_size(&x.raw()->den));
}

}  // namespace attest::theory
