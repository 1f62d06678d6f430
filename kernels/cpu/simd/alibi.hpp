// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

namespace attest::kernels::simd {

/// to[t] = -slope * |distance - t| * unit for t = 0..count-1: the bits that spread_term() writes, multiplied by the
/// unit in which a kernel adds them, but only for the diagonals that its tile meets. (V, so that the functions of two
/// instruction sets have different names.)
template <class V, typename Integer>
void fill_alibi(typename V::Scalar slope, double unit, std::int64_t distance, std::int64_t count,
                typename V::Scalar* to) {
  using Scalar = typename V::Scalar;
  const auto first = static_cast<Integer>(distance);
  for (Integer t = 0; t < static_cast<Integer>(count); ++t) {
    const Integer d = first - t;
    const Scalar x = -slope * static_cast<Scalar>(d < 0 ? -d : d);
    to[t] = static_cast<Scalar>(static_cast<double>(x) * unit);
  }
}

template <class V>
void alibi(typename V::Scalar slope, double unit, std::int64_t distance, std::int64_t count, typename V::Scalar* to) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max() / 2;
  if (-most < distance && distance < most)  // half as wide: twice as fast
    fill_alibi<V, std::int32_t>(slope, unit, distance, count, to);
  else
    fill_alibi<V, std::int64_t>(slope, unit, distance, count, to);
}

}  // namespace attest::kernels::simd
