// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/cones_steps.hpp"

#include <algorithm>
#include <array>

#include "constructions/index.hpp"
#include "constructions/universal/instance_tree.hpp"
#include "constructions/urpe/cones_network.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

RationalMatrix input_of(Draw& draw, long n, long d, long m) {
  RationalMatrix result = constant_matrix(n, d, 0);
  for (RationalVector& row : result)
    for (Rational& e : row) e = Rational(draw.integer(0, m), m);
  return result;
}

Value::List distinct(const std::vector<RationalMatrix>& matrices) {
  Value::List result;
  for (auto one = matrices.begin(); one != matrices.end(); ++one)
    if (std::find(matrices.begin(), one, *one) == one) result.push_back(Value::matrix(*one));
  return result;
}

// Inputs between the points, at them, at corners.
Value::List inputs_around(Draw& draw, long n, long d, const std::vector<ValuedPoint>& points) {
  std::vector<RationalMatrix> inputs = {constant_matrix(n, d, 0), constant_matrix(n, d, 1), input_of(draw, n, d, 7),
                                        input_of(draw, n, d, 11)};
  for (const ValuedPoint& point : points) inputs.push_back(point.input);
  return distinct(inputs);
}

// The map whose row i is |x_k1 - x_ij| for the next token k: it depends on the other tokens and on positions, also
// where all tokens are equal. L = 1.
RationalMatrix next_difference(const RationalMatrix& X) {
  RationalMatrix result = X;
  for (std::size_t i = 0; i < X.size(); ++i) {
    const Rational& other = X[(i + 1) % X.size()][0];
    for (std::size_t j = 0; j < X[i].size(); ++j) {
      const Rational difference = other - X[i][j];
      result[i][j] = (difference < Rational(0) ? -difference : difference) / Rational(static_cast<long>(i) + 1) +
                     Rational(static_cast<long>(i));
    }
  }
  return result;
}

Rational distance(const RationalMatrix& X, const RationalMatrix& P) {
  Rational sum = 0;
  for (std::size_t i = 0; i < X.size(); ++i)
    for (std::size_t j = 0; j < X[i].size(); ++j) sum += X[i][j] < P[i][j] ? P[i][j] - X[i][j] : X[i][j] - P[i][j];
  return sum;
}

// The grid of m cells an edge, in the order of the statement: the last entry runs fastest.
std::vector<ValuedPoint> tabulated(long n, long d, long m) {
  std::vector<ValuedPoint> points = {{constant_matrix(n, d, 0), {}}};
  for (long entry = n * d - 1; entry >= 0; --entry) {
    std::vector<ValuedPoint> more;
    for (long k = 0; k <= m; ++k)
      for (ValuedPoint point : points) {
        point.input[at(entry / d)][at(entry % d)] = Rational(k, m);
        more.push_back(std::move(point));
      }
    points = std::move(more);
  }
  for (ValuedPoint& point : points) point.values = next_difference(point.input);
  return points;
}

// The least and the greatest value that a 1-Lipschitz map with these values may have at X, and the map's own.
Value::List possible_values(const RationalMatrix& X, const std::vector<ValuedPoint>& points) {
  RationalMatrix least = points[0].values, greatest = least;
  for (std::size_t i = 0; i < X.size(); ++i)
    for (std::size_t j = 0; j < X[i].size(); ++j) {
      for (const ValuedPoint& point : points) {
        const Rational far = distance(X, point.input), low = point.values[i][j] - far, high = point.values[i][j] + far;
        if (&point == &points[0] || least[i][j] < low) least[i][j] = low;
        if (&point == &points[0] || high < greatest[i][j]) greatest[i][j] = high;
      }
    }
  return distinct({least, greatest, next_difference(X)});
}

}  // namespace

Step cones_step() {
  Draw draw(93);
  std::vector<Instance> instances;
  for (const auto& [n, d, count] : {std::array{1L, 1L, 1L}, {1, 2, 2}, {2, 1, 3}, {2, 2, 2}, {3, 1, 4}, {4, 2, 1}}) {
    std::vector<ValuedPoint> points;
    Value::List values;
    for (long a = 0; a < count; ++a) {
      points.push_back({input_of(draw, n, d, 5), draw.matrix(n, d)});
      values.push_back(
          Value::Record{{"P", Value::matrix(points.back().input)}, {"V", Value::matrix(points.back().values)}});
    }
    for (const Rational& L : {Rational(0), Rational(5, 2), Rational(-1)}) {
      const Rational M = 3;
      instances.push_back({{{"n", n}, {"d", d}, {"points", values}, {"L", L}, {"M", M}},
                           witness("blocks", network_value(cones_network(n, d, points, L, M)),
                                   theory::instances("X", inputs_around(draw, n, d, points), theory::evaluate()))});
    }
  }
  return instance_tree(std::move(instances));
}

Step sup_norm_step() {
  Draw draw(94);
  std::vector<Instance> instances;
  for (const auto& [n, d, m] : {std::array{1L, 1L, 1L}, {1, 1, 4}, {2, 1, 1}, {2, 1, 3}, {1, 2, 2}, {3, 1, 2}}) {
    const std::vector<ValuedPoint> points = tabulated(n, d, m);
    Value::List values;
    for (const ValuedPoint& point : points) values.push_back(Value::matrix(point.values));
    std::vector<Instance> at_inputs;
    for (const RationalMatrix& X :
         {constant_matrix(n, d, 0), constant_matrix(n, d, Rational(1, 2 * m)), input_of(draw, n, d, 7)})
      at_inputs.push_back(
          {{{"X", Value::matrix(X)}}, theory::instances("Z", possible_values(X, points), theory::evaluate())});
    instances.push_back(
        {{{"n", n}, {"d", d}, {"m", m}, {"L", 1}, {"V", values}},
         witness("blocks", network_value(cones_network(n, d, points, 1, 0)), instance_tree(std::move(at_inputs)))});
  }
  return instance_tree(std::move(instances));
}

}  // namespace attest::constructions
