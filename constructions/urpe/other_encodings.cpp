// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/other_encodings.hpp"

#include "constructions/for_every.hpp"
#include "constructions/urpe/samples.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Tokens that are all different and not 0.
RationalMatrix different_tokens(long n, long d) {
  RationalMatrix X;
  for (long i = 1; i <= n; ++i) {
    X.emplace_back();
    for (long k = 1; k <= d; ++k) X.back().emplace_back(i + k - 1, 2);
  }
  return X;
}

RationalVector direction(long d) {
  RationalVector u;
  for (long k = 1; k <= d; ++k) u.emplace_back(k % 2 == 0 ? -1 : 2, k + 1);
  return u;
}

std::vector<Value> families(Draw& draw, long n) {
  const std::size_t length = static_cast<std::size_t>(2 * n - 1);
  return distinct_values({Value::vector(RationalVector(length, 1)), Value::vector(draw.vector(2 * n - 1))});
}

// d x 2m: the columns 2p - 1 are weight_p u, the others 0.
Value weighted_columns(const RationalVector& u, const RationalVector& weights) {
  RationalMatrix W;
  for (const Rational& e : u) {
    W.emplace_back();
    for (const Rational& weight : weights) {
      W.back().push_back(weight * e);
      W.back().emplace_back(0);
    }
  }
  return Value::matrix(W);
}

}  // namespace

Step alibi_is_not_attentive(long largest_n) {
  Draw draw(351);
  return for_every("n", 2, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long d) {
      Step steps = witness("X", Value::matrix(different_tokens(n, d)), evaluate());
      steps = instances("family", families(draw, n), std::move(steps));
      // The condition's own weights, and others.
      RationalMatrix column;
      for (const Rational& e : direction(d)) column.push_back({e});
      const std::vector<Value> weights = distinct_values({Value::matrix(column), Value::matrix(draw.matrix(d, 1))});
      steps = instances("WQ", weights, instances("WK", weights, std::move(steps)));
      steps = instances("slope", {Rational(1, 2), Rational(1, 256)}, std::move(steps));
      steps = instances("c", {Rational(0), Rational(-7, 3)}, std::move(steps));
      return range("dH", 1, 1, instances("u", {Value::vector(direction(d))}, std::move(steps)));
    });
  });
}

Step alibi_is_position_aware(long largest_n) {
  return range("n", 1, largest_n, instances("slope", {Rational(8), Rational(1, 2), Rational(1, 256)}, evaluate()));
}

RationalMatrix circle_points(long m) {
  RationalMatrix points;
  for (long t = 1; t <= m; ++t) {
    const Rational square(1, t * t);  // (1 - s^2, 2s) / (1 + s^2) with s = 1/t
    points.push_back({(Rational(1) - square) / (Rational(1) + square), Rational(2, t) / (Rational(1) + square)});
  }
  return points;
}

RationalVector angle_weights(const RationalMatrix& angles) {
  RationalVector weights;
  for (const RationalVector& own : angles) {
    Rational weight = 1;
    for (const RationalVector& other : angles)
      if (other[0] != own[0]) weight *= (Rational(1) - other[0]) / (own[0] - other[0]);
    weights.push_back(weight);
  }
  return weights;
}

Step rope_with_fewer_angles(long largest_n) {
  Draw draw(352);
  return for_every("n", 2, largest_n, [&](long n) {
    std::vector<Step> by_m;
    for (long m = 1; m < n; ++m) {
      by_m.push_back(for_every("d", 1, 2, [&](long d) {
        const RationalMatrix angles = circle_points(m);
        Step steps = witness("X", Value::matrix(different_tokens(n, d)), evaluate());
        steps = instances("family", families(draw, n), std::move(steps));
        // What would serve m tokens, and others.
        const Value equal = weighted_columns(direction(d), RationalVector(static_cast<std::size_t>(m), 1));
        steps = instances("WK", {equal}, std::move(steps));
        steps = instances("WQ",
                          distinct_values({weighted_columns(direction(d), angle_weights(angles)),
                                           Value::matrix(draw.matrix(d, 2 * m))}),
                          std::move(steps));
        steps = instances("angles", {Value::matrix(angles)}, std::move(steps));
        return instances("u", {Value::vector(direction(d))},
                         instances("c", {Rational(0), Rational(-7, 3)}, std::move(steps)));
      }));
    }
    return exhaustive("m", std::move(by_m));
  });
}

Step rope_with_as_many_angles(long largest_n) {
  Draw draw(353);
  return for_every("n", 1, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long d) {
      const RationalMatrix angles = circle_points(n);
      const RationalVector ones(static_cast<std::size_t>(n), 1);
      Step steps = instances("X", sample_matrices(draw, n, d, 3), evaluate());
      steps = witness("WK", weighted_columns(direction(d), ones), std::move(steps));
      steps = witness("WQ", weighted_columns(direction(d), angle_weights(angles)), std::move(steps));
      steps = instances("angles", {Value::matrix(angles)}, std::move(steps));
      return instances("u", {Value::vector(direction(d))},
                       instances("c", {Rational(0), Rational(-7, 3)}, std::move(steps)));
    });
  });
}

}  // namespace attest::constructions
