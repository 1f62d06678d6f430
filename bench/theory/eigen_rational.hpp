// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <boost/multiprecision/eigen.hpp>
#include <boost/multiprecision/gmp.hpp>
#include <cstdint>

#include "theory/matrix/matrix.hpp"

// What the exact engine is measured against: Eigen over Boost.Multiprecision's GMP rationals.

namespace attest::bench {

using theory::Matrix;
using theory::Rational;
using Gmp = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using EigenMatrix = Eigen::Matrix<Gmp, Eigen::Dynamic, Eigen::Dynamic>;

inline EigenMatrix to_eigen(const Matrix<Rational>& a) {
  EigenMatrix result(a.rows(), a.columns());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < a.columns(); ++j) {
      result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = Gmp(a(i, j).to_string());
    }
  }
  return result;
}

/// The same numbers in each run: entries p/q with |p| < bound and q given by `denominator(i, j)`.
template <class Denominator>
Matrix<Rational> entries(std::size_t rows, std::size_t columns, long bound, Denominator denominator) {
  std::uint64_t state = 88172645463325252u;  // xorshift
  return Matrix<Rational>::from_function({rows, columns}, [&](std::size_t i, std::size_t j) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return Rational(static_cast<long>(state % static_cast<std::uint64_t>(2 * bound - 1)) - bound + 1,
                    denominator(i, j));
  });
}

}  // namespace attest::bench
