// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "constructions/universal/approximant.hpp"
#include "constructions/universal/stream_steps.hpp"

namespace attest::constructions {

using theory::Block;
using theory::Head;
using theory::Matrix;
using theory::Rational;
using theory::Vector;

namespace {

Head<Rational> mean_head(const Rational& factor) {
  return {.WQ = Matrix<Rational>({1, 1}),
          .WK = Matrix<Rational>({1, 1}),
          .WV = from_rows({{1}}),
          .WO = from_rows({{factor}}),
          .weighting = theory::Weighting::softmax_2};
}

Head<Rational> position_head(const Vector<Rational>& v, const Rational& factor) {
  Matrix<Rational> A({v.size(), v.size()});
  for (std::size_t i = 0; i < v.size(); ++i) A(i, 0) = v[i];
  return {.WV = Matrix<Rational>({1, 1}), .WO = from_rows({{factor}}), .bV = Vector<Rational>{1}, .A = A};
}

void mean_mix(Stream& stream, const Rational& factor, std::size_t n = 2) {
  const Matrix<Rational> Z({n, n}, factor / Rational(static_cast<long>(n)));
  stream.mix({mean_head(factor)}, Z, Vector<Rational>(n, 0));
}

// X -> [[1, 0], [b, 1]] X, or [[1, b], [0, 1]] X: [[2, 1], [1, 2]] diag(1, -4/3) [[3, 2], [2, 3]] is [[10/3, 0], [-7/3,
// -6]], and the factors before and behind it are free.
void shear(Stream& stream, bool lower, const Rational& b) {
  const auto by_position = [&](const Rational& kept, const Rational& changed) {
    return lower ? Vector<Rational>{kept, changed} : Vector<Rational>{changed, kept};
  };
  const Rational behind = Rational(-3) * b / 7;
  stream.spread(by_position(1, Rational(-1) / (Rational(6) * behind)), 64);
  mean_mix(stream, 4);
  stream.spread(by_position(1, Rational(-4, 3)), 64);
  mean_mix(stream, 2);
  stream.spread(by_position(Rational(3, 10), behind), kApart);
}

// x_i and constants that are `apart` from one another at least, in the order of v.
Stream positioned(const Vector<Rational>& v, const Rational& apart = 2) {
  Vector<Rational> sorted = v, constants;
  std::sort(sorted.begin(), sorted.end());
  Rational least_gap = sorted[1] - sorted[0];
  for (std::size_t i = 2; i < v.size(); ++i) least_gap = min(least_gap, sorted[i] - sorted[i - 1]);
  const Rational factor = apart / least_gap;
  for (const Rational& entry : v) constants.push_back(factor * (entry - sorted[0]));
  Stream stream(v.size());
  stream.mix({position_head(v, factor)}, Matrix<Rational>({v.size(), v.size()}), constants, {-factor * sorted[0]});
  return stream;
}

// x1 + x2 and |x2 - x1|.
void sum_and_distance(Stream& stream) {
  shear(stream, false, 1);
  stream.spread({1, 2}, kApart);
  shear(stream, true, -1);
  absolute_second(stream);
}

}  // namespace

Approximant conditions_quarter_turn(const Vector<Rational>& v) {
  Stream stream = positioned(v);
  stream.spread({1, 1}, kApart);
  mean_mix(stream, -2);
  stream.scale({1, -1}, {1, 0});
  return exact(stream, 1, 2);
}

Approximant conditions_running_maximum(const Vector<Rational>& v) {
  Stream stream = positioned(v);
  shear(stream, true, -1);
  stream.bend({content(stream, 0), BrokenLine::positive_part(stream.low(1), stream.high(1), stream.constant(1))},
              kApart);
  shear(stream, true, 1);
  stream.scale({1, 1}, {0, 0});
  return exact(stream, 1, 2);
}

Approximant conditions_sorted_pair(const Vector<Rational>& v) {
  Stream stream = positioned(v);
  sum_and_distance(stream);
  shear(stream, false, -1);
  stream.spread({1, 2}, kApart);
  shear(stream, true, 1);
  stream.scale({Rational(1, 2), Rational(1, 2)}, {0, 0});
  return exact(stream, 1, 2);
}

Approximant conditions_product_and_rest(const Vector<Rational>& v, long m) {
  Stream stream = positioned(v);
  sum_and_distance(stream);
  const Rational step(1, m), half(1, 2);
  stream.bend({BrokenLine::squares(0, step, 2 * m).moved(stream.constant(0)),
               BrokenLine::squares(0, step, m).moved(stream.constant(1))},
              kApart);
  mean_mix(stream, -1);
  stream.scale({half, half}, {0, 1});
  return {stream.blocks(), 0, 1, {Cut::Kind::simplices, m, 0}, Vector<Rational>(2, step * step / 16)};
}

// x_i + S by one mean; then one feed-forward part for the factor 1/4, and one that turns position 2 around.
Approximant conditions_weighted_sums(const Vector<Rational>& v) {
  Stream stream = positioned(v, 8);
  mean_mix(stream, 3, 3);
  const Rational quarter(1, 4);
  stream.scale({quarter, quarter, quarter},
               {quarter * stream.constant(0), quarter * stream.constant(1), quarter * stream.constant(2)});
  stream.scale({1, -1, 1}, {0, 1, 0});
  return exact(stream, 1, 3);
}

EncodedApproximant with_encoding(Approximant network) {
  Block<Rational>& first = network.blocks.front();
  const Matrix<Rational> zero({first.heads.front().A->rows(), 1});
  const Matrix<Rational> E = theory::attention_layer(first.heads, first.bO, zero);
  first.heads.clear();
  first.bO.reset();
  return {E, std::move(network)};
}

}  // namespace attest::constructions
