// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cuda/device.hpp"

namespace attest::cuda::hopper {

/// Attention, RPE and URPE of float16 and bfloat16 on sm_90a's matrix units and copy engine (attention.cuh); names end
/// in `sm90a`. Widths to 256; B and C of every kind; no mask, a causal one or one of bytes.

/// Keys that a row's reference is kept for, at least (attest_error_class).
inline constexpr std::int64_t kLeastKeyBlock = 64;
/// How far it may stay behind the greatest score (softmax.cuh, kLag and kMostSum): 8 ln 2, rounded up
/// (docs/numerics.md, N.3).
inline constexpr double reference_lag(std::uint32_t operation, std::uint32_t dtype) {
  return dtype == ATTEST_FLOAT16 && operation == ATTEST_URPE ? 0 : 5.546;
}

/// What the copy engine asks of query, key and value: rows at multiples of 16 bytes. The problem is well-formed, of one
/// of these operations and dtypes; tensors may still lie in host memory.
attest_status supports(const attest_problem& problem, attest_message why);

/// Puts a problem whose tensors are all in device memory on a stream and does not wait: one launch, and no memory
/// beside the tensors.
attest_status enqueue(const attest_problem& problem, cudaStream_t stream, attest_message why);

/// Whether the current device is one.
bool available();

}  // namespace attest::cuda::hopper
