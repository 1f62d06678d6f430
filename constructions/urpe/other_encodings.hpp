// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/draw.hpp"
#include "theory/certificate/certificate.hpp"

namespace attest::constructions {

/// Evidence for the attentive condition over encodings that URPE's section 2 does not list: the findings of
/// urpe.attentive-condition about ALiBi and rotations. Up to `largest_n` tokens.

theory::Step alibi_is_not_attentive(long largest_n);
theory::Step alibi_is_position_aware(long largest_n);
theory::Step rope_with_fewer_angles(long largest_n);
theory::Step rope_with_as_many_angles(long largest_n);

/// m different points of the unit circle with rational coordinates, none of them (1, 0), as [cos, sin].
RationalMatrix circle_points(long m);
/// The weight of each angle: Lagrange's polynomials through the cosines, at 1. The sum of weight times cos(k angle) is
/// 1 for k = 0, ..., m - 1. The cosines are distinct.
RationalVector angle_weights(const RationalMatrix& angles);

}  // namespace attest::constructions
