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

// X -> M X + (row sums of M - 1) value_bias by one head; M - 1 must be a Toeplitz matrix.
void toeplitz_mix(Stream& stream, const Matrix<Rational>& M, const Rational& value_bias = 0) {
  const std::size_t n = M.rows();
  const Matrix<Rational> Z = minus_identity(M);
  Vector<Rational> c, constant;
  for (std::size_t j = n; j-- > 0;) c.push_back(Rational(static_cast<long>(n)) * Z(0, j));
  for (std::size_t i = 1; i < n; ++i) c.push_back(Rational(static_cast<long>(n)) * Z(i, 0));
  for (std::size_t i = 0; i < n; ++i) {
    Rational sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += Z(i, j) * value_bias;
    constant.push_back(sum);
  }
  stream.mix({toeplitz_head(c, 1, {1}, value_bias, {1})}, Z, constant);
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
  toeplitz_mix(stream, from_rows({{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}));
  const Rational step(1, 2 * m);
  stream.bend(std::vector<BrokenLine>(3, BrokenLine::squares(0, step, 2 * m)));
  return {stream.blocks(), 0, 1, {Cut::Kind::simplices, m, 0}, Vector<Rational>(3, step * step / 4)};
}

// s = x1 + x2 and t = x2 - x1, |t|, s^2 and t^2 interpolated at multiples of 1/m, and (s^2 - t^2) / 4, (s^2 + t^2) / 4.
Approximant urpe_product_and_mean_square(long m) {
  Stream stream(2);
  toeplitz_mix(stream, from_rows({{1, 1}, {-1, 1}}));
  const Rational quarter(1, 4), step(1, m);
  stream.bend(std::vector<BrokenLine>(2, BrokenLine::absolute(-1, 2, 0)));
  stream.bend(std::vector<BrokenLine>(2, BrokenLine::squares(0, step, 2 * m)));
  toeplitz_mix(stream, from_rows({{quarter, -quarter}, {quarter, quarter}}));
  const Rational bend = step * step / 16;
  return {stream.blocks(), 0, 1, {Cut::Kind::simplices, m, 0}, {bend, Rational(3) * bend}};
}

Approximant urpe_running_maximum() {
  Stream stream(2);
  toeplitz_mix(stream, from_rows({{1, 0}, {-1, 1}}));
  stream.bend(std::vector<BrokenLine>(2, BrokenLine::positive_part(-1, 1, 0)));
  toeplitz_mix(stream, from_rows({{1, 0}, {1, 1}}));
  return exact(stream, 1, 2);
}

Approximant urpe_sorted_pair() {
  Stream stream(2);
  const Rational half(1, 2);
  toeplitz_mix(stream, from_rows({{1, -1}, {1, 1}}));
  stream.bend(std::vector<BrokenLine>(2, BrokenLine::absolute(-1, 2, 0)));
  toeplitz_mix(stream, from_rows({{half, -half}, {half, half}}));  // -minimum, maximum
  stream.bend(std::vector<BrokenLine>(2, BrokenLine::absolute(-1, 2, 0)));
  return exact(stream, 1, 2);
}

}  // namespace attest::constructions
