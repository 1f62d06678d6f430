// SPDX-License-Identifier: Apache-2.0
#include "theory/matrix/matrix.hpp"

namespace attest::theory {

namespace {

[[noreturn]] void mismatch(const char* operation, Shape a, Shape b) {
  throw std::invalid_argument(std::string(operation) + " of a " + a.to_string() + " and a " + b.to_string() +
                              " matrix");
}

/// a(i, j) = combine(a(i, j), b(i, j)).
template <class S, class Combine>
Matrix<S> entrywise(const char* operation, Matrix<S> a, const Matrix<S>& b, Combine combine) {
  if (a.shape() != b.shape()) mismatch(operation, a.shape(), b.shape());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < a.columns(); ++j) combine(a(i, j), b(i, j));
  }
  return a;
}

}  // namespace

template <class S>
Matrix<S> Matrix<S>::from_rows(const std::vector<Vector<S>>& rows, std::size_t columns) {
  Matrix result(Shape{rows.size(), rows.empty() ? columns : rows.front().size()});
  for (std::size_t i = 0; i < rows.size(); ++i) result.set_row(i, rows[i]);
  return result;
}

template <class S>
Matrix<S> Matrix<S>::identity(std::size_t n) {
  return from_function({n, n}, [](std::size_t i, std::size_t j) { return S(i == j ? 1 : 0); });
}

template <class S>
Vector<S> Matrix<S>::row(std::size_t i) const {
  Vector<S> result;
  for (std::size_t j = 0; j < columns(); ++j) result.push_back((*this)(i, j));
  return result;
}

template <class S>
Vector<S> Matrix<S>::column(std::size_t j) const {
  Vector<S> result;
  for (std::size_t i = 0; i < rows(); ++i) result.push_back((*this)(i, j));
  return result;
}

template <class S>
void Matrix<S>::set_row(std::size_t i, const Vector<S>& entries) {
  if (entries.size() != columns()) {
    throw std::invalid_argument("row " + std::to_string(i) + " with " + std::to_string(entries.size()) +
                                " entries in a " + shape_.to_string() + " matrix");
  }
  for (std::size_t j = 0; j < columns(); ++j) (*this)(i, j) = entries[j];
}

template <class S>
std::vector<Vector<S>> Matrix<S>::to_rows() const {
  std::vector<Vector<S>> result;
  for (std::size_t i = 0; i < rows(); ++i) result.push_back(row(i));
  return result;
}

template <class S>
Matrix<S> product_by_definition(const Matrix<S>& a, const Matrix<S>& b) {
  if (a.columns() != b.rows()) mismatch("product", a.shape(), b.shape());
  return Matrix<S>::from_function({a.rows(), b.columns()}, [&](std::size_t i, std::size_t j) {
    S sum(0);
    for (std::size_t k = 0; k < b.rows(); ++k) sum += a(i, k) * b(k, j);
    return sum;
  });
}

Matrix<Rational> operator*(const Matrix<Rational>& a, const Matrix<Rational>& b) {
  if (a.columns() != b.rows()) mismatch("product", a.shape(), b.shape());
  return exact_product(a, b);
}
Matrix<Enclosure> operator*(const Matrix<Enclosure>& a, const Matrix<Enclosure>& b) {
  return product_by_definition(a, b);
}

template <class S>
Matrix<S> operator+(Matrix<S> a, const Matrix<S>& b) {
  return entrywise("sum", std::move(a), b, [](S& x, const S& y) { x += y; });
}
template <class S>
Matrix<S> operator-(Matrix<S> a, const Matrix<S>& b) {
  return entrywise("difference", std::move(a), b, [](S& x, const S& y) { x -= y; });
}
template <class S>
Matrix<S> hadamard(Matrix<S> a, const Matrix<S>& b) {
  return entrywise("entry-wise product", std::move(a), b, [](S& x, const S& y) { x *= y; });
}
template <class S>
Matrix<S> scaled(const S& factor, Matrix<S> a) {
  return a.map([&](const S& entry) { return factor * entry; });
}

template <class S>
Matrix<S> transpose(const Matrix<S>& a) {
  return Matrix<S>::from_function({a.columns(), a.rows()}, [&](std::size_t i, std::size_t j) { return a(j, i); });
}

template <class S>
Matrix<S> add_row(Matrix<S> x, const Vector<S>& b) {
  if (b.size() != x.columns()) mismatch("sum of each row", x.shape(), {1, b.size()});
  for (std::size_t i = 0; i < x.rows(); ++i) {
    for (std::size_t j = 0; j < x.columns(); ++j) x(i, j) += b[j];
  }
  return x;
}

template <class S>
Matrix<S> beside(const Matrix<S>& a, const Matrix<S>& b) {
  if (a.rows() != b.rows()) mismatch("concatenation", a.shape(), b.shape());
  return Matrix<S>::from_function({a.rows(), a.columns() + b.columns()}, [&](std::size_t i, std::size_t j) {
    return j < a.columns() ? a(i, j) : b(i, j - a.columns());
  });
}

template <class S>
S dot(const Vector<S>& x, const Vector<S>& y) {
  if (x.size() != y.size()) mismatch("inner product", {x.size(), 1}, {y.size(), 1});
  S sum(0);
  for (std::size_t k = 0; k < x.size(); ++k) sum += x[k] * y[k];
  return sum;
}

Matrix<Enclosure> enclose(const Matrix<Rational>& a, long precision) {
  return a.map([&](const Rational& entry) { return Enclosure(entry, precision); });
}
Vector<Enclosure> enclose(const Vector<Rational>& x, long precision) {
  Vector<Enclosure> result;
  for (const Rational& entry : x) result.emplace_back(entry, precision);
  return result;
}

#define ATTEST_INSTANTIATE(S)                                                   \
  template class Matrix<S>;                                                     \
  template Matrix<S> product_by_definition(const Matrix<S>&, const Matrix<S>&); \
  template Matrix<S> operator+(Matrix<S>, const Matrix<S>&);                    \
  template Matrix<S> operator-(Matrix<S>, const Matrix<S>&);                    \
  template Matrix<S> scaled(const S&, Matrix<S>);                               \
  template Matrix<S> hadamard(Matrix<S>, const Matrix<S>&);                     \
  template Matrix<S> transpose(const Matrix<S>&);                               \
  template Matrix<S> add_row(Matrix<S>, const Vector<S>&);                      \
  template Matrix<S> beside(const Matrix<S>&, const Matrix<S>&);                \
  template S dot(const Vector<S>&, const Vector<S>&);
ATTEST_INSTANTIATE(Rational)
ATTEST_INSTANTIATE(Enclosure)
#undef ATTEST_INSTANTIATE

}  // namespace attest::theory
