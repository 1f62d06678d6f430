// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "verify/attack/polynomial.hpp"

namespace attest::verify::attack {

/// A point at which all of these differences are > 0, where they are strict, and >= 0 elsewhere; nothing if there is
/// none. They must have a degree of at most 1. By the simplex method in exact numbers: a vertex, or beside strict ones
/// as far inside as half a power of 2.
std::optional<std::vector<theory::Rational>> point_of(const std::vector<Question>& wanted, std::size_t variables);

}  // namespace attest::verify::attack
