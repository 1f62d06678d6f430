// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "verify/attack/value.hpp"

namespace attest::verify::attack {

/// The rational of the smallest denominator in [low, high], of these the one nearest to 0. Needs low <= high.
theory::Rational simplest_between(const theory::Rational& low, const theory::Rational& high);

/// What the comparisons on the way say of a point, one after the other: how far their sides are apart, and whether
/// enclosures leave open that they are equal. Empty where the point is no element, or has no value.
using GapsAt = std::function<std::vector<Gap>(const std::vector<Value>& point)>;

/// Points of small height inside of a box at which the sides of a comparison seem to meet, the plainest first: where
/// cells are to be cut, so that equality is at their ends. Floats look for them; nothing is relied upon. `preferred`
/// are numbers to try as they are.
std::vector<std::vector<theory::Rational>> points_of_equality(const GapsAt& gaps, const std::vector<Interval>& box,
                                                              const std::vector<theory::Rational>& preferred);

}  // namespace attest::verify::attack
