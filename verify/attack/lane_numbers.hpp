// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "verify/attack/lanes.hpp"

namespace attest::verify::attack::lane_arithmetic {

/// Ends beside an exact number's lanes: low = high where it is whole, else rounded outward.
Numbers enclosed(const Numbers& x);
/// Both over one denominator; false, with what they then are of no use, where they are not exact or that does not fit.
bool joined(Running& running, Numbers& a, Numbers& b);

// Arithmetic in each lane. Exact where it is and fits; lanes that overflow leave; otherwise enclosed.
Numbers sum(Running& running, const Numbers& a, const Numbers& b, bool minus);
Numbers product(Running& running, const Numbers& a, const Numbers& b);
/// Undefined for a constant 0 below; a lane that divides by 0, or by what may be, leaves.
Numbers quotient(Running& running, const Numbers& a, const Numbers& b);
/// Of exact integers: floor(a / b), and the remainder. Apart for others; a lane that divides by 0 leaves.
std::pair<Numbers, Numbers> floor_quotient(Running& running, const Numbers& a, const Numbers& b);
Numbers extreme(Running& running, const Numbers& a, const Numbers& b, bool greater);
Numbers negated(const Numbers& x);
Numbers absolute(const Numbers& x);  ///< of an exact one
Numbers selected(const Mask& mask, const Numbers& yes, const Numbers& no);

// What is compared holds in the lanes of the answer; where enclosures do not decide, the lane leaves.
Mask equal_numbers(Running& running, const Numbers& a, const Numbers& b);
Mask ordered(Running& running, const Numbers& a, const Numbers& b, bool strict);  ///< a < b, or a <= b
Mask is_integer(const Numbers& x, double wanted);                                 ///< of exact numbers over 1

}  // namespace attest::verify::attack::lane_arithmetic
