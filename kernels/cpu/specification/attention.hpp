// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/attest_kernel.h"

namespace attest::kernels {

/// Any operation, as attest_kernel.h defines it: each row's scores, the largest of them, the weights, their sum, A,
/// then A * C times value, all sums from the first key to the last. T is the type of query, key, value and output;
/// every intermediate number is a double for T = double and a float otherwise. One buffer of `keys` numbers a worker.
template <typename T>
void scalar_attention(const attest_problem& problem, void* scratch, int threads);

/// Bytes of its scratch.
template <typename T>
size_t scalar_scratch(const attest_problem& problem, int threads);

}  // namespace attest::kernels
