// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "theory/scalar/rational.hpp"

namespace attest::constructions {

using RationalVector = std::vector<theory::Rational>;
using RationalMatrix = std::vector<RationalVector>;

/// Reproducible small rationals for instances: the same seed gives the same numbers everywhere. Biased towards 0, 1, -1
/// and repeated values, where statements break first.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits();
  /// Uniform in from, ..., to.
  long integer(long from, long to);
  theory::Rational rational();
  RationalVector vector(long n);
  RationalMatrix matrix(long rows, long columns);
  /// Pairwise different entries.
  RationalVector distinct_vector(long n);
  /// n x n, entries >= 0 (some are 0), rows that sum to 1.
  RationalMatrix right_stochastic(long n);
  /// n x n with A 1 = v, entries of any sign.
  RationalMatrix with_row_sums(const RationalVector& v);
  /// A permutation of 1, ..., n.
  std::vector<long> permutation(long n);

 private:
  std::uint64_t state_;
};

RationalMatrix constant_matrix(long rows, long columns, const theory::Rational& entry);

}  // namespace attest::constructions
