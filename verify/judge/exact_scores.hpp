// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "verify/judge/head.hpp"

namespace attest::verify::judge {

/// What a set of doubles has in common: all are multiples of 2^lowest, none exceeds `greatest`, none has more than
/// `bits` significant bits. Zeros fit everywhere.
struct Grid {
  int lowest = std::numeric_limits<int>::max() / 4, bits = 0;
  double greatest = 0;
  void add(double x);
};

/// Rows of a head whose scores no arithmetic of a class can get wrong.
class ExactScores {
 public:
  explicit ExactScores(const Head& head);

  /// Whether no operation of row i's scores can round, in any order, in a kernel of this class: every product and bias
  /// is a multiple of one power of two, and the sum of all magnitudes is at most 2^p of it, p the bits of accumulation;
  /// the scale is the square of a power of two (a kernel may multiply query and key by its root), and nothing on the
  /// way is small enough to underflow. Then tied scores are tied in the kernel, too, and its tie rule is held to the
  /// letter (docs/numerics.md, N.11).
  bool cannot_round(const attest_error_class& error, std::int64_t i) const;

  /// Those of these keys whose scores in row i are the greatest of theirs, compared as rationals.
  std::vector<std::int64_t> greatest(std::int64_t i, const std::vector<std::int64_t>& keys) const;

 private:
  const Head& head_;
  Grid key_;
};

}  // namespace attest::verify::judge
