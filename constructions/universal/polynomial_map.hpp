// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/certificate/value.hpp"
#include "theory/matrix/matrix.hpp"

namespace attest::constructions {

/// A map of n x d matrices whose entries are polynomials in the entries of X (`is_polynomial_map` of
/// theory/definitions/universal.stm): a target for which the L^p error is bounded.
struct PolynomialMap {
  struct Monomial {
    theory::Rational coefficient;
    std::vector<std::vector<long>> exponents;  ///< n x d
  };
  using Polynomial = std::vector<Monomial>;
  std::vector<std::vector<Polynomial>> entries;  ///< n x d

  std::size_t n() const { return entries.size(); }
  std::size_t d() const { return entries.front().size(); }
  theory::Matrix<theory::Rational> at(const theory::Matrix<theory::Rational>& X) const;
  /// A Lipschitz constant of every entry on the cube, in the sup norm of X; a bound on every entry's size there.
  theory::Rational lipschitz() const;
  theory::Rational size() const;
  theory::Value to_value() const;
};

/// A constant map.
PolynomialMap constant_map(const theory::Matrix<theory::Rational>& value);
/// X with its entries in another order, times a factor: entry number k (row by row) is factor * X at number from[k].
PolynomialMap rearranging_map(std::size_t n, std::size_t d, const std::vector<std::size_t>& from,
                              const theory::Rational& factor);

}  // namespace attest::constructions
