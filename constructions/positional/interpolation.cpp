// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/interpolation.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace attest::constructions {

using theory::Rational;
using theory::Value;

namespace {

Rational dot(const RationalVector& x, const RationalVector& y) {
  Rational sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

RationalMatrix zeros(std::size_t rows, std::size_t columns) {
  return RationalMatrix(rows, RationalVector(columns, Rational(0)));
}

RationalVector affine(const Affine& map, const RationalVector& x) {
  RationalVector y = map.b;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == 0) continue;
    for (std::size_t j = 0; j < y.size(); ++j) y[j] += x[i] * map.W[i][j];
  }
  return y;
}

// A direction on which all points have different coordinates: powers 1, t, t^2, ... for t = 1, 2, ...; two points agree
// along it for fewer t than they have entries, so some t is found.
RationalVector separating_direction(const std::vector<RationalVector>& points) {
  for (long t = 1;; ++t) {
    RationalVector direction;
    for (std::size_t i = 0; i < points.front().size(); ++i) direction.push_back(pow(Rational(t), static_cast<long>(i)));
    std::vector<Rational> coordinates;
    for (const RationalVector& point : points) coordinates.push_back(dot(point, direction));
    std::sort(coordinates.begin(), coordinates.end());
    if (std::adjacent_find(coordinates.begin(), coordinates.end()) == coordinates.end()) return direction;
  }
}

}  // namespace

RationalVector apply(const Mlp& mlp, RationalVector x) {
  for (std::size_t k = 0; k < mlp.size(); ++k) {
    x = affine(mlp[k], x);
    if (k + 1 == mlp.size()) break;
    for (Rational& entry : x) entry = max(entry, Rational(0));
  }
  return x;
}

Value mlp_value(const Mlp& mlp) {
  Value::List layers;
  for (const Affine& map : mlp) {
    layers.emplace_back(Value::Record{{"W", Value::matrix(map.W)}, {"b", Value::vector(map.b)}});
  }
  return layers;
}

Mlp interpolate(const std::vector<RationalVector>& points, const std::vector<RationalVector>& values) {
  if (points.empty() || points.size() != values.size()) {
    throw std::invalid_argument("interpolate: as many values as points, one at least, were expected");
  }
  std::vector<RationalVector> sorted_points = points;
  std::sort(sorted_points.begin(), sorted_points.end());
  if (std::adjacent_find(sorted_points.begin(), sorted_points.end()) != sorted_points.end()) {
    throw std::invalid_argument("interpolate: points that differ were expected");
  }
  const RationalVector direction = separating_direction(points);
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<Rational> at;
  for (const RationalVector& point : points) at.push_back(dot(point, direction));
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return at[a] < at[b]; });

  // From the left: unit k is relu(t - t_k), and its slope makes up for what the units before have at t_{k+1}.
  const std::size_t units = std::max<std::size_t>(1, points.size() - 1), outputs = values.front().size();
  Affine hidden{zeros(direction.size(), units), RationalVector(units, Rational(0))};
  Affine outer{zeros(units, outputs), values[order.front()]};
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    for (std::size_t i = 0; i < direction.size(); ++i) hidden.W[i][k] = direction[i];
    hidden.b[k] = -at[order[k]];
    const Rational& next = at[order[k + 1]];
    for (std::size_t j = 0; j < outputs; ++j) {
      Rational so_far = outer.b[j];
      for (std::size_t l = 0; l < k; ++l) so_far += (next - at[order[l]]) * outer.W[l][j];
      outer.W[k][j] = (values[order[k + 1]][j] - so_far) / (next - at[order[k]]);
    }
  }
  return {hidden, outer};
}

Mlp staircase(std::size_t columns, std::size_t kept, const RationalVector& walls, const Rational& delta) {
  // For each column and wall the difference of two units; for each kept column x = relu(x) - relu(-x).
  const std::size_t inputs = columns + kept, units = 2 * (columns * walls.size() + kept);
  Affine hidden{zeros(inputs, std::max<std::size_t>(1, units)), {}};
  hidden.b.assign(hidden.W.front().size(), Rational(0));
  Affine outer{zeros(hidden.b.size(), inputs), RationalVector(inputs, Rational(0))};
  std::size_t unit = 0;
  const Rational slope = Rational(1) / (Rational(2) * delta);
  for (std::size_t column = 0; column < columns; ++column) {
    for (const Rational& wall : walls) {
      for (const long sign : {1L, -1L}) {
        hidden.W[column][unit] = slope;
        hidden.b[unit] = Rational(sign, 2) - wall * slope;
        outer.W[unit++][column] = sign;
      }
    }
  }
  for (std::size_t column = columns; column < inputs; ++column) {
    for (const long sign : {1L, -1L}) {
      hidden.W[column][unit] = sign;
      outer.W[unit++][column] = sign;
    }
  }
  return {hidden, outer};
}

Mlp compose(const Mlp& first, const Mlp& second) {
  Mlp result(first.begin(), first.end() - 1);
  const Affine& inner = first.back();
  Affine merged{{}, affine(second.front(), inner.b)};
  const Affine linear{second.front().W, RationalVector(second.front().b.size(), Rational(0))};
  for (const RationalVector& row : inner.W) merged.W.push_back(affine(linear, row));
  result.push_back(std::move(merged));
  result.insert(result.end(), second.begin() + 1, second.end());
  return result;
}

Mlp ignoring_first(const Mlp& mlp, std::size_t dropped) {
  Mlp result = mlp;
  result.front().W.insert(result.front().W.begin(), dropped, RationalVector(mlp.front().b.size(), Rational(0)));
  return result;
}

}  // namespace attest::constructions
