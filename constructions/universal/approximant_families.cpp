// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/approximant.hpp"
#include "constructions/universal/stream.hpp"
#include "constructions/universal/urpe_network.hpp"

namespace attest::constructions {

using theory::Block;
using theory::Head;
using theory::Matrix;
using theory::Rational;
using theory::Vector;

namespace {

using Rows = std::vector<Vector<Rational>>;

Matrix<Rational> matrix(const Rows& rows) { return Matrix<Rational>::from_rows(rows); }

Matrix<Rational> minus_identity(const Matrix<Rational>& M) {
  return Matrix<Rational>::from_function(M.shape(),
                                         [&](std::size_t i, std::size_t j) { return i == j ? M(i, j) - 1 : M(i, j); });
}

Approximant exact(const Stream& stream, const Rational& high, std::size_t nd) {
  return {stream.blocks(), 0, high, {Cut::Kind::simplices, 1, 0}, Vector<Rational>(nd, 0)};
}

// x^2 between multiples of `step`, counted from `first` on, by straight lines: through the points first + k step.
BrokenLine squares(const Rational& first, const Rational& step, long pieces) {
  BrokenLine line;
  for (long k = 0; k <= pieces; ++k) {
    line.x.push_back(first + Rational(k) * step);
    line.y.push_back(line.x.back() * line.x.back());
  }
  return line;
}

BrokenLine moved(BrokenLine line, const Rational& right) {
  for (Rational& x : line.x) x += right;
  return line;
}

// The value of position i without its constant.
BrokenLine content(const Stream& stream, std::size_t i) {
  return BrokenLine::affine(stream.low(i), stream.high(i), 1, -stream.constant(i));
}

// max(x, at) - at.
BrokenLine positive_part(const Rational& lo, const Rational& hi, const Rational& at) {
  return {{lo, at, hi}, {0, 0, hi - at}};
}

// --- URPE
// ------------------------------------------------------------------------------------------------------------------

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
  toeplitz_mix(stream, matrix({{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}));
  const Rational step(1, 2 * m);
  stream.bend(std::vector<BrokenLine>(3, squares(0, step, 2 * m)));
  return {stream.blocks(), 0, 1, {Cut::Kind::simplices, m, 0}, Vector<Rational>(3, step * step / 4)};
}

// s = x1 + x2 and t = x2 - x1, |t|, s^2 and t^2 interpolated at multiples of 1/m, and (s^2 - t^2) / 4, (s^2 + t^2) / 4.
Approximant urpe_product_and_mean_square(long m) {
  Stream stream(2);
  toeplitz_mix(stream, matrix({{1, 1}, {-1, 1}}));
  const Rational quarter(1, 4), step(1, m);
  stream.bend(std::vector<BrokenLine>(2, BrokenLine::absolute(-1, 2, 0)));
  stream.bend(std::vector<BrokenLine>(2, squares(0, step, 2 * m)));
  toeplitz_mix(stream, matrix({{quarter, -quarter}, {quarter, quarter}}));
  const Rational bend = step * step / 16;
  return {stream.blocks(), 0, 1, {Cut::Kind::simplices, m, 0}, {bend, Rational(3) * bend}};
}

Approximant urpe_running_maximum() {
  Stream stream(2);
  toeplitz_mix(stream, matrix({{1, 0}, {-1, 1}}));
  stream.bend(std::vector<BrokenLine>(2, positive_part(-1, 1, 0)));
  toeplitz_mix(stream, matrix({{1, 0}, {1, 1}}));
  return exact(stream, 1, 2);
}

Approximant urpe_sorted_pair() {
  Stream stream(2);
  const Rational half(1, 2);
  toeplitz_mix(stream, matrix({{1, -1}, {1, 1}}));
  stream.bend(std::vector<BrokenLine>(2, BrokenLine::absolute(-1, 2, 0)));
  toeplitz_mix(stream, matrix({{half, -half}, {half, half}}));  // -minimum, maximum
  stream.bend(std::vector<BrokenLine>(2, BrokenLine::absolute(-1, 2, 0)));
  return exact(stream, 1, 2);
}

// --- Theorem 3's conditions
// --------------------------------------------------------------------------------------------------
namespace {

Head<Rational> mean_head(const Rational& factor) {
  return {.WQ = Matrix<Rational>({1, 1}),
          .WK = Matrix<Rational>({1, 1}),
          .WV = matrix({{1}}),
          .WO = matrix({{factor}}),
          .weighting = theory::Weighting::softmax_2};
}

Head<Rational> position_head(const Vector<Rational>& v, const Rational& factor) {
  Matrix<Rational> A({v.size(), v.size()});
  for (std::size_t i = 0; i < v.size(); ++i) A(i, 0) = v[i];
  return {.WV = Matrix<Rational>({1, 1}), .WO = matrix({{factor}}), .bV = Vector<Rational>{1}, .A = A};
}

void mean_mix(Stream& stream, const Rational& factor) {
  const Rational half = factor / 2;
  stream.mix({mean_head(factor)}, matrix({{half, half}, {half, half}}), {0, 0});
}

constexpr long kApart = 1;

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

// The absolute value at position 2; the positions stay apart.
void absolute_second(Stream& stream) {
  stream.bend({content(stream, 0), BrokenLine::absolute(stream.low(1), stream.high(1), stream.constant(1))}, kApart);
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
  stream.bend({content(stream, 0), positive_part(stream.low(1), stream.high(1), stream.constant(1))}, kApart);
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
  stream.bend({moved(squares(0, step, 2 * m), stream.constant(0)), moved(squares(0, step, m), stream.constant(1))},
              kApart);
  mean_mix(stream, -1);
  stream.scale({half, half}, {0, 1});
  return {stream.blocks(), 0, 1, {Cut::Kind::simplices, m, 0}, Vector<Rational>(2, step * step / 16)};
}

// --- T5's biases
// -------------------------------------------------------------------------------------------------------------
namespace {

// X -> M X for a matrix whose two rows have one sum, by two heads: with weights q the first one adds V q and V (1 - q)
// of the tokens to each, the second one the same part of both.
void t5_mix(Stream& stream, const Matrix<Rational>& M) {
  const Rational rest = M(0, 0) + M(0, 1) - 1, half(1, 2);
  const Rational V = Rational(4) * max(Rational(1), max(abs(M(0, 1) - rest / 2), abs(M(1, 0) - rest / 2)));
  const Rational q = half + (M(0, 1) - rest / 2) / V, r = half + (M(1, 0) - rest / 2) / V;
  const auto head = [](const Matrix<Rational>& A, const Rational& factor) {
    return Head<Rational>{.WV = matrix({{1}}), .WO = matrix({{factor}}), .A = A};
  };
  stream.mix({head(matrix({{Rational(1) - q, q}, {r, Rational(1) - r}}), V),
              head(matrix({{half, half}, {half, half}}), rest - V)},
             minus_identity(M), {0, 0});
}

// The two positions, told apart by the sign of t = x2 - x1 where |t| >= gap. With s = x1 + x2 the values s/2 + N t and
// s/2 - N t move by B sign(t) and -B sign(t), where N is so large that they have this sign. From these come s/2 + t +
// 10 sign(t) and s/2 + 2 t + 20 sign(t), in four intervals, that are put where the positions belong.
Stream told_apart(const Rational& gap) {
  const Rational N = Rational(2) / gap, B = Rational(10) * N, half(1, 2);
  Stream stream(2);
  t5_mix(stream, matrix({{half - N, half + N}, {half + N, half - N}}));
  stream.pass({{-2, -1, 1, 2}, {Rational(-2) - B, Rational(-1) - B, B + 1, B + 2}});
  const Rational once = half / N, twice = Rational(1) / N;
  t5_mix(stream, matrix({{half + once, half - once}, {half + twice, half - twice}}));
  stream.pass({{-22, -17, -11, -8, 9, 12}, {48, 53, -1, 2, -1, 2}});
  stream.pass({{-1, 2, 8, 13, 48, 53}, {-1, 2, 48, 53, 48, 53}});
  stream.known(matrix({{-half, Rational(3, 2)}, {Rational(-3, 2), Rational(5, 2)}}), {0, 50});
  return stream;
}

// x1 and x2 again.
Stream told_apart_tokens(const Rational& gap) {
  Stream stream = told_apart(gap);
  t5_mix(stream, matrix({{Rational(5, 2), Rational(-3, 2)}, {Rational(3, 2), Rational(-1, 2)}}));
  return stream;
}

// x1 + x2 and |x2 - x1|.
void t5_sum_and_distance(Stream& stream) {
  stream.spread({1, Rational(1, 2)}, 8);
  t5_mix(stream, matrix({{1, 2}, {-3, 6}}));
  stream.spread({1, Rational(1, 3)}, kApart);
  absolute_second(stream);
}

Approximant off_the_gap(const Stream& stream, const Rational& high, long m, const Rational& gap, const Rational& miss) {
  return {stream.blocks(), 0, high, {Cut::Kind::simplices, m, gap}, Vector<Rational>(2, miss)};
}

// The outermost segments, prolonged.
BrokenLine prolonged(BrokenLine line, const Rational& lo, const Rational& hi) {
  const std::vector<Rational> slope = line.slopes();
  line.y.front() -= (line.x.front() - lo) * slope.front();
  line.x.front() = lo;
  line.y.back() += (hi - line.x.back()) * slope.back();
  line.x.back() = hi;
  return line;
}

}  // namespace

Approximant t5_quarter_turn(const Rational& gap) {
  Stream stream = told_apart(gap);
  t5_mix(stream, matrix({{Rational(3, 2), Rational(-1, 2)}, {Rational(5, 2), Rational(-3, 2)}}));
  stream.scale({-1, 1}, {1, 0});
  return off_the_gap(stream, 1, 1, gap, 0);
}

Approximant t5_running_maximum(const Rational& gap) {
  Stream stream = told_apart_tokens(gap);
  stream.spread({1, Rational(1, 2)}, 8);
  t5_mix(stream, matrix({{1, 0}, {-1, 2}}));
  stream.bend({content(stream, 0), positive_part(stream.low(1), stream.high(1), stream.constant(1))}, 8);
  t5_mix(stream, matrix({{1, 0}, {Rational(1, 2), Rational(1, 2)}}));
  stream.scale({1, 2}, {0, 1});
  return off_the_gap(stream, 2, 1, gap, 0);
}

Approximant t5_sorted_pair(const Rational& gap) {
  Stream stream = told_apart_tokens(gap);
  t5_sum_and_distance(stream);
  stream.spread({1, 2}, 8);
  t5_mix(stream, matrix({{3, Rational(-3, 2)}, {1, Rational(1, 2)}}));
  stream.scale({Rational(1, 6), Rational(1, 2)}, {0, 1});
  return off_the_gap(stream, 2, 1, gap, 0);
}

// With the gap, s and |t| are gap + (1 - gap) k/m on the lines of the triangulation.
Approximant t5_product_and_rest(long m, const Rational& gap) {
  Stream stream = told_apart_tokens(gap);
  t5_sum_and_distance(stream);
  const Rational step = (Rational(1) - gap) / Rational(m), quarter(1, 4);
  const auto at = [&](std::size_t i, long pieces) {
    return moved(prolonged(squares(gap, step, pieces), 0, pieces == m ? 1 : 2), stream.constant(i));
  };
  stream.bend({at(0, 2 * m), at(1, m)}, 8);
  t5_mix(stream, matrix({{1, -1}, {-1, 1}}));
  stream.scale({quarter, quarter}, {0, 1});
  return off_the_gap(stream, 1, m, gap, Rational(1, 16 * m * m));
}

}  // namespace attest::constructions
