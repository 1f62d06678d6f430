// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/attest_kernel.h"

namespace attest::bench {

/// One library's product of two large matrices into float32: the yardstick of attention's rate is the best of them, for
/// a library that is slow on a machine would flatter what is measured against it.
struct LargeProduct {
  std::string name;
  attest_dtype dtype;
  /// Seconds of one product of two length x length matrices. Throws Absent.
  double (*seconds)(std::int64_t length, int threads);
};

/// OpenBLAS and Eigen in float32; oneDNN in float32 by its sgemm, by a matmul of matrices that lie row by row, and by
/// one whose right operand is in the layout that it prefers (put there before), and in bfloat16 by the latter two.
const std::vector<LargeProduct>& large_products();

double openblas_product(std::int64_t length, int threads);
double eigen_product(std::int64_t length, int threads);
double onednn_sgemm(std::int64_t length, int threads);
double onednn_product(std::int64_t length, int threads);
double onednn_packed_product(std::int64_t length, int threads);
double onednn_bfloat16_product(std::int64_t length, int threads);
double onednn_packed_bfloat16_product(std::int64_t length, int threads);

}  // namespace attest::bench
