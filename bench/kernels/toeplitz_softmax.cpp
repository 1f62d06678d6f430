// SPDX-License-Identifier: Apache-2.0
#include "bench/kernels/toeplitz_softmax.hpp"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace attest::bench {

#ifdef __AVX512F__

namespace {

constexpr int lanes = 16;

__mmask16 first(std::int64_t count) {
  return count >= lanes ? static_cast<__mmask16>(0xffff) : static_cast<__mmask16>((1u << count) - 1u);
}

/// e^x for x <= 0 by 2^n and a polynomial of degree 5 (some 3 units in the last place).
[[gnu::always_inline]] inline __m512 exp_nonpositive(__m512 x) {
  const __m512 t = _mm512_mul_ps(x, _mm512_set1_ps(0x1.715476p+0f)), n = _mm512_roundscale_ps(t, 0);
  const __m512 f = _mm512_sub_ps(t, n);
  __m512 p = _mm512_set1_ps(0x1.5ec866p-10f);
  p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(0x1.3cbf6p-7f));
  p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(0x1.c6afeep-5f));
  p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(0x1.ebfa4cp-3f));
  p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(0x1.62e43p-1f));
  p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(1));
  return _mm512_scalef_ps(p, n);
}

#ifdef __AVX512BF16__
[[gnu::always_inline]] inline void store(std::uint16_t* to, __mmask16 some, __m512 x) {
  _mm256_mask_storeu_epi16(to, some, (__m256i)_mm512_cvtneps_pbh(x));
}
#else
[[gnu::always_inline]] inline void store(std::uint16_t*, __mmask16, __m512) {}
#endif
[[gnu::always_inline]] inline void store(float* to, __mmask16 some, __m512 x) { _mm512_mask_storeu_ps(to, some, x); }

template <bool has_bias>
float greatest_of(std::int64_t n, __m512 scale, float* scores, const float* bias) {
  __m512 most[4];
  for (__m512& m : most) m = _mm512_set1_ps(-__builtin_inff());
  const auto step = [&](std::int64_t j, __mmask16 some, __m512 & m) __attribute__((always_inline)) {
    __m512 x = _mm512_maskz_loadu_ps(some, scores + j);
    if constexpr (has_bias) {
      x = _mm512_fmadd_ps(x, scale, _mm512_maskz_loadu_ps(some, bias + j));
      _mm512_mask_storeu_ps(scores + j, some, x);
    }
    m = _mm512_mask_max_ps(m, some, m, x);
  };
  std::int64_t j = 0;
  for (; j + 4 * lanes <= n; j += 4 * lanes)
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) step(j + k * lanes, 0xffff, most[k]);
  for (; j < n; j += lanes) step(j, first(n - j), most[0]);
  return _mm512_reduce_max_ps(_mm512_max_ps(_mm512_max_ps(most[0], most[1]), _mm512_max_ps(most[2], most[3])));
}

template <bool has_bias, bool has_factor, typename T>
float row(std::int64_t n, float scale, float* scores, const float* factor, const float* bias, T* weights) {
  const __m512 by = _mm512_set1_ps(scale);
  const float most = greatest_of<has_bias>(n, by, scores, bias);
  // Without B the scale is applied here, where a fused operation subtracts the greatest.
  const __m512 unit = has_bias ? _mm512_set1_ps(1) : by, shift = _mm512_set1_ps(has_bias ? -most : -most * scale);
  __m512 sums[4] = {};
  const auto step = [&](std::int64_t j, __mmask16 some, __m512 & sum) __attribute__((always_inline)) {
    __m512 w = exp_nonpositive(_mm512_fmadd_ps(_mm512_maskz_loadu_ps(some, scores + j), unit, shift));
    sum = _mm512_mask_add_ps(sum, some, sum, w);
    if constexpr (has_factor) w = _mm512_mul_ps(w, _mm512_maskz_loadu_ps(some, factor + j));
    store(weights + j, some, w);
  };
  std::int64_t j = 0;
  for (; j + 4 * lanes <= n; j += 4 * lanes)
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) step(j + k * lanes, 0xffff, sums[k]);
  for (; j < n; j += lanes) step(j, first(n - j), sums[0]);
  return _mm512_reduce_add_ps(_mm512_add_ps(_mm512_add_ps(sums[0], sums[1]), _mm512_add_ps(sums[2], sums[3])));
}

template <typename T>
float any_row(std::int64_t n, float scale, float* scores, const float* bias, const float* factor, T* weights) {
  if (bias == nullptr)
    return factor == nullptr ? row<false, false>(n, scale, scores, factor, bias, weights)
                             : row<false, true>(n, scale, scores, factor, bias, weights);
  return factor == nullptr ? row<true, false>(n, scale, scores, factor, bias, weights)
                           : row<true, true>(n, scale, scores, factor, bias, weights);
}

template <typename T>
void divide(std::int64_t width, float sum, const float* from, T* to) {
  const __m512 share = _mm512_set1_ps(1 / sum);
  for (std::int64_t c = 0; c < width; c += lanes) {
    const __mmask16 some = first(width - c);
    store(to + c, some, _mm512_mul_ps(_mm512_maskz_loadu_ps(some, from + c), share));
  }
}

}  // namespace

bool toeplitz_softmax_available(bool bfloat16) {
  return __builtin_cpu_supports("avx512f") != 0 && (!bfloat16 || __builtin_cpu_supports("avx512bf16") != 0);
}
float toeplitz_softmax(std::int64_t n, float scale, float* scores, const float* bias, const float* factor) {
  return any_row(n, scale, scores, bias, factor, scores);
}
float toeplitz_softmax(std::int64_t n, float scale, float* scores, const float* bias, const float* factor,
                       std::uint16_t* weights) {
  return any_row(n, scale, scores, bias, factor, weights);
}
void divide_row(std::int64_t width, float sum, const float* from, float* to) { divide(width, sum, from, to); }
void divide_row(std::int64_t width, float sum, const float* from, std::uint16_t* to) { divide(width, sum, from, to); }

#else

bool toeplitz_softmax_available(bool) { return false; }
float toeplitz_softmax(std::int64_t, float, float*, const float*, const float*) { return 0; }
float toeplitz_softmax(std::int64_t, float, float*, const float*, const float*, std::uint16_t*) { return 0; }
void divide_row(std::int64_t, float, const float*, float*) {}
void divide_row(std::int64_t, float, const float*, std::uint16_t*) {}

#endif

}  // namespace attest::bench
