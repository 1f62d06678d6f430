// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Included by avx2.cpp and avx512.cpp alone. Each defines ATTEST_VECTOR_BYTES and, as ATTEST_ISA, the namespace of
// everything that is compiled for its instructions: nothing of one instruction set can be linked into the other.
#if !defined(ATTEST_ISA) || !defined(ATTEST_VECTOR_BYTES)
#error "kernels/positional/vector.hpp belongs to the sources of one instruction set"
#endif

namespace attest::kernels::positional::ATTEST_ISA {

/// A register of T (float or double): element by element arithmetic by the compiler's vector types.
template <typename T>
struct VectorOf {
  typedef T type __attribute__((vector_size(ATTEST_VECTOR_BYTES)));
  typedef T unaligned __attribute__((vector_size(ATTEST_VECTOR_BYTES), aligned(alignof(T)), may_alias));
};
template <typename T>
using Vector = typename VectorOf<T>::type;

template <typename T>
inline constexpr std::int64_t kLanes = ATTEST_VECTOR_BYTES / static_cast<std::int64_t>(sizeof(T));

template <typename T>
inline Vector<T> load(const T* from) {
  return *reinterpret_cast<const typename VectorOf<T>::unaligned*>(from);
}

template <typename T>
inline void store(T* to, Vector<T> x) {
  *reinterpret_cast<typename VectorOf<T>::unaligned*>(to) = x;
}

template <typename T>
inline Vector<T> broadcast(T x) {
  return Vector<T>{} + x;
}

/// The first `count` elements (none if it is negative), then `rest`: for the end of a row that must not be read beyond.
template <typename T>
inline Vector<T> load_some(const T* from, std::int64_t count, T rest) {
  if (count >= kLanes<T>) return load(from);
  alignas(ATTEST_VECTOR_BYTES) T buffer[kLanes<T>];
  for (std::int64_t lane = 0; lane < kLanes<T>; ++lane) buffer[lane] = lane < count ? from[lane] : rest;
  return load(buffer);
}

/// 0, 1, ..., kLanes - 1.
template <typename T>
inline Vector<T> lane_numbers() {
  Vector<T> numbers{};
  for (std::int64_t lane = 0; lane < kLanes<T>; ++lane) numbers[lane] = static_cast<T>(lane);
  return numbers;
}

template <typename T>
inline T sum_of_lanes(Vector<T> x) {
  T sum = x[0];
  for (std::int64_t lane = 1; lane < kLanes<T>; ++lane) sum += x[lane];
  return sum;
}

template <typename T>
inline Vector<T> greater(Vector<T> x, Vector<T> y) {
  return x > y ? x : y;
}

template <typename T>
inline T greatest_of_lanes(Vector<T> x) {
  T most = x[0];
  for (std::int64_t lane = 1; lane < kLanes<T>; ++lane) most = x[lane] > most ? x[lane] : most;
  return most;
}

}  // namespace attest::kernels::positional::ATTEST_ISA
