// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/multiprecision/gmp.hpp>

#include "tests/theory/wide.hpp"
#include "theory/attention/transformer.hpp"

// The second opinion on attention: every formula written entry by entry, as the papers print it, over
// Boost.Multiprecision's rationals (base 2) or over MPFI's intervals (base e). Nothing of the engine is used but the
// parameters.

namespace attest::tests::reference {

using Exact = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
template <class T>
using Rows = std::vector<std::vector<T>>;

inline void set(Exact& to, const Rational& x) { to = Exact(x.to_string()); }
inline void set(Wide& to, const Rational& x) { to = wide(x); }

template <class T>
T number(const Rational& x) {
  T result;
  set(result, x);
  return result;
}
template <class T>
Rows<T> rows(const theory::Matrix<Rational>& a) {
  Rows<T> result(a.rows(), std::vector<T>(a.columns()));
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < a.columns(); ++j) result[i][j] = number<T>(a(i, j));
  }
  return result;
}

/// The weight of a score before it is divided by the row's sum.
inline Exact power(const Exact& score) {
  const long exponent = static_cast<long>(boost::multiprecision::numerator(score));
  const Exact two_to_it = boost::multiprecision::mpz_int(1) << std::abs(exponent);
  return exponent < 0 ? Exact(1) / two_to_it : two_to_it;
}
inline Wide power(const Wide& score) { return exp(score); }

/// x_i W: row i of x times W, plus a bias.
template <class T>
T affine(const Rows<T>& x, std::size_t i, const theory::Matrix<Rational>& W, std::size_t k,
         const std::optional<theory::Vector<Rational>>& b) {
  T sum = b ? number<T>((*b)[k]) : T(0);
  for (std::size_t l = 0; l < W.rows(); ++l) sum += x[i][l] * number<T>(W(l, k));
  return sum;
}

/// b_ij of section 2's list, with i and j from 0.
template <class T>
T bias(const theory::Head<Rational>& h, const Rows<T>& Q, const Rows<T>& K, std::size_t i, std::size_t j) {
  using B = theory::RelativeBias<Rational>;
  const std::size_t n = Q.size(), dH = h.WQ.columns();
  const std::size_t at = i + n - 1 - j;
  T sum(0);
  if (const auto* t5 = std::get_if<B::T5>(&h.bias)) sum = number<T>(t5->m[at]);
  if (const auto* alibi = std::get_if<B::ALiBi>(&h.bias)) {
    sum = number<T>(alibi->slope * Rational(-std::abs(static_cast<long>(i) - static_cast<long>(j))));
  }
  if (const auto* dense = std::get_if<B::Dense>(&h.bias)) sum = number<T>(dense->B(i, j));
  for (std::size_t k = 0; k < dH; ++k) {
    if (const auto* shaw = std::get_if<B::Shaw>(&h.bias)) sum += Q[i][k] * number<T>(shaw->r(at, k));
    if (const auto* deberta = std::get_if<B::DeBERTa>(&h.bias)) {
      sum += Q[i][k] * number<T>(deberta->r(at, k)) + number<T>(deberta->s(at, k)) * K[j][k];
    }
    if (const auto* xl = std::get_if<B::TransformerXL>(&h.bias)) {
      T r_WR(0);
      for (std::size_t l = 0; l < xl->WR.rows(); ++l) r_WR += number<T>(xl->r(at, l)) * number<T>(xl->WR(l, k));
      sum += (Q[i][k] + number<T>(xl->v[k])) * r_WR + number<T>(xl->u[k]) * K[j][k];
    }
  }
  return sum;
}

/// softmax(X WQ (X WK)^T + B) (.) C, masked entries left out.
template <class T>
Rows<T> attention_matrix(const theory::Head<Rational>& h, const Rows<T>& x) {
  const std::size_t n = x.size(), dH = h.WQ.columns();
  Rows<T> Q(n, std::vector<T>(dH)), K = Q, A(n, std::vector<T>(n, T(0)));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < dH; ++k) {
      Q[i][k] = affine(x, i, h.WQ, k, h.bQ);
      K[i][k] = affine(x, i, h.WK, k, h.bK);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    T sum(0);
    for (std::size_t j = 0; j < n; ++j) {
      if (h.mask && !(*h.mask)(i, j)) continue;
      T score = bias(h, Q, K, i, j);
      for (std::size_t k = 0; k < dH; ++k) score += Q[i][k] * K[j][k];
      A[i][j] = power(score);
      sum += A[i][j];
    }
    for (std::size_t j = 0; j < n; ++j) {
      if (h.mask && !(*h.mask)(i, j)) continue;
      A[i][j] = A[i][j] / sum * (h.C ? number<T>((*h.C)(i, j)) : T(1));
    }
  }
  return A;
}

