// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace attest::kernels::simd {

/// Transposes lanes x lanes numbers in registers: log2(lanes) rounds of exchanges.
template <class V, int step = 1>
[[gnu::always_inline]] inline void transpose(typename V::Register (&rows)[V::lanes]) {
#pragma GCC unroll 16
  for (int i = 0; i < V::lanes; ++i)
    if ((i & step) == 0) V::template exchange<step>(rows[i], rows[i + step]);
  if constexpr (2 * step < V::lanes) transpose<V, 2 * step>(rows);
}

}  // namespace attest::kernels::simd
