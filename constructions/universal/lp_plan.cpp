// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/lp_plan.hpp"

#include "theory/attention/enclose.hpp"

namespace attest::constructions {

using theory::Block;
using theory::Enclosure;
using theory::Matrix;
using theory::Rational;

Rational bound_on_cube(const std::vector<Block<Rational>>& blocks, std::size_t n, std::size_t d) {
  constexpr long precision = 64;
  const Matrix<Enclosure> cube({n, d}, Enclosure::hull(0, 1, precision));
  const Matrix<Enclosure> image = theory::transformer(theory::enclose(blocks, precision), cube);
  Rational bound = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < d; ++j) bound = max(bound, max(abs(image(i, j).lower()), abs(image(i, j).upper())));
  }
  return Rational(2) * ceil(bound);
}

Rational strip_error(const Grid& grid, const Rational& strip, const Rational& bound, const Rational& size, long p) {
  const auto entries = static_cast<long>(grid.n * grid.d);
  return (Rational(1) - pow(Rational(1) - Rational(grid.m) * strip, entries)) * Rational(entries) *
         pow(bound + size, p);
}

Rational strip_within(const Grid& grid, const Rational& bound, const Rational& size, long p, const Rational& room) {
  if (room <= 0) throw std::invalid_argument("strip_within: expected room > 0");
  Rational strip(1, 2 * grid.m);
  while (strip_error(grid, strip, bound, size, p) >= room) strip /= 2;
  return strip;
}

}  // namespace attest::constructions
