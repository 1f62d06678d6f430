// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/grid.hpp"

namespace attest::constructions {

using theory::Matrix;
using theory::Rational;

Matrix<Rational> Grid::point(std::size_t number) const {
  Matrix<Rational> X({n, d});
  for (std::size_t place = n * d; place-- > 0;) {
    const auto base = static_cast<std::size_t>(values());
    X(place / d, place % d) = Rational(static_cast<long>(number % base), m);
    number /= base;
  }
  return X;
}

std::vector<Matrix<Rational>> Grid::points() const {
  std::vector<Matrix<Rational>> result;
  const auto count = static_cast<std::size_t>(size().to_long());
  result.reserve(count);
  for (std::size_t number = 0; number < count; ++number) result.push_back(point(number));
  return result;
}

}  // namespace attest::constructions
