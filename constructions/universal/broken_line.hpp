// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "theory/scalar/rational.hpp"

namespace attest::constructions {

/// A continuous piecewise linear function of one number, through at least two points with ascending x; beyond the first
/// and the last one its outermost lines go on.
struct BrokenLine {
  std::vector<theory::Rational> x, y;

  /// slope x + constant.
  static BrokenLine affine(const theory::Rational& lo, const theory::Rational& hi, const theory::Rational& slope,
                           const theory::Rational& constant);
  /// |x - at|.
  static BrokenLine absolute(const theory::Rational& lo, const theory::Rational& hi, const theory::Rational& at);
  /// max(x - at, 0).
  static BrokenLine positive_part(const theory::Rational& lo, const theory::Rational& hi, const theory::Rational& at);
  /// x^2 at first + k step, k = 0, ..., pieces, and straight lines between.
  static BrokenLine squares(const theory::Rational& first, const theory::Rational& step, long pieces);

  /// A multiple of this function.
  BrokenLine times(const theory::Rational& factor) const;
  /// This function of x - right.
  BrokenLine moved(const theory::Rational& right) const;
  /// The same function, given by points from lo to hi, which lie further out.
  BrokenLine prolonged(const theory::Rational& lo, const theory::Rational& hi) const;
  std::vector<theory::Rational> slopes() const;  ///< of the segments
};

}  // namespace attest::constructions
