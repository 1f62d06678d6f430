// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "kernels/formats.hpp"

/// The vocabulary of AVX2 with FMA and F16C, with the structs of avx512.hpp. A mask is a vector of all ones and all
/// zeros.
namespace attest::kernels::avx2 {

struct Float64;

struct Float32 {
  using Wide = Float64;
  using Scalar = float;
  using Register = __m256;
  using Mask = __m256;
  static constexpr int lanes = 8, registers = 16;

  static Register set(float x) { return _mm256_set1_ps(x); }
  static Register load(const float* p) { return _mm256_loadu_ps(p); }
  static void store(float* p, Register x) { _mm256_storeu_ps(p, x); }

  static Mask first(int n) {
    const __m256i index = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_set1_epi32(n), index));
  }
  static Register load(Mask m, const float* p) { return _mm256_maskload_ps(p, _mm256_castps_si256(m)); }
  static void store(Mask m, float* p, Register x) { _mm256_maskstore_ps(p, _mm256_castps_si256(m), x); }
  static Register load(const BFloat16* p) { return widened(load_halves(p)); }
  static Register load(Mask m, const BFloat16* p) { return widened(load_halves(m, p)); }
  static void store(BFloat16* p, Register x) { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), narrowed(x)); }
  static void store(Mask m, BFloat16* p, Register x) { store_halves(m, p, narrowed(x)); }
  static Register load(const Float16* p) { return _mm256_cvtph_ps(load_halves(p)); }
  static Register load(Mask m, const Float16* p) { return _mm256_cvtph_ps(load_halves(m, p)); }
  static void store(Float16* p, Register x) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT));
  }
  static void store(Mask m, Float16* p, Register x) {
    store_halves(m, p, _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT));
  }
  static Register select(Mask m, Register yes, Register no) { return _mm256_blendv_ps(no, yes, m); }
  static Mask nonzero(const std::uint8_t* p, int n) {
    std::uint8_t bytes[lanes] = {};
    std::memcpy(bytes, p, static_cast<std::size_t>(n));
    const __m256i wide = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes)));
    return _mm256_castsi256_ps(_mm256_cmpgt_epi32(wide, _mm256_setzero_si256()));
  }
  static Mask equal(Register a, Register b) { return _mm256_cmp_ps(a, b, _CMP_EQ_OQ); }
  static Mask greater(Register a, Register b) { return _mm256_cmp_ps(a, b, _CMP_GT_OQ); }
  static Mask both(Mask a, Mask b) { return _mm256_and_ps(a, b); }
  static unsigned bits(Mask m) { return static_cast<unsigned>(_mm256_movemask_ps(m)); }

  static Register max(Register a, Register b) { return _mm256_max_ps(a, b); }
  static Register fma(Register a, Register b, Register c) { return _mm256_fmadd_ps(a, b, c); }
  static float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
  static float sum(Register x) {
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
  }
  static float greatest(Register x) {
    const __m128 four = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
  }

  /// p * 2^n for a whole number n <= 127; 0 for n < -126. A sum with 1.5 * 2^23 has n's exponent in its last bits.
  static Register scale_by_power(Register p, Register n) {
    const __m256i exponent = _mm256_castps_si256(max(n, set(-127)) + set(0x1.8p23f + 127));
    return p * _mm256_castsi256_ps(_mm256_slli_epi32(exponent, 23));
  }
  static Register round(Register t) { return _mm256_round_ps(t, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }

  static Register load_words(const void* p) {
    return _mm256_castsi256_ps(_mm256_loadu_si256(static_cast<const __m256i*>(p)));
  }
  static Register set_bits(std::uint32_t word) {
    return _mm256_castsi256_ps(_mm256_set1_epi32(static_cast<int>(word)));
  }
  static Register bit_and(Register a, Register b) { return _mm256_and_ps(a, b); }
  static Register bit_xor(Register a, Register b) { return _mm256_xor_ps(a, b); }
  static Register upper_halves(Register a, Register b) {
    const __m256i low = _mm256_srli_epi32(_mm256_castps_si256(a), 16);
    return _mm256_castsi256_ps(_mm256_blend_epi16(low, _mm256_castps_si256(b), 0xaa));
  }
  static Register add_to_exponent(Register p, Register t) {
    const __m256i k = _mm256_slli_epi32(_mm256_castps_si256(t), 23);
    return _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(p), k));
  }

  template <int step>
  static void exchange(Register& a, Register& b) {
    const Register x = a, y = b;
    if constexpr (step == 1) {
      a = _mm256_blend_ps(x, _mm256_moveldup_ps(y), 0xAA);
      b = _mm256_blend_ps(_mm256_movehdup_ps(x), y, 0xAA);
    } else if constexpr (step == 2) {
      a = _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(x), _mm256_castps_pd(y)));
      b = _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(x), _mm256_castps_pd(y)));
    } else {
      a = _mm256_permute2f128_ps(x, y, 0x20);
      b = _mm256_permute2f128_ps(x, y, 0x31);
    }
  }

 private:
  static __m128i load_halves(const void* p) { return _mm_loadu_si128(static_cast<const __m128i*>(p)); }
  static std::size_t bytes_of_halves(Mask m) { return 2 * static_cast<std::size_t>(__builtin_popcount(bits(m))); }
  static __m128i load_halves(Mask m, const void* p) {
    __m128i halves = _mm_setzero_si128();
    std::memcpy(&halves, p, bytes_of_halves(m));
    return halves;
  }
  static void store_halves(Mask m, void* p, __m128i halves) { std::memcpy(p, &halves, bytes_of_halves(m)); }

  static Register widened(__m128i bfloat16) {
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(bfloat16), 16));
  }
  static __m128i narrowed(Register x) {
    const __m256i bits = _mm256_castps_si256(x), upper = _mm256_srli_epi32(bits, 16), one = _mm256_set1_epi32(1);
    const __m256i up = _mm256_add_epi32(_mm256_set1_epi32(0x7fff), _mm256_and_si256(upper, one));
    const __m256i rounded = _mm256_srli_epi32(_mm256_add_epi32(bits, up), 16);
    const __m256i quiet = _mm256_or_si256(upper, _mm256_set1_epi32(0x40));
    const __m256i nan = _mm256_castps_si256(_mm256_cmp_ps(x, x, _CMP_UNORD_Q));
    const __m256i words = _mm256_blendv_epi8(rounded, quiet, nan);
    return _mm_packus_epi32(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
  }
};

