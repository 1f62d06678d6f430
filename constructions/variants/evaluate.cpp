// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/evaluate.hpp"

#include <numeric>
#include <optional>
#include <stdexcept>

namespace attest::constructions {

using theory::Rational;
using Bias = Attention::Bias;
using Normalizer = Attention::Normalizer;

namespace {

RationalMatrix product(const RationalMatrix& A, const RationalMatrix& B) {
  RationalMatrix C = constant_matrix(static_cast<long>(A.size()), static_cast<long>(B.front().size()), 0);
  for (std::size_t i = 0; i < A.size(); ++i)
    for (std::size_t k = 0; k < B.size(); ++k)
      for (std::size_t j = 0; j < B[k].size(); ++j) C[i][j] += A[i][k] * B[k][j];
  return C;
}

Rational dot(const RationalVector& x, const RationalVector& y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), Rational(0));
}

Rational power(bool base_2, const Rational& score) {
  if (score == Rational(0)) return 1;
  if (!base_2 || !score.is_integer()) throw std::domain_error("an irrational weight");
  return pow(Rational(2), score.to_long());
}

// Row i turned i times by the quarter, half, ... that the pair [cos, sin] gives.
RationalMatrix rotated(RationalMatrix Q, const RationalMatrix& angles) {
  for (std::size_t i = 0; i < Q.size(); ++i)
    for (std::size_t turn = 0; turn <= i; ++turn)
      for (std::size_t p = 0; p < angles.size(); ++p) {
        Rational &x = Q[i][2 * p], &y = Q[i][2 * p + 1];
        const Rational old = x;
        x = x * angles[p][0] - y * angles[p][1];
        y = old * angles[p][1] + y * angles[p][0];
      }
  return Q;
}

// The lengths of shortest paths; n where there is none.
std::vector<std::vector<std::size_t>> path_lengths(const RationalMatrix& G) {
  const std::size_t n = G.size();
  std::vector lengths(n, std::vector<std::size_t>(n, n));
  for (std::size_t i = 0; i < n; ++i) {
    lengths[i][i] = 0;
    for (std::size_t l = 1; l < n; ++l)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k < n && lengths[i][j] == n; ++k)
          if (lengths[i][k] == l - 1 && G[k][j] == Rational(1)) lengths[i][j] = l;
  }
  return lengths;
}

RationalMatrix transposed(const RationalMatrix& A) {
  RationalMatrix result = constant_matrix(static_cast<long>(A.front().size()), static_cast<long>(A.size()), 0);
  for (std::size_t i = 0; i < A.size(); ++i)
    for (std::size_t j = 0; j < A[i].size(); ++j) result[j][i] = A[i][j];
  return result;
}

struct Keys {
  RationalMatrix Q, K;
};

Rational bias(Bias kind, const Parameters& p, const Keys& keys, std::size_t i, std::size_t j) {
  const std::size_t n = keys.Q.size(), at = i + n - 1 - j;  // i-j+n-1
  const long distance = std::labs(static_cast<long>(i) - static_cast<long>(j));
  switch (kind) {
    case Bias::none:
    case Bias::kerple:  // a factor of the weight
      return 0;
    case Bias::t5:
      return p.m[at];
    case Bias::shaw:
      return dot(keys.Q[i], p.r[at]);
    case Bias::deberta:
      return dot(keys.Q[i], p.r[at]) + dot(p.s[at], keys.K[j]);
    case Bias::transformer_xl: {
      const RationalVector r = product({p.r[at]}, p.WR).front();
      return dot(keys.Q[i], r) + dot(p.u, keys.K[j]) + dot(p.v, r);
    }
    case Bias::alibi:
      return -p.slope * Rational(distance);
    case Bias::swin: {
      const std::size_t W = static_cast<std::size_t>(p.W), H = static_cast<std::size_t>(p.H);
      return p.table[i / W + H - 1 - j / W][i % W + W - 1 - j % W];
    }
    case Bias::graphormer:
      return p.b[path_lengths(p.G)[i][j]];
    case Bias::tupe:
      return dot(p.U[i], p.V[j]);
    case Bias::at5:
      return i >= j ? p.plus : p.minus;
  }
  return 0;
}

Rational feature(const Rational& x) {
  if (x < Rational(0)) throw std::domain_error("an irrational feature");
  return x + Rational(1);
}

