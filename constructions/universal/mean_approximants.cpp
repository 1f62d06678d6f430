// SPDX-License-Identifier: Apache-2.0
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

void mean_mix(Stream& stream, const Rational& factor) {
  const Rational half = factor / 2;
  stream.mix({mean_head(factor)}, from_rows({{half, half}, {half, half}}), {0, 0});
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

Stream positioned(const Vector<Rational>& v) {
  Stream stream(2);
  const Rational factor = Rational(2) / abs(v[1] - v[0]), least = min(v[0], v[1]);
  stream.mix({position_head(v, factor)}, Matrix<Rational>({2, 2}), {factor * (v[0] - least), factor * (v[1] - least)},
             {-factor * least});
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

EncodedApproximant with_encoding(Approximant network) {
  Block<Rational>& first = network.blocks.front();
  const Matrix<Rational> zero({2, 1});
  const Matrix<Rational> E = theory::attention_layer(first.heads, first.bO, zero);
  first.heads.clear();
  first.bO.reset();
  return {E, std::move(network)};
}

}  // namespace attest::constructions
