// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>

#include "verify/attack/value.hpp"

namespace attest::verify::attack {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline double below(double x) { return std::nextafter(x, -kInfinity); }
inline double above(double x) { return std::nextafter(x, kInfinity); }
inline Interval outward(double low, double high) { return {below(low), above(high)}; }

}  // namespace attest::verify::attack