struct Float64 {
  using Wide = Float64;
  using Scalar = double;
  using Register = __m256d;
  using Mask = __m256d;
  static constexpr int lanes = 4, registers = 16;

  static Register set(double x) { return _mm256_set1_pd(x); }
  static Register load(const double* p) { return _mm256_loadu_pd(p); }
  static void store(double* p, Register x) { _mm256_storeu_pd(p, x); }

  static Mask first(int n) {
    const __m256i index = _mm256_setr_epi64x(0, 1, 2, 3);
    return _mm256_castsi256_pd(_mm256_cmpgt_epi64(_mm256_set1_epi64x(n), index));
  }
  static Register load(Mask m, const double* p) { return _mm256_maskload_pd(p, _mm256_castpd_si256(m)); }
  static void store(Mask m, double* p, Register x) { _mm256_maskstore_pd(p, _mm256_castpd_si256(m), x); }
  static Register load(const float* p) { return _mm256_cvtps_pd(_mm_loadu_ps(p)); }
  static Register load(Mask m, const float* p) { return _mm256_cvtps_pd(_mm_maskload_ps(p, halved(m))); }
  static void store(float* p, Register x) { _mm_storeu_ps(p, _mm256_cvtpd_ps(x)); }
  static void store(Mask m, float* p, Register x) { _mm_maskstore_ps(p, halved(m), _mm256_cvtpd_ps(x)); }
  static Register select(Mask m, Register yes, Register no) { return _mm256_blendv_pd(no, yes, m); }
  static Mask nonzero(const std::uint8_t* p, int n) {
    std::uint8_t bytes[8] = {};
    std::memcpy(bytes, p, static_cast<std::size_t>(n));
    const __m256i wide = _mm256_cvtepu8_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes)));
    return _mm256_castsi256_pd(_mm256_cmpgt_epi64(wide, _mm256_setzero_si256()));
  }
  static Mask equal(Register a, Register b) { return _mm256_cmp_pd(a, b, _CMP_EQ_OQ); }
  static Mask greater(Register a, Register b) { return _mm256_cmp_pd(a, b, _CMP_GT_OQ); }
  static Mask both(Mask a, Mask b) { return _mm256_and_pd(a, b); }
  static unsigned bits(Mask m) { return static_cast<unsigned>(_mm256_movemask_pd(m)); }

  static Register max(Register a, Register b) { return _mm256_max_pd(a, b); }
  static Register fma(Register a, Register b, Register c) { return _mm256_fmadd_pd(a, b, c); }
  static double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
  static double sum(Register x) {
    const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(x), _mm256_extractf128_pd(x, 1));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
  }
  static double greatest(Register x) {
    const __m128d two = _mm_max_pd(_mm256_castpd256_pd128(x), _mm256_extractf128_pd(x, 1));
    return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
  }

  /// p * 2^n for a whole number n <= 1023; 0 for n < -1022.
  static Register scale_by_power(Register p, Register n) {
    const __m256i exponent = _mm256_castpd_si256(max(n, set(-1023)) + set(0x1.8p52 + 1023));
    return p * _mm256_castsi256_pd(_mm256_slli_epi64(exponent, 52));
  }
  static Register round(Register t) { return _mm256_round_pd(t, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }

  template <int step>
  static void exchange(Register& a, Register& b) {
    const Register x = a, y = b;
    a = step == 1 ? _mm256_unpacklo_pd(x, y) : _mm256_permute2f128_pd(x, y, 0x20);
    b = step == 1 ? _mm256_unpackhi_pd(x, y) : _mm256_permute2f128_pd(x, y, 0x31);
  }

 private:
  /// A mask for as many floats.
  static __m128i halved(Mask m) {
    const __m256i even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    return _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(_mm256_castpd_si256(m), even));
  }
};

}  // namespace attest::kernels::avx2
