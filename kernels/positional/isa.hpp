// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/attest_kernel.h"

namespace attest::kernels::positional {

/// out[b, i, c] = sum_k left[i, k] * right[b, k, c]: rows x depth times depth x columns in each batch, all stored row
/// by row with contiguous columns; strides in elements.
template <typename T>
struct StoredProduct {
  std::int64_t rows, depth, columns, batches;
  const T* left;
  std::int64_t left_row;
  const T* right;
  std::int64_t right_batch, right_row;
  T* out;
  std::int64_t out_batch, out_row;
};

/// What is compiled once for each instruction set. T is float or double. Callers ask cpu() first.
template <typename T>
struct Instructions {
  /// The direct method (direct.hpp): bytes of scratch of one worker, aligned to 64; tasks; one task.
  std::int64_t (*direct_scratch)(const attest_problem& problem);
  std::int64_t (*direct_tasks)(const attest_problem& problem);
  void (*direct_task)(const attest_problem& problem, std::int64_t task, void* scratch);

  /// A product (product.hpp), and its numbers of scratch for so many rows.
  std::int64_t (*product_scratch)(std::int64_t rows);
  void (*product)(const StoredProduct<T>& problem, T* scratch);
  /// e^x of n numbers that are not positive (exp.hpp).
  void (*exp_of_nonpositive)(const T* x, std::int64_t n, T* to);
};

extern const Instructions<float> avx2_float;
extern const Instructions<double> avx2_double;
extern const Instructions<float> avx512_float;
extern const Instructions<double> avx512_double;

}  // namespace attest::kernels::positional
