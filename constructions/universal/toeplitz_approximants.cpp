// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/approximant.hpp"
#include "constructions/universal/stream_steps.hpp"
#include "constructions/universal/urpe_network.hpp"

namespace attest::constructions {

using theory::Block;
using theory::Head;
using theory::Matrix;
using theory::Rational;
using theory::Vector;

namespace {

// X -> X + factor Z (X + value_bias) for a Toeplitz matrix Z, by one head with C = n Z, whatever the factor: C is the
// same in all layers.
void toeplitz_mix(Stream& stream, const Matrix<Rational>& Z, const Rational& factor) {
  const std::size_t n = Z.rows();
  Vector<Rational> c;
  for (std::size_t j = n; j-- > 0;) c.push_back(Rational(static_cast<long>(n)) * Z(0, j));
  for (std::size_t i = 1; i < n; ++i) c.push_back(Rational(static_cast<long>(n)) * Z(i, 0));
  stream.mix({toeplitz_head(c, 1, {1}, 0, {factor})}, Z.map([&](const Rational& z) { return factor * z; }),
             Vector<Rational>(n, 0));
}

}  // namespace

// [[0, -1], [1, 0]] - 1 has row sums -2 and 0, so that the value bias -1/2 gives the constants 1 and 0.
Approximant urpe_quarter_turn(std::size_t d) {
  const Vector<Rational> c = {-2, -2, 2};
  Block<Rational> block = idle_block(d, 1);
  for (std::size_t j = 0; j < d; ++j) {
    Vector<Rational> unit(d, 0);
    unit[j] = 1;
    block.heads.push_back(toeplitz_head(c, d, unit, Rational(-1, 2), unit));
  }
  return {{block}, 0, 1, {Cut::Kind::simplices, 1, 0}, Vector<Rational>(2 * d, 0)};
}

Approximant urpe_rotated_squares(long m) {
  Stream stream(3);
  toeplitz_mix(stream, from_rows({{-1, 1, 0}, {0, -1, 1}, {1, 0, -1}}), 1);
  const Rational step(1, 2 * m);
  stream.bend(std::vector<BrokenLine>(3, BrokenLine::squares(0, step, 2 * m)));
  return {stream.blocks(), 0, 1, {Cut::Kind::simplices, m, 0}, Vector<Rational>(3, step * step / 4)};
}

// With Z = [[0, 1], [-1, 0]]: 1 + Z gives s = x1 + x2 and t = x2 - x1; |t|; s^2 / 4 and t^2 / 4, interpolated at
// multiples of 1/m; 1 - Z gives their difference and their sum.
Approximant urpe_product_and_mean_square(long m) {
  Stream stream(2);
  const Matrix<Rational> Z = from_rows({{0, 1}, {-1, 0}});
  const Rational step(1, m);
  toeplitz_mix(stream, Z, 1);
  stream.bend(std::vector<BrokenLine>(2, BrokenLine::absolute(-1, 2, 0)));
  stream.bend(std::vector<BrokenLine>(2, BrokenLine::squares(0, step, 2 * m).times(Rational(1, 4))));
  toeplitz_mix(stream, Z, -1);
  const Rational bend = step * step / 16;
  return {stream.blocks(), 0, 1, {Cut::Kind::simplices, m, 0}, {bend, Rational(3) * bend}};
}

// With Z = [[0, 0], [1, 0]]: x1 and x2 - x1, their positive parts, x1 and x1 + max(x2 - x1, 0).
Approximant urpe_running_maximum() {
  Stream stream(2);
  const Matrix<Rational> Z = from_rows({{0, 0}, {1, 0}});
  toeplitz_mix(stream, Z, -1);
  stream.bend(std::vector<BrokenLine>(2, BrokenLine::positive_part(-1, 1, 0)));
  toeplitz_mix(stream, Z, 1);
  return exact(stream, 1, 2);
}

// With Z = [[0, -1], [1, 0]]: |x1 - x2| / 2 and (x1 + x2) / 2; then minus the minimum and the maximum, whose absolute
// values remain.
Approximant urpe_sorted_pair() {
  Stream stream(2);
  const Matrix<Rational> Z = from_rows({{0, -1}, {1, 0}});
  toeplitz_mix(stream, Z, 1);
  stream.bend(std::vector<BrokenLine>(2, BrokenLine::absolute(-1, 2, 0).times(Rational(1, 2))));
  toeplitz_mix(stream, Z, 1);
  stream.bend(std::vector<BrokenLine>(2, BrokenLine::absolute(-1, 2, 0)));
  return exact(stream, 1, 2);
}

}  // namespace attest::constructions
