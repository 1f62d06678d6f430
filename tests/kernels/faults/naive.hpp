// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "verify/instances/instance.hpp"

namespace attest::faults {

/// What attention gives, as numbers: row by row in the order of Outputs.
struct Results {
  std::vector<long double> output, row_sum, log_sum_exp;
};

/// How the unfused reference computes: `arithmetic` is the type of every operation; with a `stored` format, scores,
/// scores with B, weights, weights with C and outputs are rounded to it as tensors in memory would be.
enum class Arithmetic { float32, float64, extended };

/// softmax (or hardmax) attention in separate steps over whole rows, as one writes it with a tensor library; the stored
/// format is that of `stored`, or none where it is ATTEST_FLOAT64. A row without a visible key is 0.
Results naive_attention(const verify::instances::Instance& instance, Arithmetic arithmetic,
                        attest_dtype stored = ATTEST_FLOAT64);

/// The numbers of a kernel's outputs.
Results results_of(const verify::instances::Outputs& outputs);

}  // namespace attest::faults
