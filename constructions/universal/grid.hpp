// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "theory/matrix/matrix.hpp"

namespace attest::constructions {

/// The n x d matrices with entries in {0, 1/m, ..., 1} (URPE appendix A.4), or in {0, 1/m, ..., 1 - 1/m} where the grid
/// is half-open (appendix A.2). Points are numbered from 0, the last entry running fastest, as `grid_inputs` of
/// theory/definitions/selective_shift.stm lists them.
/// Domain: n, d, m >= 1.
struct Grid {
  std::size_t n, d;
  long m;
  bool closed = true;

  /// The values that an entry may have.
  long values() const { return closed ? m + 1 : m; }
  /// values^d: how many rows there are; values^(n d): how many inputs.
  theory::Rational rows() const { return pow(theory::Rational(values()), static_cast<long>(d)); }
  theory::Rational size() const { return pow(theory::Rational(values()), static_cast<long>(n * d)); }
  /// The point of this number, which is below size().
  theory::Matrix<theory::Rational> point(std::size_t number) const;
  /// Every point, in order.
  std::vector<theory::Matrix<theory::Rational>> points() const;
};

/// A function on finitely many n x d inputs: outputs[k] is its value at inputs[k].
struct Table {
  std::vector<theory::Matrix<theory::Rational>> inputs, outputs;
};

}  // namespace attest::constructions
