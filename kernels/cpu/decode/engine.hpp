// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/instruction_sets.hpp"
#include "kernels/paged_decode.hpp"

namespace attest::kernels::decode {

/// Keys begin..end-1 of a sequence.
struct Keys {
  std::int64_t begin, end;
};
/// Heads begin..end-1 of keys and values.
struct Heads {
  std::int64_t begin, end;
};

/// Keys of a step: their scores, their weights, their values.
constexpr int block_keys = 64;

/// The code of one instruction set for one format.
struct Engine {
  /// Of a run of so many heads of keys and values.
  std::size_t (*workspace_bytes)(const PagedDecode& problem, std::int64_t kv_heads);
  /// The outputs of all heads that read these heads of keys and values. workspace: aligned to 64 bytes. A head's bits
  /// do not depend on which others are computed with it.
  void (*run)(const PagedDecode& problem, std::int64_t sequence, Heads kv_heads, Keys keys, void* workspace);
};

#define ATTEST_ENGINES(name) extern const Engine name##_float32, name##_bfloat16, name##_float16;
ATTEST_INSTRUCTION_SETS(ATTEST_ENGINES)
#undef ATTEST_ENGINES

}  // namespace attest::kernels::decode