bool sees(const Attention& a, const Parameters& p, std::size_t i, std::size_t j) {
  if (a.is_causal() && j > i) return false;
  const bool window = a.mask == Attention::Mask::window || a.mask == Attention::Mask::causal_window;
  return !window || std::labs(static_cast<long>(i) - static_cast<long>(j)) < p.width;
}

// t tanh(s/t): the order of the scores stays, and hardmax sees no more of them.
Rational capped(const Attention& a, const Rational& score) {
  if (a.softcap == Attention::Softcap::none || a.normalizer == Normalizer::hardmax || score == Rational(0))
    return score;
  throw std::domain_error("an irrational score");
}

// max(s - t, 0) with the t at which they sum to 1; the entries s with sum of max(s_k - s, 0) below 1 are above t.
RationalVector sparsemax(const RationalVector& scores) {
  Rational sum = 0;
  long count = 0;
  std::vector<bool> positive;
  for (const Rational& score : scores) {
    Rational above = 0;
    for (const Rational& other : scores) above += max(other - score, Rational(0));
    positive.push_back(above < Rational(1));
    if (!positive.back()) continue;
    sum += score;
    ++count;
  }
  RationalVector weights;
  for (std::size_t j = 0; j < scores.size(); ++j)
    weights.push_back(positive[j] ? scores[j] - (sum - 1) / Rational(count) : Rational(0));
  return weights;
}

// Q K^T + B; for linear attention phi(Q) phi(K)^T.
RationalMatrix scores_of(const Attention& a, const Parameters& p, const Keys& keys) {
  RationalMatrix S = product(keys.Q, transposed(keys.K));
  for (std::size_t i = 0; i < S.size(); ++i)
    for (std::size_t j = 0; j < S.size(); ++j) {
      S[i][j] += bias(a.bias, p, keys, i, j);
      if (a.normalizer != Normalizer::linear || !sees(a, p, i, j)) continue;
      S[i][j] = 0;
      for (std::size_t k = 0; k < keys.Q[i].size(); ++k) S[i][j] += feature(keys.Q[i][k]) * feature(keys.K[j][k]);
    }
  return S;
}

// Scores to weights: softcap, mask, normalizer, sink.
RationalMatrix normalized(const Attention& a, const Parameters& p, const RationalMatrix& S) {
  const std::size_t n = S.size();
  RationalMatrix A = constant_matrix(static_cast<long>(n), static_cast<long>(n), 0);
  for (std::size_t i = 0; i < n; ++i) {
    RationalVector scores, weights;
    std::vector<std::size_t> seen;
    for (std::size_t j = 0; j < n; ++j) {
      if (!sees(a, p, i, j)) continue;
      seen.push_back(j);
      scores.push_back(a.normalizer == Normalizer::linear ? S[i][j] : capped(a, S[i][j]));
      if (a.normalizer == Normalizer::linear) {
        weights.push_back(scores.back());
      } else if (a.normalizer != Normalizer::none && a.normalizer != Normalizer::hardmax &&
                 a.normalizer != Normalizer::sparsemax) {
        const Rational distance = std::labs(static_cast<long>(i) - static_cast<long>(j));
        const Rational kernel = a.bias == Bias::kerple ? pow(1 + p.r2 * distance, -p.r1.to_long()) : Rational(1);
        weights.push_back(power(p.base_2, scores.back()) * kernel);
      }
    }
    if (a.normalizer == Normalizer::hardmax) {  // the greatest scores share 1
      const Rational greatest = *std::max_element(scores.begin(), scores.end());
      for (const Rational& score : scores) weights.push_back(score == greatest ? 1 : 0);
    }
    if (a.normalizer == Normalizer::sparsemax) weights = sparsemax(scores);
    Rational total = std::accumulate(weights.begin(), weights.end(), Rational(0));
    if (a.normalizer == Normalizer::softmax_plus_one) total += Rational(1);
    if (a.sink == Attention::Sink::learned) total += power(p.base_2, p.sink);
    for (std::size_t k = 0; k < seen.size(); ++k) {
      if (a.normalizer == Normalizer::none)
        A[i][seen[k]] = scores[k];
      else
        A[i][seen[k]] = weights[k] / (a.normalizer == Normalizer::sigmoid ? 1 + weights[k] : total);
    }
  }
  return A;
}

// x A + y B.
RationalMatrix mixed(const Rational& x, RationalMatrix A, const Rational& y, const RationalMatrix& B) {
  for (std::size_t i = 0; i < A.size(); ++i)
    for (std::size_t j = 0; j < A[i].size(); ++j) A[i][j] = x * A[i][j] + y * B[i][j];
  return A;
}

