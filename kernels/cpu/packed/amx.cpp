// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/packed/amx.hpp"

#include "kernels/cpu/simd/compiled.hpp"

namespace attest::kernels::packed {

constinit const Engine amx_bfloat16 = make_tile_engine<ATTEST_ISA::Float32, HardwareTiles>();

}  // namespace attest::kernels::packed
