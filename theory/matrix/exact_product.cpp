// SPDX-License-Identifier: Apache-2.0
#include <flint/fmpq_mat.h>

#include "theory/matrix/matrix.hpp"

namespace attest::theory {

namespace {

/// A FLINT matrix for the time of one product.
struct Cleared {
  fmpq_mat_t value;
  explicit Cleared(Shape shape) {
    fmpq_mat_init(value, static_cast<slong>(shape.rows), static_cast<slong>(shape.columns));
  }
  explicit Cleared(const Matrix<Rational>& a) : Cleared(a.shape()) {
    for (std::size_t i = 0; i < a.rows(); ++i) {
      for (std::size_t j = 0; j < a.columns(); ++j) fmpq_set(entry(i, j), a(i, j).raw());
    }
  }
  ~Cleared() { fmpq_mat_clear(value); }
  Cleared(const Cleared&) = delete;
  fmpq* entry(std::size_t i, std::size_t j) {
    return fmpq_mat_entry(value, static_cast<slong>(i), static_cast<slong>(j));
  }
};

}  // namespace

Matrix<Rational> exact_product(const Matrix<Rational>& a, const Matrix<Rational>& b) {
  if (a.columns() != b.rows()) return product_by_definition(a, b);  // which says what does not fit
  const Shape shape{a.rows(), b.columns()};
  Cleared left(a), right(b), result(shape);
  fmpq_mat_mul_cleared(result.value, left.value, right.value);
  Matrix<Rational> product(shape);
  for (std::size_t i = 0; i < shape.rows; ++i) {
    for (std::size_t j = 0; j < shape.columns; ++j) fmpq_swap(product(i, j).raw(), result.entry(i, j));
  }
  return product;
}

}  // namespace attest::theory
