// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/bounded_weights.hpp"

namespace attest::constructions {

using theory::Rational;

BoundedMatrix draw_bounded(Draw& draw, long rows, long columns, const Rational& s) {
  BoundedMatrix result{constant_matrix(rows, columns, 0), constant_matrix(rows, rows, 0)};
  const std::vector<long> place = draw.permutation(columns);
  for (long i = 0; i < rows; ++i) {
    const auto row = static_cast<std::size_t>(i);
    result.R[row][row] = s;
    if (i >= columns) continue;  // W W^T + R R^T is s^2 there with W's row 0
    result.R[row][row] = s * Rational(4, 5);
    result.W[row][static_cast<std::size_t>(place[row] - 1)] = s * Rational(draw.integer(0, 1) == 0 ? 3 : -3, 5);
  }
  return result;
}

BoundedMatrix draw_bounded_stack(Draw& draw, long blocks, long rows, long columns, const Rational& s) {
  BoundedMatrix result;
  for (long block = 0; block < blocks; ++block) {
    BoundedMatrix next = draw_bounded(draw, rows, columns, s);
    result.W.insert(result.W.end(), next.W.begin(), next.W.end());
    result.R.insert(result.R.end(), next.R.begin(), next.R.end());
  }
  return result;
}

RationalMatrix draw_small(Draw& draw, long rows, long columns) {
  RationalMatrix result = constant_matrix(rows, columns, 0);
  for (RationalVector& row : result) {
    for (Rational& entry : row) entry = Rational(draw.integer(1, 4) * (draw.integer(0, 1) == 0 ? 1 : -1), 4);
  }
  return result;
}

Bindings draw_network(Draw& draw, const std::string& depth, long layers, const LayerShape& shape,
                      const RationalVector& slopes, const Rational& B2) {
  using theory::Value;
  const BoundedMatrix WV = draw_bounded_stack(draw, layers * shape.H, shape.d, shape.dV, B2);
  const BoundedMatrix W1 = draw_bounded_stack(draw, layers, shape.H * shape.dV + shape.d, shape.dh, B2);
  const BoundedMatrix W2 = draw_bounded_stack(draw, layers, shape.dh, shape.d, B2);
  return {{depth, layers},
          {"n", shape.n},
          {"d", shape.d},
          {"dV", shape.dV},
          {"dh", shape.dh},
          {"dP", shape.dP},
          {"dm", shape.dm},
          {"H", shape.H},
          {"slopes", Value::vector(slopes)},
          {"B2", B2},
          {"P", Value::matrix(draw_small(draw, shape.n, shape.dP))},
          {"X", Value::matrix(draw_small(draw, shape.n, shape.d))},
          {"WQ", Value::matrix(draw_small(draw, layers * shape.H * shape.dP, shape.dm))},
          {"WK", Value::matrix(draw_small(draw, layers * shape.H * shape.dP, shape.dm))},
          {"WV", Value::matrix(WV.W)},
          {"R", Value::matrix(WV.R)},
          {"W1", Value::matrix(W1.W)},
          {"R1", Value::matrix(W1.R)},
          {"W2", Value::matrix(W2.W)},
          {"R2", Value::matrix(W2.R)}};
}

RationalMatrix draw_near(Draw& draw, RationalMatrix W) {
  for (RationalVector& row : W) {
    for (Rational& entry : row) entry += Rational(draw.integer(-3, 3), 8);
  }
  return W;
}

}  // namespace attest::constructions
