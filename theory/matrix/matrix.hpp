// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "theory/scalar/enclosure.hpp"
#include "theory/scalar/rational.hpp"

namespace attest::theory {

template <class S>
using Vector = std::vector<S>;

/// How many rows and columns a matrix has. Either may be 0.
struct Shape {
  std::size_t rows = 0, columns = 0;
  friend bool operator==(const Shape&, const Shape&) = default;
  std::string to_string() const { return std::to_string(rows) + " x " + std::to_string(columns); }
};

/// A dense matrix over the scalar S (Rational or Enclosure), row by row; indices start at 0.
/// Errors: std::invalid_argument for shapes that do not fit, which names both; std::out_of_range for an index.
template <class S>
class Matrix {
 public:
  Matrix() = default;
  explicit Matrix(Shape shape, const S& entry = S()) : shape_(shape), entries_(shape.rows * shape.columns, entry) {}
  Matrix(std::initializer_list<Vector<S>> rows) : Matrix(from_rows(rows)) {}
  /// From rows of equal lengths. `columns` is needed only where there are no rows.
  static Matrix from_rows(const std::vector<Vector<S>>& rows, std::size_t columns = 0);
  /// Entry (i, j) is f(i, j).
  template <class F>
  static Matrix from_function(Shape shape, F f) {
    Matrix result(shape);
    for (std::size_t i = 0; i < shape.rows; ++i) {
      for (std::size_t j = 0; j < shape.columns; ++j) result(i, j) = f(i, j);
    }
    return result;
  }
  static Matrix identity(std::size_t n);

  Shape shape() const { return shape_; }
  std::size_t rows() const { return shape_.rows; }
  std::size_t columns() const { return shape_.columns; }

  S& operator()(std::size_t row, std::size_t column) { return entries_[offset(row, column)]; }
  const S& operator()(std::size_t row, std::size_t column) const { return entries_[offset(row, column)]; }
  Vector<S> row(std::size_t i) const;
  Vector<S> column(std::size_t j) const;
  void set_row(std::size_t i, const Vector<S>& entries);
  /// The rows as lists, for Value::matrix and for exhibits.
  std::vector<Vector<S>> to_rows() const;

  /// The matrix of f(entry).
  template <class F>
  auto map(F f) const {
    using T = std::decay_t<decltype(f(std::declval<const S&>()))>;
    return Matrix<T>::from_function(shape_, [&](std::size_t i, std::size_t j) { return f((*this)(i, j)); });
  }

  friend bool operator==(const Matrix& a, const Matrix& b) requires
      std::is_same_v<decltype(std::declval<S>() == std::declval<S>()), bool> {
    return a.shape_ == b.shape_ && a.entries_ == b.entries_;
  }

 private:
  std::size_t offset(std::size_t row, std::size_t column) const {
    if (row >= shape_.rows || column >= shape_.columns) fail_index(row, column);
    return row * shape_.columns + column;
  }
  [[noreturn]] void fail_index(std::size_t row, std::size_t column) const {
    throw std::out_of_range("entry (" + std::to_string(row) + ", " + std::to_string(column) + ") of a " +
                            shape_.to_string() + " matrix");
  }

  Shape shape_;
  std::vector<S> entries_;
};

/// m x n by n x p. Over Rational the fast product (below), over Enclosure the definition.
Matrix<Rational> operator*(const Matrix<Rational>& a, const Matrix<Rational>& b);
Matrix<Enclosure> operator*(const Matrix<Enclosure>& a, const Matrix<Enclosure>& b);
/// The product by its definition, sum_k a(i, k) b(k, j): the readable reference.
template <class S>
Matrix<S> product_by_definition(const Matrix<S>& a, const Matrix<S>& b);
/// The product over integers: the denominators of each row of a and of each column of b are cleared, FLINT multiplies
/// the integer matrices, and each entry is divided once.
Matrix<Rational> exact_product(const Matrix<Rational>& a, const Matrix<Rational>& b);

template <class S>
Matrix<S> operator+(Matrix<S> a, const Matrix<S>& b);
template <class S>
Matrix<S> operator-(Matrix<S> a, const Matrix<S>& b);
template <class S>
Matrix<S> scaled(const S& factor, Matrix<S> a);
/// The entry-wise product, written (.) in eq. 8 of URPE.
template <class S>
Matrix<S> hadamard(Matrix<S> a, const Matrix<S>& b);
template <class S>
Matrix<S> transpose(const Matrix<S>& a);
/// X + 1 b^T: b is added to each row.
template <class S>
Matrix<S> add_row(Matrix<S> x, const Vector<S>& b);
/// [a b], side by side.
template <class S>
Matrix<S> beside(const Matrix<S>& a, const Matrix<S>& b);
/// sum_k x_k y_k.
template <class S>
S dot(const Vector<S>& x, const Vector<S>& y);

/// Each entry as a point enclosure at the given precision.
Matrix<Enclosure> enclose(const Matrix<Rational>& a, long precision);
Vector<Enclosure> enclose(const Vector<Rational>& x, long precision);

extern template class Matrix<Rational>;
extern template class Matrix<Enclosure>;

}  // namespace attest::theory
