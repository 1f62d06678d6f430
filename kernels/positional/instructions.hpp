// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/positional/direct.hpp"
#include "kernels/positional/isa.hpp"
#include "kernels/positional/toeplitz.hpp"

namespace attest::kernels::positional::ATTEST_ISA {

template <typename T>
void product_of_stored(const StoredProduct<T>& p, T* scratch) {
  for (std::int64_t i = 0; i < p.rows; i += kRowBlock)
    product(p.left + i * p.left_row, p.left_row, p.rows - i < kRowBlock ? p.rows - i : kRowBlock, p.depth,
            StoredRows<T>{{p.right, p.right_batch, p.right_row}}, p.batches, p.columns,
            Matrices<T>{p.out + i * p.out_row, p.out_batch, p.out_row}, scratch);
}

template <typename T>
std::int64_t product_scratch_of(std::int64_t rows) {
  return product_scratch<T>(rows < kRowBlock ? rows : kRowBlock);
}

template <typename T>
void exp_of_array(const T* x, std::int64_t n, T* to) {
  for (std::int64_t i = 0; i < n; i += kLanes<T>) {
    const Vector<T> y = exp_of_nonpositive<T>(load_some(x + i, n - i, T{0}));
    for (std::int64_t lane = 0; lane < kLanes<T> && i + lane < n; ++lane) to[i + lane] = y[lane];
  }
}

inline Complex<Vector<double>>* signals_of(double* numbers) {
  return reinterpret_cast<Complex<Vector<double>>*>(numbers);
}
inline void forward_of_array(const double* roots, std::int64_t length, double* numbers, std::int64_t size) {
  Fourier(reinterpret_cast<const Complex<double>*>(roots), length).forward(signals_of(numbers), size);
}
inline void backward_of_array(const double* roots, std::int64_t length, double* numbers, std::int64_t size) {
  Fourier(reinterpret_cast<const Complex<double>*>(roots), length).backward(signals_of(numbers), size);
}

template <typename T>
constexpr Instructions<T> instructions() {
  return {.direct_scratch = direct_scratch<T>,
          .direct_tasks = direct_tasks,
          .direct_task = direct_task<T>,
          .toeplitz_pays = toeplitz_pays<T>,
          .toeplitz_scratch = toeplitz_scratch<T>,
          .toeplitz_tasks = toeplitz_tasks<T>,
          .toeplitz_task = toeplitz_task<T>,
          .product_scratch = product_scratch_of<T>,
          .product = product_of_stored<T>,
          .exp_of_nonpositive = exp_of_array<T>,
          .signals = kLanes<double>,
          .fourier_forward = forward_of_array,
          .fourier_backward = backward_of_array};
}

}  // namespace attest::kernels::positional::ATTEST_ISA
