// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace attest::cuda::hopper {

/// What the copy engine is told of a tensor (CUtensorMap): columns, rows, heads, batches; made on the host.
struct alignas(64) TensorMap {
  std::uint64_t words[16];
};

}  // namespace attest::cuda::hopper
