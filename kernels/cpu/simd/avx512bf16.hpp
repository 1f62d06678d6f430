// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>

#include "kernels/cpu/simd/avx512.hpp"

/// AVX-512 with the instructions for pairs of bfloat16 (AVX512-BF16).
namespace attest::kernels::avx512bf16 {

struct Float32 : avx512::Float32 {
  /// 32 numbers, rounded to nearest even; subnormal ones become 0.
  static void store_pairs(std::uint16_t* p, Register a, Register b) {
    const __m512bh pairs = _mm512_cvtne2ps_pbh(b, a);
    std::memcpy(p, &pairs, sizeof pairs);
  }

  /// Lane i: a's number as the lower half, b's as the upper one, rounded as by store_pairs.
  template <int n = 2 * lanes>
  static Register zip_pairs(Register a, Register b) {
    alignas(64) static constexpr Across<n> across;
    const __m512bh pairs = _mm512_cvtne2ps_pbh(b, a);
    return _mm512_castsi512_ps(_mm512_permutexvar_epi16(_mm512_load_si512(across.index), (__m512i)pairs));
  }

  /// sum + upper(a) upper(b), then + lower(a) lower(b), each rounded once, subnormal numbers taken and given as 0.
  static Register add_products_of_pairs(Register sum, Register a, Register b) {
    return _mm512_dpbf16_ps(sum, (__m512bh)a, (__m512bh)b);
  }

 private:
  template <int n>
  struct Across {
    alignas(64) std::uint16_t index[n]{};
    constexpr Across() {
      for (int i = 0; i < n; ++i) index[i] = static_cast<std::uint16_t>(i / 2 + i % 2 * (n / 2));
    }
  };
};

}  // namespace attest::kernels::avx512bf16
