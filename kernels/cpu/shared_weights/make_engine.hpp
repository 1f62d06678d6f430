// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cpu/shared_weights/direct.hpp"
#include "kernels/cpu/shared_weights/engine.hpp"
#include "kernels/cpu/shared_weights/toeplitz.hpp"

namespace attest::kernels::shared_weights {

template <class V, typename T = typename V::Scalar>
void product_of_stored(const StoredProduct<T>& p, T* scratch) {
  for (std::int64_t i = 0; i < p.rows; i += row_block<V>)
    product<V>(p.left + i * p.left_row, p.left_row, p.rows - i < row_block<V> ? p.rows - i : row_block<V>, p.depth,
               StoredRows<V>{{p.right, p.right_batch, p.right_row}}, p.batches, p.columns,
               Matrices<T>{p.out + i * p.out_row, p.out_batch, p.out_row}, scratch);
}

template <class V>
std::int64_t product_scratch_of(std::int64_t rows) {
  return product_scratch<V>(rows < row_block<V> ? rows : row_block<V>);
}

template <class V, typename T = typename V::Scalar>
void exp_of_array(const T* x, std::int64_t n, T* to) {
  for (std::int64_t i = 0; i < n; i += V::lanes)
    simd::store_part<V>(to + i, simd::exp_of_nonpositive<V>(simd::load_part<V>(x + i, n - i)), n - i);
}

template <class D>
Complex<D, D::lanes>* signals_of(double* numbers) {
  return reinterpret_cast<Complex<D, D::lanes>*>(numbers);
}
template <class D>
Fourier<D> fourier_of(const double* roots, std::int64_t length) {
  return {reinterpret_cast<const Complex<D, 1>*>(roots), length};
}
template <class D>
void forward_of_array(const double* roots, std::int64_t length, double* numbers, std::int64_t size) {
  fourier_of<D>(roots, length).forward(signals_of<D>(numbers), size);
}
template <class D>
void backward_of_array(const double* roots, std::int64_t length, double* numbers, std::int64_t size) {
  fourier_of<D>(roots, length).backward(signals_of<D>(numbers), size);
}

template <class V>
constexpr Engine<typename V::Scalar> make_engine() {
  using D = typename V::Wide;
  return {.direct_scratch = direct_scratch<V>,
          .direct_tasks = direct_tasks<V>,
          .direct_task = direct_task<V>,
          .toeplitz_pays = toeplitz_pays<V>,
          .toeplitz_scratch = toeplitz_scratch<V>,
          .toeplitz_tasks = toeplitz_tasks<V>,
          .toeplitz_task = toeplitz_task<V>,
          .product_scratch = product_scratch_of<V>,
          .product = product_of_stored<V>,
          .exp_of_nonpositive = exp_of_array<V>,
          .signals = D::lanes,
          .fourier_forward = forward_of_array<D>,
          .fourier_backward = backward_of_array<D>};
}

}  // namespace attest::kernels::shared_weights
