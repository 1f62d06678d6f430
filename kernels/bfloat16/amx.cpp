// SPDX-License-Identifier: Apache-2.0
#include "kernels/bfloat16/amx.hpp"

#include "kernels/bfloat16/engines.hpp"

namespace attest::kernels::bfloat16 {

constinit const Engine amx_engine = make_tile_engine<HardwareTiles>();

}  // namespace attest::kernels::bfloat16
