// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace attest::kernels::simd {

/// The first `count` lanes: none where it is negative, all where it exceeds them.
template <class V>
[[gnu::always_inline]] inline typename V::Mask first(std::int64_t count) {
  return V::first(count < 0 ? 0 : count < V::lanes ? static_cast<int>(count) : V::lanes);
}

/// The first `count` numbers, then zeros: for the end of a row that must not be read beyond. Of another element than
/// the registers' where the vocabulary converts it.
template <class V, typename Element>
[[gnu::always_inline]] inline typename V::Register load_part(const Element* from, std::int64_t count) {
  return count >= V::lanes ? V::load(from) : V::load(first<V>(count), from);
}

template <class V, typename Element>
[[gnu::always_inline]] inline void store_part(Element* to, typename V::Register x, std::int64_t count) {
  count >= V::lanes ? V::store(to, x) : V::store(first<V>(count), to, x);
}

}  // namespace attest::kernels::simd
