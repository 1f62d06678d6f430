// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/attest_kernel.h"

namespace attest::kernels {

/// Attention of one query a batch entry and head, of float32, bfloat16 and float16: the code of paged_decode.hpp over
/// keys and values without pages, for AVX-512 and AVX2. Right for any number of queries, one after another, and fast
/// for one.
std::span<const attest_kernel> decode_kernels();

}  // namespace attest::kernels
