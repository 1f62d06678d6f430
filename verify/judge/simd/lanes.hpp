// SPDX-License-Identifier: Apache-2.0
#pragma once

// Eight doubles or sixteen floats and what is done to them. ATTEST_SET names
// the instruction set that the file is compiled for, which is also the namespace of everything.
#include <cstdint>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "verify/judge/simd/code.hpp"

namespace attest::verify::judge::simd::ATTEST_SET {

// The tile is what the registers hold.
#if defined(__AVX512F__)
inline constexpr int tile_rows = 6, vectors = 4;
#else
inline constexpr int tile_rows = 2, vectors = 1;
#endif

using Doubles = double __attribute__((vector_size(64)));
using Floats = float __attribute__((vector_size(64)));
using HalfFloats = float __attribute__((vector_size(32)));
using Integers = std::int64_t __attribute__((vector_size(64)));

inline constexpr std::int64_t lanes = 8;

#define ATTEST_INLINE [[gnu::always_inline]] static inline

ATTEST_INLINE Doubles all(double x) { return Doubles{x, x, x, x, x, x, x, x}; }
ATTEST_INLINE Floats all(float x) { return Floats{} + x; }

template <class Vector, class Number>
ATTEST_INLINE Vector load(const Number* from) {
  Vector v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}
template <class Vector, class Number>
ATTEST_INLINE void store(Number* to, Vector v) {
  __builtin_memcpy(to, &v, sizeof v);
}

/// a b + c with one rounding.
template <class Vector>
ATTEST_INLINE Vector fused(Vector a, Vector b, Vector c) {
#if defined(__AVX512F__)
  if constexpr (sizeof(a[0]) == 8) {
    return Vector(_mm512_fmadd_pd(__m512d(a), __m512d(b), __m512d(c)));
  } else {
    return Vector(_mm512_fmadd_ps(__m512(a), __m512(b), __m512(c)));
  }
#elif defined(__FMA__)
  if constexpr (sizeof(a[0]) == 8) {
    struct Halves {
      __m256d half[2];
    } x = __builtin_bit_cast(Halves, a), y = __builtin_bit_cast(Halves, b), z = __builtin_bit_cast(Halves, c);
    for (int h = 0; h < 2; ++h) z.half[h] = _mm256_fmadd_pd(x.half[h], y.half[h], z.half[h]);
    return __builtin_bit_cast(Vector, z);
  } else {
    struct Halves {
      __m256 half[2];
    } x = __builtin_bit_cast(Halves, a), y = __builtin_bit_cast(Halves, b), z = __builtin_bit_cast(Halves, c);
    for (int h = 0; h < 2; ++h) z.half[h] = _mm256_fmadd_ps(x.half[h], y.half[h], z.half[h]);
    return __builtin_bit_cast(Vector, z);
  }
#else
  Vector result;
  for (unsigned l = 0; l < sizeof(a) / sizeof(a[0]); ++l)
    if constexpr (sizeof(a[0]) == 8) {
      result[l] = __builtin_fma(a[l], b[l], c[l]);
    } else {
      result[l] = __builtin_fmaf(a[l], b[l], c[l]);
    }
  return result;
#endif
}

ATTEST_INLINE Doubles select(Integers condition, Doubles yes, Doubles no) { return condition ? yes : no; }
ATTEST_INLINE Doubles larger(Doubles a, Doubles b) { return a > b ? a : b; }
ATTEST_INLINE Doubles magnitude(Doubles a) { return Doubles(Integers(a) & std::int64_t{0x7fffffffffffffff}); }

/// Of the eight lanes; the order of the sum is fixed.
ATTEST_INLINE double greatest(Doubles a) {
  double result = a[0];
  for (int l = 1; l < lanes; ++l) result = result > a[l] ? result : a[l];
  return result;
}
ATTEST_INLINE double total(Doubles a) { return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7])); }
ATTEST_INLINE bool any(Integers condition) {
  std::int64_t result = 0;
  for (int l = 0; l < lanes; ++l) result |= condition[l];
  return result != 0;
}

/// Eight floats widened, eight doubles narrowed.
ATTEST_INLINE Doubles widen(const float* from) { return __builtin_convertvector(load<HalfFloats>(from), Doubles); }
ATTEST_INLINE void narrow(float* to, Doubles v) { store(to, __builtin_convertvector(v, HalfFloats)); }

/// All ones in the lanes t, ..., t + 7 that are visible.
ATTEST_INLINE Integers visible(std::int64_t end, const std::uint8_t* mask, std::int64_t t) {
  const Integers number = Integers{0, 1, 2, 3, 4, 5, 6, 7} + t;
  Integers result = number < Integers{} + end;
  if (mask != nullptr)
    for (int l = 0; l < lanes && t + l < end; ++l) result[l] = mask[t + l] != 0 ? result[l] : 0;
  return result;
}
/// Up to eight numbers of a row, 0 behind its end; 0 or 1 everywhere where there is no row.
ATTEST_INLINE Doubles entries(const double* row, std::int64_t end, std::int64_t t, double absent) {
  if (row == nullptr) return all(absent);
  if (t + lanes <= end) return load<Doubles>(row + t);
  Doubles result{};
  for (int l = 0; t + l < end; ++l) result[l] = row[t + l];
  return result;
}

}  // namespace attest::verify::judge::simd::ATTEST_SET
