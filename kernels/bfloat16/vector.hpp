// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sixteen floats at a time, for the pass over the scores. Included only by the files that are compiled for one
// instruction set each; everything is local to the file, so that no copy of a function reaches code for another.

#include <cstdint>
#include <cstring>
#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace attest::kernels::bfloat16 {
namespace {

using Floats = float __attribute__((vector_size(64)));
using Words = std::uint32_t __attribute__((vector_size(64)));
using Integers = std::int32_t __attribute__((vector_size(64)));
using Halves = std::uint16_t __attribute__((vector_size(32)));
using Bytes = std::uint8_t __attribute__((vector_size(16)));

constexpr std::int64_t lanes = 16;

template <typename Vector>
[[gnu::always_inline]] inline Vector load(const void* from) {
  Vector v;
  std::memcpy(&v, from, sizeof v);
  return v;
}
template <typename Vector>
[[gnu::always_inline]] inline void store(void* to, Vector v) {
  std::memcpy(to, &v, sizeof v);
}
/// The first `count` < 16 elements; zeros behind, which are not read.
template <typename Vector, typename Element>
[[gnu::always_inline]] inline Vector load_part(const Element* from, std::int64_t count) {
  Vector v{};
  std::memcpy(&v, from, static_cast<std::size_t>(count) * sizeof(Element));
  return v;
}

/// The first `count` elements; the others are not written.
template <typename Element, typename Vector>
[[gnu::always_inline]] inline void store_part(Element* to, Vector v, std::int64_t count) {
  constexpr auto all = static_cast<std::int64_t>(sizeof v / sizeof(Element));
  if (count >= all)
    store(to, v);
  else
    std::memcpy(to, &v, static_cast<std::size_t>(count) * sizeof(Element));
}

[[gnu::always_inline]] inline Floats broadcast(float x) { return Floats{} + x; }

/// Lanes 0, 1, ..., 15.
constexpr Integers lane_numbers{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/// a * b + c, rounded once.
[[gnu::always_inline]] inline Floats multiply_add(Floats a, Floats b, Floats c) {
#ifdef __AVX512F__
  return _mm512_fmadd_ps(a, b, c);
#else
  Floats r;
  for (int i = 0; i < lanes; ++i) r[i] = __builtin_fmaf(a[i], b[i], c[i]);
  return r;
#endif
}

[[gnu::always_inline]] inline Floats greater(Floats a, Floats b) {
#ifdef __AVX512F__
  return _mm512_maskz_max_ps(0xffff, a, b);  // the form without a mask warns of an uninitialized operand
#else
  return a > b ? a : b;
#endif
}

/// x where `yes`, 0 elsewhere.
[[gnu::always_inline]] inline Floats only_where(Integers yes, Floats x) {
  return reinterpret_cast<Floats>(reinterpret_cast<Integers>(x) & yes);
}

/// The lanes folded together, halves first: op(op(...)).
template <typename Op>
[[gnu::always_inline]] inline float fold(Floats x, Op op) {
  x = op(x, __builtin_shuffle(x, lane_numbers ^ 8));
  x = op(x, __builtin_shuffle(x, lane_numbers ^ 4));
  x = op(x, __builtin_shuffle(x, lane_numbers ^ 2));
  x = op(x, __builtin_shuffle(x, lane_numbers ^ 1));
  return x[0];
}
[[gnu::always_inline]] inline float greatest_of(Floats x) { return fold(x, greater); }
[[gnu::always_inline]] inline float sum_of(Floats x) {
  return fold(x, [](Floats a, Floats b) { return a + b; });
}

/// 2^r for |r| <= 1/2 (and a rounding error more): 1 + r q(r), the minimax relative error for such polynomials of
/// degree 4 being 2^-18.43; with its own five roundings less than exp2_relative. Exactly 1 for r = 0.
[[gnu::always_inline]] inline Floats exp2_near_zero(Floats r) {
  Floats p = broadcast(0x1.3a02d6p-7f);
  p = multiply_add(p, r, broadcast(0x1.c9fc4cp-5f));
  p = multiply_add(p, r, broadcast(0x1.ec0378p-3f));
  p = multiply_add(p, r, broadcast(0x1.62e12cp-1f));
  return multiply_add(p, r, broadcast(1.0f));
}

}  // namespace
}  // namespace attest::kernels::bfloat16