// 2 x / sqrt(mean square + 3), row by row: the root mean square with a gain and an eps at which 1 is rational.
RationalMatrix rms_normalized(RationalMatrix Q) {
  for (RationalVector& row : Q) {
    const Rational mean = dot(row, row) / Rational(static_cast<long>(row.size()));
    if (mean == Rational(0)) continue;
    const std::optional<Rational> root = sqrt_if_square(mean + 3);
    if (!root) throw std::domain_error("an irrational norm");
    for (Rational& x : row) x = 2 * x / *root;
  }
  return Q;
}

// The tokens that the attention sees: the extra one first, encodings added.
RationalMatrix seen_tokens(const Attention& a, const Parameters& p, RationalMatrix X) {
  if (a.extra_token == Attention::ExtraToken::bos) X.insert(X.begin(), p.first);
  if (a.encoding != Attention::Encoding::none)
    for (std::size_t i = 0; i < X.size(); ++i)
      for (std::size_t k = 0; k < X[i].size(); ++k) X[i][k] += p.P[i][k];
  return X;
}

}  // namespace

RationalMatrix attention_matrix(const Attention& a, const Parameters& p, const RationalMatrix& X) {
  const RationalMatrix source = a.scores == Attention::Scores::positions ? p.P : seen_tokens(a, p, X);
  const RationalMatrix keys = a.keys == Attention::Keys::latent ? product(source, p.WD) : source;
  const auto scores = [&](const RationalMatrix& WQ, const RationalMatrix& WK) {
    RationalMatrix Q = product(source, WQ), K = product(keys, WK);
    if (a.qk_norm == Attention::QkNorm::rms) Q = rms_normalized(std::move(Q)), K = rms_normalized(std::move(K));
    return scores_of(a, p, {rotated(std::move(Q), p.angles), rotated(std::move(K), p.angles)});
  };
  RationalMatrix S = scores(p.WQ, p.WK), A;
  if (a.difference == Attention::Difference::two_softmaxes) {
    A = mixed(1, normalized(a, p, S), -p.lambda, normalized(a, p, scores(p.WQ2, p.WK2)));
  } else if (a.talking != Attention::Talking::none) {
    RationalMatrix second = scores(p.WQ2, p.WK2);
    if (a.mixes_before()) {
      const RationalMatrix first = S;
      S = mixed(p.mix_before[0][0], first, p.mix_before[0][1], second);
      second = mixed(p.mix_before[1][0], first, p.mix_before[1][1], second);
    }
    A = normalized(a, p, S);
    if (a.mixes_after()) A = mixed(p.mix_after[0], A, p.mix_after[1], normalized(a, p, second));
  } else {
    A = normalized(a, p, S);
  }
  if (a.factor != Attention::Factor::none)
    for (std::size_t i = 0; i < A.size(); ++i)
      for (std::size_t j = 0; j < A.size(); ++j) A[i][j] *= p.c[i + A.size() - 1 - j];
  return A;
}

RationalMatrix attention_layer(const Attention& a, const Parameters& p, const RationalMatrix& X) {
  const RationalMatrix tokens = seen_tokens(a, p, X);
  RationalMatrix A = attention_matrix(a, p, X);
  if (a.keys == Attention::Keys::grouped) {  // the second query of the group reads the same values
    Parameters second = p;
    second.WQ = p.WQ2;
    A = mixed(1, A, 1, attention_matrix(a, second, X));
  }
  const RationalMatrix values = a.keys == Attention::Keys::latent ? product(tokens, p.WD) : tokens;
  RationalMatrix added = product(A, product(values, p.WV)), result;
  const std::size_t n = tokens.size(), d = X.front().size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < d; ++k) {
      if (a.values == Attention::Values::relative)
        for (std::size_t j = 0; j < n; ++j) added[i][k] += A[i][j] * p.a[i + n - 1 - j][k];
      if (a.gate == Attention::Gate::output) {
        const Rational gate = power(p.base_2, product({tokens[i]}, p.WG).front()[k]);
        added[i][k] *= gate / (1 + gate);
      }
      added[i][k] += tokens[i][k];
    }
  }
  result.assign(added.begin() + static_cast<long>(n - X.size()), added.end());
  return result;
}

RationalVector row_sums(const RationalMatrix& A) {
  RationalVector sums;
  for (const RationalVector& row : A) sums.push_back(std::accumulate(row.begin(), row.end(), Rational(0)));
  return sums;
}

}  // namespace attest::constructions
