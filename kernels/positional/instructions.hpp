// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/positional/direct.hpp"
#include "kernels/positional/isa.hpp"

namespace attest::kernels::positional::ATTEST_ISA {

template <typename T>
void product_of_stored(const T* left, std::int64_t left_row, std::int64_t rows, std::int64_t depth, const T* right,
                       std::int64_t right_row, std::int64_t columns, T* out, std::int64_t out_row, T* scratch) {
  for (std::int64_t i = 0; i < rows; i += kRowBlock)
    product(left + i * left_row, left_row, rows - i < kRowBlock ? rows - i : kRowBlock, depth,
            StoredRows<T>{{right, 0, right_row}}, 1, columns, Matrices<T>{out + i * out_row, 0, out_row}, scratch);
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

template <typename T>
constexpr Instructions<T> instructions() {
  return {.direct_scratch = direct_scratch<T>,
          .direct_tasks = direct_tasks,
          .direct_task = direct_task<T>,
          .product_scratch = product_scratch_of<T>,
          .product = product_of_stored<T>,
          .exp_of_nonpositive = exp_of_array<T>};
}

}  // namespace attest::kernels::positional::ATTEST_ISA
