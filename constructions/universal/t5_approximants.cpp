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

// X -> M X for a matrix whose two rows have one sum, by two heads: with weights q the first one adds V q and V (1 - q)
// of the tokens to each, the second one the same part of both.
void t5_mix(Stream& stream, const Matrix<Rational>& M) {
  const Rational rest = M(0, 0) + M(0, 1) - 1, half(1, 2);
  const Rational V = Rational(4) * max(Rational(1), max(abs(M(0, 1) - rest / 2), abs(M(1, 0) - rest / 2)));
  const Rational q = half + (M(0, 1) - rest / 2) / V, r = half + (M(1, 0) - rest / 2) / V;
  const auto head = [](const Matrix<Rational>& A, const Rational& factor) {
    return Head<Rational>{.WV = from_rows({{1}}), .WO = from_rows({{factor}}), .A = A};
  };
  stream.mix({head(from_rows({{Rational(1) - q, q}, {r, Rational(1) - r}}), V),
              head(from_rows({{half, half}, {half, half}}), rest - V)},
             minus_identity(M), {0, 0});
}

// The two positions, told apart by the sign of t = x2 - x1 where |t| >= gap. With s = x1 + x2 the values s/2 + N t and
// s/2 - N t move by B sign(t) and -B sign(t), where N is so large that they have this sign. From these come s/2 + t +
// 10 sign(t) and s/2 + 2 t + 20 sign(t), in four intervals, that are put where the positions belong.
Stream told_apart(const Rational& gap) {
  const Rational N = Rational(2) / gap, B = Rational(10) * N, half(1, 2);
  Stream stream(2);
  t5_mix(stream, from_rows({{half - N, half + N}, {half + N, half - N}}));
  stream.pass({{-2, -1, 1, 2}, {Rational(-2) - B, Rational(-1) - B, B + 1, B + 2}});
  const Rational once = half / N, twice = Rational(1) / N;
  t5_mix(stream, from_rows({{half + once, half - once}, {half + twice, half - twice}}));
  stream.pass({{-22, -17, -11, -8, 9, 12}, {48, 53, -1, 2, -1, 2}});
  stream.pass({{-1, 2, 8, 13, 48, 53}, {-1, 2, 48, 53, 48, 53}});
  stream.known(from_rows({{-half, Rational(3, 2)}, {Rational(-3, 2), Rational(5, 2)}}), {0, 50});
  return stream;
}

// x1 and x2 again.
Stream told_apart_tokens(const Rational& gap) {
  Stream stream = told_apart(gap);
  t5_mix(stream, from_rows({{Rational(5, 2), Rational(-3, 2)}, {Rational(3, 2), Rational(-1, 2)}}));
  return stream;
}

// x1 + x2 and |x2 - x1|.
void t5_sum_and_distance(Stream& stream) {
  stream.spread({1, Rational(1, 2)}, 8);
  t5_mix(stream, from_rows({{1, 2}, {-3, 6}}));
  stream.spread({1, Rational(1, 3)}, kApart);
  absolute_second(stream);
}

Approximant off_the_gap(const Stream& stream, const Rational& high, long m, const Rational& gap, const Rational& miss) {
  return {stream.blocks(), 0, high, {Cut::Kind::simplices, m, gap}, Vector<Rational>(2, miss)};
}

}  // namespace

Approximant t5_quarter_turn(const Rational& gap) {
  Stream stream = told_apart(gap);
  t5_mix(stream, from_rows({{Rational(3, 2), Rational(-1, 2)}, {Rational(5, 2), Rational(-3, 2)}}));
  stream.scale({-1, 1}, {1, 0});
  return off_the_gap(stream, 1, 1, gap, 0);
}

Approximant t5_running_maximum(const Rational& gap) {
  Stream stream = told_apart_tokens(gap);
  stream.spread({1, Rational(1, 2)}, 8);
  t5_mix(stream, from_rows({{1, 0}, {-1, 2}}));
  stream.bend({content(stream, 0), BrokenLine::positive_part(stream.low(1), stream.high(1), stream.constant(1))}, 8);
  t5_mix(stream, from_rows({{1, 0}, {Rational(1, 2), Rational(1, 2)}}));
  stream.scale({1, 2}, {0, 1});
  return off_the_gap(stream, 2, 1, gap, 0);
}

Approximant t5_sorted_pair(const Rational& gap) {
  Stream stream = told_apart_tokens(gap);
  t5_sum_and_distance(stream);
  stream.spread({1, 2}, 8);
  t5_mix(stream, from_rows({{3, Rational(-3, 2)}, {1, Rational(1, 2)}}));
  stream.scale({Rational(1, 6), Rational(1, 2)}, {0, 1});
  return off_the_gap(stream, 2, 1, gap, 0);
}

// With the gap, s and |t| are gap + (1 - gap) k/m on the lines of the triangulation.
Approximant t5_product_and_rest(long m, const Rational& gap) {
  Stream stream = told_apart_tokens(gap);
  t5_sum_and_distance(stream);
  const Rational step = (Rational(1) - gap) / Rational(m), quarter(1, 4);
  const auto at = [&](std::size_t i, long pieces) {
    return BrokenLine::squares(gap, step, pieces).prolonged(0, pieces == m ? 1 : 2).moved(stream.constant(i));
  };
  stream.bend({at(0, 2 * m), at(1, m)}, 8);
  t5_mix(stream, from_rows({{1, -1}, {-1, 1}}));
  stream.scale({quarter, quarter}, {0, 1});
  return off_the_gap(stream, 1, m, gap, Rational(1, 16 * m * m));
}

}  // namespace attest::constructions