/// X + sum_h A^h (X WV^h + 1 bV^hT) WO^h + 1 bO^T (eqs. 2, 6, 16).
template <class T>
Rows<T> attention_layer(const std::vector<theory::Head<Rational>>& heads,
                        const std::optional<theory::Vector<Rational>>& bO, const Rows<T>& x) {
  Rows<T> result = x;
  for (const auto& h : heads) {
    const Rows<T> A = attention_matrix(h, x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (std::size_t j = 0; j < x.size(); ++j) {
        for (std::size_t k = 0; k < h.WV.columns(); ++k) {
          const T value = affine(x, j, h.WV, k, h.bV);
          for (std::size_t l = 0; l < h.WO.columns(); ++l) result[i][l] += A[i][j] * value * number<T>(h.WO(k, l));
        }
      }
    }
  }
  for (auto& row : result) {
    for (std::size_t l = 0; bO && l < row.size(); ++l) row[l] += number<T>((*bO)[l]);
  }
  return result;
}

inline Exact relu(const Exact& x) { return x > 0 ? x : Exact(0); }
/// End by end; MPFI's own comparison throws where an interval holds 0.
inline Wide relu(Wide x) {
  for (mpfr_ptr end : {&x.backend().data()->left, &x.backend().data()->right}) {
    if (mpfr_sgn(end) < 0) mpfr_set_zero(end, 1);
  }
  return x;
}

/// X + ReLU(X W1 + 1 b1^T) W2 + 1 b2^T (eq. 3).
template <class T>
Rows<T> feed_forward(const theory::FeedForward<Rational>& f, const Rows<T>& x) {
  Rows<T> result = x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t l = 0; l < x[i].size(); ++l) {
      if (f.b2) result[i][l] += number<T>((*f.b2)[l]);
      for (std::size_t k = 0; k < f.W1.columns(); ++k) {
        result[i][l] += relu(affine(x, i, f.W1, k, f.b1)) * number<T>(f.W2(k, l));
      }
    }
  }
  return result;
}

/// LayerNorm and RMSNorm of each row.
inline Rows<Wide> normalize(const theory::Normalization<Rational>& norm, Rows<Wide> x) {
  using Kind = theory::Normalization<Rational>::Kind;
  if (norm.kind == Kind::none) return x;
  for (auto& row : x) {
    const Wide d(static_cast<long>(row.size()));
    Wide mean(0), square(0);
    if (norm.kind == Kind::layer_norm) {
      for (const Wide& e : row) mean += e / d;
    }
    for (const Wide& e : row) square += (e - mean) * (e - mean) / d;
    for (std::size_t j = 0; j < row.size(); ++j) {
      row[j] = number<Wide>(norm.gain[j]) * (row[j] - mean) / sqrt(square + number<Wide>(norm.eps)) +
               number<Wide>(norm.shift[j]);
    }
  }
  return x;
}

/// Whether the engine's result is the reference's.
inline bool agree(const theory::Matrix<Rational>& a, const Rows<Exact>& b) {
  if (a.rows() != b.size()) return false;
  for (std::size_t i = 0; i < a.rows(); ++i) {
    if (a.columns() != b[i].size()) return false;
    for (std::size_t j = 0; j < a.columns(); ++j) {
      if (a(i, j).to_string() != b[i][j].str()) return false;
    }
  }
  return true;
}
inline bool agree(const theory::Matrix<Enclosure>& a, const Rows<Wide>& b) {
  if (a.rows() != b.size()) return false;
  for (std::size_t i = 0; i < a.rows(); ++i) {
    if (a.columns() != b[i].size()) return false;
    for (std::size_t j = 0; j < a.columns(); ++j) {
      if (!tests::agree(a(i, j), b[i][j])) return false;
    }
  }
  return true;
}

}  // namespace attest::tests::reference
