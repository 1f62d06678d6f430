// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "theory/certificate/value.hpp"
#include "theory/matrix/matrix.hpp"

namespace attest::constructions {

/// A map of n x d matrices that theory/definitions/approximation.stm takes as a target (`is_target`): each entry is a
/// maximum of minima of polynomials, which have degree at most 1 where there are several of them.
struct Target {
  struct Monomial {
    theory::Rational coefficient;
    std::vector<std::vector<long>> exponents;  ///< n x d
  };
  using Polynomial = std::vector<Monomial>;
  using Entry = std::vector<std::vector<Polynomial>>;
  std::string name;
  std::vector<std::vector<Entry>> entries;  ///< n x d

  std::size_t n() const { return entries.size(); }
  std::size_t d() const { return entries.front().size(); }
  theory::Matrix<theory::Rational> at(const theory::Matrix<theory::Rational>& X) const;
  theory::Rational largest() const;  ///< |entry| on the cube, at most
  /// The second derivatives of entry (i, j), summed, at most.
  theory::Rational curvature(std::size_t i, std::size_t j) const;
  theory::Value to_value() const;
};

/// (1 - x_2, x_1) for two tokens of dimension d: the square [0,1]^2 turned by a right angle, column by column. (The
/// swap (x_2, x_1) itself needs no positions: it is the sum of all tokens minus the own one.)
Target quarter_turn(std::size_t d);
/// (x_2^2, x_3^2, x_1^2).
Target rotated_squares();
/// (x_1 x_2, (x_1^2 + x_2^2) / 2).
Target product_and_mean_square();
/// (x_1 x_2, 1 - x_1 x_2).
Target product_and_rest();
/// (x_1, max(x_1, x_2) + lift): what has been the maximum so far.
Target running_maximum(const theory::Rational& lift);
/// (min(x_1, x_2), max(x_1, x_2) + lift).
Target sorted_pair(const theory::Rational& lift);
/// ((x_1 + S) / 4, 1 - (x_2 + S) / 4, (x_3 + S) / 4) with S = x_1 + x_2 + x_3.
Target weighted_sums();
/// The same Y for every X.
Target constant_target(const theory::Matrix<theory::Rational>& Y);

}  // namespace attest::constructions
