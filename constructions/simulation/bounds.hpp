// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "theory/machines/local_function.hpp"

namespace attest::constructions::simulation {

/// What is known of a number: exactly computed it lies in [low, high]; the network's number is off by at most `error`.
struct Bounded {
  theory::Rational low = 0, high = 0, error = 0;

  theory::Rational magnitude() const { return max(abs(low), abs(high)) + error; }  ///< of the network's number
};

/// Either of two: the hull of the ranges, the greater error.
Bounded hull(const Bounded& a, const Bounded& b);

/// The outputs of a local function whose inputs are so bounded, by interval arithmetic and by the operations' Lipschitz
/// constants: min and max 1, relu and abs 1, less 1/margin for each argument, gate 1 and `bound`. InputError, with the
/// line's name, for a discontinuous operation.
std::vector<Bounded> propagate(const theory::machines::LocalFunction& function, const std::vector<Bounded>& inputs);

}  // namespace attest::constructions::simulation
