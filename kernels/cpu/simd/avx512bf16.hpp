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

  /// sum + upper(a) upper(b), then + lower(a) lower(b), each rounded once, subnormal numbers taken and given as 0.
  static Register add_products_of_pairs(Register sum, Register a, Register b) {
    return _mm512_dpbf16_ps(sum, (__m512bh)a, (__m512bh)b);
  }
};

}  // namespace attest::kernels::avx512bf16
