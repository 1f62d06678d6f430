// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "constructions/universal/broken_line.hpp"
#include "constructions/universal/relabel.hpp"

namespace attest::constructions {

/// Tokens of dimension 1 on their way through a network with four hidden units a block. Between two nonlinear steps the
/// value of each position is an affine form in one variable for each position, of which an interval is known; the
/// positions' values lie in intervals that are apart, or are treated alike.
class Stream {
 public:
  /// Variables x_i in [0, 1], and values x_i.
  explicit Stream(std::size_t n);

  /// Starts a block with these heads, whose attention adds Z X + constant to the values X.
  void mix(std::vector<theory::Head<theory::Rational>> heads, const theory::Matrix<theory::Rational>& Z,
           const theory::Vector<theory::Rational>& constant, const theory::Vector<theory::Rational>& bO = {});
  /// Position i's value becomes slope_i value + such a constant that it is constant_i where all variables are 0. The
  /// positions' intervals must be apart.
  void scale(const theory::Vector<theory::Rational>& slopes, const theory::Vector<theory::Rational>& constants);
  /// As scale, with constants that put the positions one above the other, `apart` apart.
  void spread(const theory::Vector<theory::Rational>& slopes, const theory::Rational& apart);
  /// Position i's value goes through line i, defined on its interval; what comes out are the new variables. Positions
  /// whose intervals are not apart must have the same line. With `apart` constants are added, so that the positions lie
  /// one above the other, this far apart.
  void bend(const std::vector<BrokenLine>& lines, const std::optional<theory::Rational>& apart = {});
  /// Every value goes through this line; what that makes of the values, `known` says.
  void pass(const BrokenLine& line) { feed_forward(line); }
  /// From here on the values are these forms in variables from [0, 1]: after steps whose effect is known otherwise.
  void known(const theory::Matrix<theory::Rational>& forms, const theory::Vector<theory::Rational>& constants);

  theory::Rational low(std::size_t i) const;
  theory::Rational high(std::size_t i) const;
  theory::Rational constant(std::size_t i) const { return constants_[i]; }
  /// The blocks so far.
  const std::vector<theory::Block<theory::Rational>>& blocks() const { return blocks_; }

 private:
  theory::Block<theory::Rational>& open_block();  ///< the last one, if its hidden units are free; or a new one
  void feed_forward(const BrokenLine& line);

  theory::Vector<theory::Rational> lows_, highs_;  ///< of the variables
  theory::Matrix<theory::Rational> forms_;         ///< value i is forms_(i, .) times the variables + constants_[i]
  theory::Vector<theory::Rational> constants_;
  std::vector<theory::Block<theory::Rational>> blocks_;
  bool open_ = false;
};

}  // namespace attest::constructions
