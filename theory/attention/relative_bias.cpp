// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/relative_bias.hpp"

namespace attest::theory {

namespace {

/// Where x_{i-j} stands in its family.
std::size_t place(std::size_t i, std::size_t j, std::size_t n) { return i + (n - 1) - j; }

void expect(const char* name, Shape found, Shape expected) {
  if (found == expected) return;
  throw std::invalid_argument(std::string("the bias's ") + name + ": expected " + expected.to_string() + ", found " +
                              found.to_string());
}

template <class S>
struct Evaluate {
  using Bias = RelativeBias<S>;
  const Matrix<S>& Q;
  const Matrix<S>& K;
  std::size_t n = Q.rows(), dH = Q.columns();
  std::size_t members = n == 0 ? 0 : 2 * n - 1;

  template <class F>
  Matrix<S> square(F b) const {
    return Matrix<S>::from_function({n, n}, b);
  }

  Matrix<S> operator()(const typename Bias::None&) const { return Matrix<S>({n, n}); }

  Matrix<S> operator()(const typename Bias::T5& t5) const { return toeplitz(t5.m, n); }

  Matrix<S> operator()(const typename Bias::Shaw& shaw) const {
    expect("r", shaw.r.shape(), {members, dH});
    return relative(Q, shaw.r);
  }

  Matrix<S> operator()(const typename Bias::DeBERTa& deberta) const {
    expect("r", deberta.r.shape(), {members, dH});
    expect("s", deberta.s.shape(), {members, dH});
    const Matrix<S> keys = K * transpose(deberta.s);  // (j, k): X_j WK s_k^T
    return relative(Q, deberta.r) + square([&](std::size_t i, std::size_t j) { return keys(j, place(i, j, n)); });
  }

  Matrix<S> operator()(const typename Bias::TransformerXL& xl) const {
    expect("WR", xl.WR.shape(), {xl.WR.rows(), dH});
    expect("r", xl.r.shape(), {members, xl.WR.rows()});
    expect("u", {1, xl.u.size()}, {1, dH});
    expect("v", {1, xl.v.size()}, {1, dH});
    const Matrix<S> R = xl.r * xl.WR;
    return relative(Q, R) +
           square([&](std::size_t i, std::size_t j) { return dot(xl.u, K.row(j)) + dot(xl.v, R.row(place(i, j, n))); });
  }

  Matrix<S> operator()(const typename Bias::ALiBi& alibi) const {
    return square([&](std::size_t i, std::size_t j) {
      const long distance = static_cast<long>(i < j ? j - i : i - j);
      return alibi.slope * S(-distance);
    });
  }

  Matrix<S> operator()(const typename Bias::Dense& dense) const {
    expect("B", dense.B.shape(), {n, n});
    return dense.B;
  }

  /// X_i WQ r_{i-j}^T, every pair of a query and a member computed in one product.
  Matrix<S> relative(const Matrix<S>& queries, const Matrix<S>& family) const {
    const Matrix<S> products = queries * transpose(family);
    return square([&](std::size_t i, std::size_t j) { return products(i, place(i, j, n)); });
  }
};

}  // namespace

template <class S>
Matrix<S> toeplitz(const Vector<S>& family, std::size_t n) {
  expect("family of scalars", {family.size(), 1}, {n == 0 ? 0 : 2 * n - 1, 1});
  return Matrix<S>::from_function({n, n}, [&](std::size_t i, std::size_t j) { return family[place(i, j, n)]; });
}

template <class S>
Matrix<S> relative_bias(const typename RelativeBias<S>::Any& bias, const Matrix<S>& Q, const Matrix<S>& K) {
  if (Q.shape() != K.shape()) expect("keys X WK", K.shape(), Q.shape());
  return std::visit(Evaluate<S>{Q, K}, bias);
}

template Matrix<Rational> toeplitz(const Vector<Rational>&, std::size_t);
template Matrix<Enclosure> toeplitz(const Vector<Enclosure>&, std::size_t);
template Matrix<Rational> relative_bias(const RelativeBias<Rational>::Any&, const Matrix<Rational>&,
                                        const Matrix<Rational>&);
template Matrix<Enclosure> relative_bias(const RelativeBias<Enclosure>::Any&, const Matrix<Enclosure>&,
                                         const Matrix<Enclosure>&);

}  // namespace attest::theory
