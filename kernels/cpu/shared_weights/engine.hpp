// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/attest_kernel.h"
#include "kernels/cpu/instruction_sets.hpp"
#include "kernels/cpu/shared_weights/roots.hpp"

namespace attest::kernels::shared_weights {

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

/// What the Fourier kernels promise: an output is off by at most this times |row of A .* C| times |visible part of V's
/// column| (Euclidean norms), beside what the direct method's arithmetic is off. Once 2^-24 for float32; float64's
/// transforms have no digits to spare: 2^-40.
template <typename T>
inline constexpr double norm_relative = sizeof(T) == 8 ? 0x1p-40 : 0x1p-24;

/// What is compiled once for each instruction set. T is float or double. Callers ask cpu() first.
template <typename T>
struct Engine {
  /// The direct method (direct.hpp): bytes of scratch of one worker, aligned to 64; tasks; one task.
  std::int64_t (*direct_scratch)(const attest_problem& problem);
  std::int64_t (*direct_tasks)(const attest_problem& problem);
  void (*direct_task)(const attest_problem& problem, std::int64_t task, void* scratch);

  /// Scores b_{i-j} by Fourier transforms (toeplitz.hpp): the same three, with fourier_roots of the length that the
  /// problem needs.
  bool (*toeplitz_pays)(const attest_problem& problem);  ///< whether sizes alone let transforms be faster
  std::int64_t (*toeplitz_scratch)(const attest_problem& problem);
  std::int64_t (*toeplitz_tasks)(const attest_problem& problem);
  void (*toeplitz_task)(const attest_problem& problem, const double* roots, std::int64_t task, void* scratch);

  /// A product (product.hpp), and its numbers of scratch for so many rows.
  std::int64_t (*product_scratch)(std::int64_t rows);
  void (*product)(const StoredProduct<T>& problem, T* scratch);
  /// e^x of n numbers that are not positive (simd/exp.hpp).
  void (*exp_of_nonpositive)(const T* x, std::int64_t n, T* to);
  /// `signals` signals of `size` complex numbers, [number][real, imaginary][signal]: transformed there (in the
  /// order of reversed bits) and back, which multiplies them by `size` (fourier.hpp).
  std::int64_t signals;
  void (*fourier_forward)(const double* roots, std::int64_t length, double* numbers, std::int64_t size);
  void (*fourier_backward)(const double* roots, std::int64_t length, double* numbers, std::int64_t size);
};

#define ATTEST_INSTRUCTIONS(name)            \
  extern const Engine<float> name##_float32; \
  extern const Engine<double> name##_float64;
ATTEST_INSTRUCTION_SETS(ATTEST_INSTRUCTIONS)
#undef ATTEST_INSTRUCTIONS

}  // namespace attest::kernels::shared_weights
