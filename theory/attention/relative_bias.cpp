// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/relative_bias.hpp"

#include "theory/error.hpp"

namespace attest::theory {

namespace {

/// Where x_{i-j} stands in its family, for m keys.
std::size_t place(std::size_t i, std::size_t j, std::size_t m) { return i + (m - 1) - j; }

/// Of n queries and m keys: i-j = -(m-1), ..., n-1.
std::size_t members_of(std::size_t n, std::size_t m) { return n == 0 || m == 0 ? 0 : n + m - 1; }

void expect(const char* name, Shape found, Shape expected) {
  if (found == expected) return;
  throw std::invalid_argument(std::string("the bias's ") + name + ": expected " + expected.to_string() + ", found " +
                              found.to_string());
}

Rational logarithm(const Rational& x) {
  if (x == Rational(1)) return 0;
  throw InputError("kerple", "the logarithm of a rational other than 1 is irrational: expected enclosures");
}
Enclosure logarithm(const Enclosure& x) { return log(x); }

template <class S>
struct Evaluate {
  using Bias = RelativeBias<S>;
  const Matrix<S>& Q;
  const Matrix<S>& K;
  std::size_t n = Q.rows(), m = K.rows(), dH = Q.columns();
  std::size_t members = members_of(n, m);

  template <class F>
  Matrix<S> for_pairs(F b) const {
    return Matrix<S>::from_function({n, m}, b);
  }

  Matrix<S> operator()(const typename Bias::None&) const { return Matrix<S>({n, m}); }

  Matrix<S> operator()(const typename Bias::T5& t5) const { return toeplitz(t5.m, n, m); }

  Matrix<S> operator()(const typename Bias::Shaw& shaw) const {
    expect("r", shaw.r.shape(), {members, dH});
    return relative(Q, shaw.r);
  }

  Matrix<S> operator()(const typename Bias::DeBERTa& deberta) const {
    expect("r", deberta.r.shape(), {members, dH});
    expect("s", deberta.s.shape(), {members, dH});
    const Matrix<S> keys = K * transpose(deberta.s);  // (j, k): X_j WK s_k^T
    return relative(Q, deberta.r) + for_pairs([&](std::size_t i, std::size_t j) { return keys(j, place(i, j, m)); });
  }

  Matrix<S> operator()(const typename Bias::TransformerXL& xl) const {
    expect("WR", xl.WR.shape(), {xl.WR.rows(), dH});
    expect("r", xl.r.shape(), {members, xl.WR.rows()});
    expect("u", {1, xl.u.size()}, {1, dH});
    expect("v", {1, xl.v.size()}, {1, dH});
    const Matrix<S> R = xl.r * xl.WR;
    return relative(Q, R) + for_pairs([&](std::size_t i, std::size_t j) {
             return dot(xl.u, K.row(j)) + dot(xl.v, R.row(place(i, j, m)));
           });
  }

  Matrix<S> operator()(const typename Bias::ALiBi& alibi) const {
    return for_pairs([&](std::size_t i, std::size_t j) {
      const long distance = static_cast<long>(i < j ? j - i : i - j);
      return alibi.slope * S(-distance);
    });
  }

  Matrix<S> operator()(const typename Bias::Kerple& kerple) const {
    return for_pairs([&](std::size_t i, std::size_t j) {
      const long distance = static_cast<long>(i < j ? j - i : i - j);
      return kerple.r1 * S(-1) * logarithm(S(1) + kerple.r2 * S(distance));
    });
  }

  Matrix<S> operator()(const typename Bias::Dense& dense) const {
    expect("B", dense.B.shape(), {n, m});
    return dense.B;
  }

  /// X_i WQ r_{i-j}^T, every pair of a query and a member computed in one product.
  Matrix<S> relative(const Matrix<S>& queries, const Matrix<S>& family) const {
    const Matrix<S> products = queries * transpose(family);
    return for_pairs([&](std::size_t i, std::size_t j) { return products(i, place(i, j, m)); });
  }
};

}  // namespace

template <class S>
Matrix<S> toeplitz(const Vector<S>& family, std::size_t n) {
  return toeplitz(family, n, n);
}

template <class S>
Matrix<S> toeplitz(const Vector<S>& family, std::size_t n, std::size_t m) {
  expect("family of scalars", {family.size(), 1}, {members_of(n, m), 1});
  return Matrix<S>::from_function({n, m}, [&](std::size_t i, std::size_t j) { return family[place(i, j, m)]; });
}

template <class S>
Matrix<S> relative_bias(const typename RelativeBias<S>::Any& bias, const Matrix<S>& Q, const Matrix<S>& K) {
  if (Q.columns() != K.columns()) expect("keys X WK", K.shape(), {K.rows(), Q.columns()});
  return std::visit(Evaluate<S>{Q, K}, bias);
}

template Matrix<Rational> toeplitz(const Vector<Rational>&, std::size_t);
template Matrix<Enclosure> toeplitz(const Vector<Enclosure>&, std::size_t);
template Matrix<Rational> toeplitz(const Vector<Rational>&, std::size_t, std::size_t);
template Matrix<Enclosure> toeplitz(const Vector<Enclosure>&, std::size_t, std::size_t);
template Matrix<Rational> relative_bias(const RelativeBias<Rational>::Any&, const Matrix<Rational>&,
                                        const Matrix<Rational>&);
template Matrix<Enclosure> relative_bias(const RelativeBias<Enclosure>::Any&, const Matrix<Enclosure>&,
                                         const Matrix<Enclosure>&);

}  // namespace attest::theory
