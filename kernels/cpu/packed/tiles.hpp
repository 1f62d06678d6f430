// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace attest::kernels::packed {

/// The operand of LDTILECFG, palette 1: eight tiles of at most 16 rows of 64 bytes.
struct alignas(64) TileConfig {
  std::uint8_t palette = 1, start_row = 0, reserved[14] = {};
  std::uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
static_assert(sizeof(TileConfig) == 64);

/// The tile registers of AMX-BF16. As assembly, because the compiler's intrinsics take literals only, no template
/// arguments. A thread's tiles hold between configure and release; no other function may use tiles between a load and
/// its store.
struct HardwareTiles {
  [[gnu::always_inline]] static void configure(const TileConfig& config) { asm volatile("ldtilecfg %0" ::"m"(config)); }
  [[gnu::always_inline]] static void release() { asm volatile("tilerelease"); }
  template <int tile>
  [[gnu::always_inline]] static void zero() {
    asm volatile("tilezero %%tmm%c0" ::"i"(tile));
  }
  /// Rows of 64 bytes, `stride` bytes apart.
  template <int tile>
  [[gnu::always_inline]] static void load(const void* from, std::int64_t stride) {
    asm volatile("tileloadd (%0,%1,1), %%tmm%c2" ::"r"(from), "r"(stride), "i"(tile) : "memory");
  }
  template <int tile>
  [[gnu::always_inline]] static void store(void* to, std::int64_t stride) {
    asm volatile("tilestored %%tmm%c2, (%0,%1,1)" ::"r"(to), "r"(stride), "i"(tile) : "memory");
  }
  /// sums += left * right: rows of 16 words of pairs times 16 rows of 16 words of pairs (TDPBF16PS).
  template <int sums, int left, int right>
  [[gnu::always_inline]] static void multiply() {
    asm volatile("tdpbf16ps %%tmm%c2, %%tmm%c1, %%tmm%c0" ::"i"(sums), "i"(left), "i"(right));
  }
};

}  // namespace attest::kernels::packed
