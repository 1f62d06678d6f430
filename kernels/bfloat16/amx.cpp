// SPDX-License-Identifier: Apache-2.0
#include "kernels/bfloat16/amx.hpp"

#include "kernels/bfloat16/engines.hpp"
#include "kernels/simd/avx512bf16.hpp"

namespace attest::kernels::bfloat16 {

constinit const Engine amx_engine = make_tile_engine<avx512bf16::Float32, HardwareTiles>();

}  // namespace attest::kernels::bfloat16
