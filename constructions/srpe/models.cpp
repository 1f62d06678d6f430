// SPDX-License-Identifier: Apache-2.0
#include "constructions/srpe/models.hpp"

#include "constructions/for_every.hpp"

namespace attest::constructions::srpe {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Rational positive(Draw& draw) { return Rational(draw.integer(1, 9), draw.integer(1, 4)); }

std::vector<RationalVector> embeddings(long n, Draw& draw) {
  RationalVector equal(static_cast<std::size_t>(2 * n - 1), 1), unsymmetric;
  for (long l = 1 - n; l < n; ++l) unsymmetric.push_back(positive(draw) + (l > 0 ? Rational(10) : Rational(0)));
  if (n == 1) unsymmetric[0] = Rational(7, 2);
  return {equal, unsymmetric};
}

RationalMatrix drawn_scores(long m, Draw& draw) {
  RationalMatrix w(static_cast<std::size_t>(m));
  for (auto& row : w) {
    for (long b = 0; b < m; ++b) row.push_back(positive(draw));
  }
  return w;
}

// w(a, b) = r(a) has both means equal to the mean of r; and so does w(b, a).
RationalMatrix balanced_scores(long m, bool by_rows, const Rational& first) {
  RationalMatrix w = constant_matrix(m, m, 1);
  for (std::size_t a = 0; a < w.size(); ++a) {
    for (std::size_t b = 0; b < w.size(); ++b) w[a][b] = first + Rational(static_cast<long>(by_rows ? a : b));
  }
  return w;
}

RationalMatrix self_greatest_scores(long m, const Rational& excess, Draw& draw) {
  RationalMatrix w = drawn_scores(m, draw);
  for (std::size_t a = 0; a < w.size(); ++a) w[a][a] = Rational(9) + excess;
  return w;
}

std::vector<RationalMatrix> scores(Scores kind, long m, Draw& draw) {
  switch (kind) {
    case Scores::balanced:
      return {balanced_scores(m, true, 1), balanced_scores(m, false, Rational(1, 3))};
    case Scores::self_greatest:
      return {self_greatest_scores(m, Rational(1, 100), draw), self_greatest_scores(m, 1000, draw)};
    case Scores::any:
      break;
  }
  RationalMatrix drawn = drawn_scores(m, draw);
  drawn[0][0] += Rational(10);  // not the balanced one
  return {drawn, balanced_scores(m, true, 1)};
}

}  // namespace

Step over_models(const ModelRange& range, const std::function<Step(const Model&)>& then) {
  Draw draw(61);
  return for_every("m", range.least_m, range.largest_m, [&](long m) {
    return for_every("n", range.least_n, range.largest_n, [&](long n) {
      std::vector<Step> by_i;
      for (long i = 1; i <= n; ++i) {
        const auto all_u = embeddings(n, draw);
        const auto all_w = scores(range.scores, m, draw);
        std::vector<Value> w_values, u_values;
        for (const auto& w : all_w) w_values.push_back(Value::matrix(w));
        std::vector<Step> by_u;
        for (const auto& u : all_u) {
          std::vector<Step> by_w;
          for (const auto& w : all_w) by_w.push_back(then({m, n, i, u, w}));
          u_values.push_back(Value::vector(u));
          by_u.push_back(theory::instances("w", w_values, std::move(by_w)));
        }
        by_i.push_back(theory::instances("u", std::move(u_values), std::move(by_u)));
      }
      return theory::exhaustive("i", std::move(by_i));
    });
  });
}

Rational mean_with_itself(const RationalMatrix& w) {
  Rational sum = 0;
  for (std::size_t a = 0; a < w.size(); ++a) sum += w[a][a];
  return sum / Rational(static_cast<long>(w.size()));
}

Rational mean_over_pairs(const RationalMatrix& w) {
  Rational sum = 0;
  for (const auto& row : w) {
    for (const Rational& entry : row) sum += entry;
  }
  return sum / Rational(static_cast<long>(w.size() * w.size()));
}

Rational prior_of_self(const Model& model) {
  Rational sum = 0;
  for (long l = 1 - model.i; l <= model.n - model.i; ++l) sum += model.u[static_cast<std::size_t>(l + model.n - 1)];
  return model.u[static_cast<std::size_t>(model.n - 1)] / sum;
}

}  // namespace attest::constructions::srpe
