// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "kernels/formats.hpp"

/// The vocabulary of AVX-512 (F, BW, DQ, VL): one struct a type, every operation one or a few instructions; + - * / of
/// registers are the compiler's. Only for files that are compiled for AVX-512. Every other instruction set has the same
/// structs, and tests/kernels/one_lane.hpp is them in plain C++.
namespace attest::kernels::avx512 {

struct Float64;

struct Float32 {
  using Wide = Float64;
  using Scalar = float;
  using Register = __m512;
  using Mask = __mmask16;
  static constexpr int lanes = 16, registers = 32;

  static Register set(float x) { return _mm512_set1_ps(x); }
  static Register load(const float* p) { return _mm512_loadu_ps(p); }
  static void store(float* p, Register x) { _mm512_storeu_ps(p, x); }

  /// The first n lanes, 0 <= n <= lanes.
  static Mask first(int n) { return static_cast<Mask>((1u << n) - 1u); }
  /// 0 in the lanes outside the mask, whose memory is not touched.
  static Register load(Mask m, const float* p) { return _mm512_maskz_loadu_ps(m, p); }
  static void store(Mask m, float* p, Register x) { _mm512_mask_storeu_ps(p, m, x); }
  /// Numbers of 16 bits in memory, widened; rounded to nearest, ties to even. A mask is that of first().
  static Register load(const BFloat16* p) { return widened(_mm256_loadu_epi16(p)); }
  static Register load(Mask m, const BFloat16* p) { return widened(_mm256_maskz_loadu_epi16(m, p)); }
  static void store(BFloat16* p, Register x) { _mm256_storeu_epi16(p, narrowed(x)); }
  static void store(Mask m, BFloat16* p, Register x) { _mm256_mask_storeu_epi16(p, m, narrowed(x)); }
  static Register load(const Float16* p) { return _mm512_cvtph_ps(_mm256_loadu_epi16(p)); }
  static Register load(Mask m, const Float16* p) { return _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(m, p)); }
  static void store(Float16* p, Register x) { _mm256_storeu_epi16(p, _mm512_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT)); }
  static void store(Mask m, Float16* p, Register x) {
    _mm256_mask_storeu_epi16(p, m, _mm512_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT));
  }
  static Register select(Mask m, Register yes, Register no) { return _mm512_mask_blend_ps(m, no, yes); }
  /// The first n lanes whose byte is not 0; reads n bytes.
  static Mask nonzero(const std::uint8_t* p, int n) {
    const __m128i bytes = _mm_maskz_loadu_epi8(first(n), p);
    return _mm_test_epi8_mask(bytes, bytes);
  }
  static Mask equal(Register a, Register b) { return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ); }
  static Mask greater(Register a, Register b) { return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ); }
  static Mask both(Mask a, Mask b) { return a & b; }
  static unsigned bits(Mask m) { return m; }

  static Register max(Register a, Register b) { return _mm512_max_ps(a, b); }
  /// a * b + c, rounded once.
  static Register fma(Register a, Register b, Register c) { return _mm512_fmadd_ps(a, b, c); }
  static float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
  static float sum(Register x) { return _mm512_reduce_add_ps(x); }
  static float greatest(Register x) { return _mm512_reduce_max_ps(x); }

  /// p * 2^n for n a whole number, with gradual underflow.
  static Register scale_by_power(Register p, Register n) { return _mm512_scalef_ps(p, n); }
  /// The nearest whole number.
  static Register round(Register t) { return _mm512_roundscale_ps(t, 0); }

  /// Lanes as words: from memory of any type; one word in every lane; bit by bit; the upper halves of a's lanes as the
  /// lower halves, of b's as the upper ones; p * 2^k where t = 1.5 * 2^23 + k and all are normal numbers.
  static Register load_words(const void* p) { return _mm512_loadu_ps(p); }
  static Register set_bits(std::uint32_t word) {
    return _mm512_castsi512_ps(_mm512_set1_epi32(static_cast<int>(word)));
  }
  static Register bit_and(Register a, Register b) { return _mm512_and_ps(a, b); }
  static Register bit_xor(Register a, Register b) { return _mm512_xor_ps(a, b); }
  static Register upper_halves(Register a, Register b) {
    const __m512i low = _mm512_srli_epi32(_mm512_castps_si512(a), 16);
    return _mm512_castsi512_ps(_mm512_mask_blend_epi16(0xaaaaaaaau, low, _mm512_castps_si512(b)));
  }
  static Register add_to_exponent(Register p, Register t) {
    const __m512i k = _mm512_slli_epi32(_mm512_castps_si512(t), 23);
    return _mm512_castsi512_ps(_mm512_add_epi32(_mm512_castps_si512(p), k));
  }

  /// Exchanges the odd blocks of `step` lanes of a with the even ones of b: one step of a transposition.
  template <int step>
  static void exchange(Register& a, Register& b) {
    alignas(64) static constexpr Pattern<step> pattern;
    const __m512i low = _mm512_load_si512(pattern.low), high = _mm512_load_si512(pattern.high);
    const Register first = _mm512_permutex2var_ps(a, low, b);
    b = _mm512_permutex2var_ps(a, high, b);
    a = first;
  }

 private:
  static Register widened(__m256i bfloat16) {
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bfloat16), 16));
  }
  static __m256i narrowed(Register x) {
    const __m512i bits = _mm512_castps_si512(x), upper = _mm512_srli_epi32(bits, 16), one = _mm512_set1_epi32(1);
    const __m512i up = _mm512_add_epi32(_mm512_set1_epi32(0x7fff), _mm512_and_epi32(upper, one));
    const __m512i rounded = _mm512_srli_epi32(_mm512_add_epi32(bits, up), 16);
    const __mmask16 nan = _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q);
    return _mm512_cvtepi32_epi16(_mm512_mask_or_epi32(rounded, nan, upper, _mm512_set1_epi32(0x40)));
  }

  template <int step>
  struct Pattern {
    alignas(64) std::int32_t low[lanes]{};
    alignas(64) std::int32_t high[lanes]{};
    constexpr Pattern() {
      for (int i = 0; i < lanes; ++i) {
        const bool odd = (i / step) % 2 != 0;
        low[i] = odd ? lanes + i - step : i;
        high[i] = odd ? lanes + i : i + step;
      }
    }
  };
};

struct Float64 {
  using Wide = Float64;
  using Scalar = double;
  using Register = __m512d;
  using Mask = __mmask8;
  static constexpr int lanes = 8, registers = 32;

  static Register set(double x) { return _mm512_set1_pd(x); }
  static Register load(const double* p) { return _mm512_loadu_pd(p); }
  static void store(double* p, Register x) { _mm512_storeu_pd(p, x); }

  static Mask first(int n) { return static_cast<Mask>((1u << n) - 1u); }
  static Register load(Mask m, const double* p) { return _mm512_maskz_loadu_pd(m, p); }
  static void store(Mask m, double* p, Register x) { _mm512_mask_storeu_pd(p, m, x); }
  /// Floats in memory, widened; rounded to nearest.
  static Register load(const float* p) { return _mm512_cvtps_pd(_mm256_loadu_ps(p)); }
  static Register load(Mask m, const float* p) { return _mm512_cvtps_pd(_mm256_maskz_loadu_ps(m, p)); }
  static void store(float* p, Register x) { _mm256_storeu_ps(p, _mm512_cvtpd_ps(x)); }
  static void store(Mask m, float* p, Register x) { _mm256_mask_storeu_ps(p, m, _mm512_cvtpd_ps(x)); }
  static Register select(Mask m, Register yes, Register no) { return _mm512_mask_blend_pd(m, no, yes); }
  static Mask nonzero(const std::uint8_t* p, int n) {
    const __m128i bytes = _mm_maskz_loadu_epi8(static_cast<__mmask16>(first(n)), p);
    return static_cast<Mask>(_mm_test_epi8_mask(bytes, bytes));
  }
  static Mask equal(Register a, Register b) { return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ); }
  static Mask greater(Register a, Register b) { return _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ); }
  static Mask both(Mask a, Mask b) { return a & b; }
  static unsigned bits(Mask m) { return m; }

  static Register max(Register a, Register b) { return _mm512_max_pd(a, b); }
  static Register fma(Register a, Register b, Register c) { return _mm512_fmadd_pd(a, b, c); }
  static double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
  static double sum(Register x) { return _mm512_reduce_add_pd(x); }
  static double greatest(Register x) { return _mm512_reduce_max_pd(x); }

  static Register scale_by_power(Register p, Register n) { return _mm512_scalef_pd(p, n); }
  static Register round(Register t) { return _mm512_roundscale_pd(t, 0); }

  template <int step>
  static void exchange(Register& a, Register& b) {
    alignas(64) static constexpr Pattern<step> pattern;
    const __m512i low = _mm512_load_si512(pattern.low), high = _mm512_load_si512(pattern.high);
    const Register first = _mm512_permutex2var_pd(a, low, b);
    b = _mm512_permutex2var_pd(a, high, b);
    a = first;
  }

 private:
  template <int step>
  struct Pattern {
    alignas(64) std::int64_t low[lanes]{};
    alignas(64) std::int64_t high[lanes]{};
    constexpr Pattern() {
      for (int i = 0; i < lanes; ++i) {
        const bool odd = (i / step) % 2 != 0;
        low[i] = odd ? lanes + i - step : i;
        high[i] = odd ? lanes + i : i + step;
      }
    }
  };
};

}  // namespace attest::kernels::avx512
