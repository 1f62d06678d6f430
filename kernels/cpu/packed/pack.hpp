// SPDX-License-Identifier: Apache-2.0
#pragma once

// Matrices as the products read them. A left operand keeps its rows. A right operand (keys transposed, values) of depth
// D and C columns becomes panels of 16 columns; a panel has D / group rows of 16 words, and word c of row k holds the
// elements (group k, c), (group k + 1, c), ... What is missing at the ends is 0.

#include "kernels/cpu/packed/elements.hpp"
#include "kernels/cpu/packed/engine.hpp"
#include "kernels/cpu/simd/transpose.hpp"

namespace attest::kernels::packed {
/// One panel of keys: 16 rows from `key` on, of which `count` exist.
template <typename Elements>
void pack_key_panel(const typename Elements::Input* key, std::int64_t row, std::int64_t count, const Sizes& sizes,
                    float* panel) {
  using V = typename Elements::Vocabulary;
  constexpr std::int64_t step = lanes * Elements::group;
  for (std::int64_t c = 0; c < sizes.padded_width; c += step) {
    float* const to = panel + c / Elements::group * lanes;
    if (count == lanes && c + step <= sizes.width) {  // in registers, which takes loops of constant length
      typename V::Register block[lanes];
#pragma GCC unroll 16
      for (std::int64_t j = 0; j < lanes; ++j) block[j] = Elements::words(key + j * row + c, step);
      simd::transpose<V>(block);
#pragma GCC unroll 16
      for (std::int64_t k = 0; k < lanes; ++k) V::store(to + k * lanes, block[k]);
      continue;
    }
    typename V::Register block[lanes] = {};
    for (std::int64_t j = 0; j < count && c < sizes.width; ++j)
      block[j] = Elements::words(key + j * row + c, sizes.width - c);
    simd::transpose<V>(block);
    const std::int64_t left = (sizes.padded_width - c) / Elements::group;
    for (std::int64_t k = 0; k < lanes && k < left; ++k) V::store(to + k * lanes, block[k]);
  }
}

/// Keys and values first, ..., last - 1.
template <typename Elements>
void pack(const Sizes& sizes, const Head& head, std::int64_t first, std::int64_t last) {
  using Input = typename Elements::Input;
  using V = typename Elements::Vocabulary;
  const auto* key = static_cast<const Input*>(head.key);
  const auto* value = static_cast<const Input*>(head.value);
  auto* keys = static_cast<float*>(head.packed_keys);
  auto* values = static_cast<float*>(head.packed_values);
  const std::int64_t key_panel = sizes.padded_width / Elements::group * lanes;
  const std::int64_t value_panel = sizes.padded_keys / Elements::group * lanes;
  const std::int64_t end = last == sizes.keys ? sizes.padded_keys : last;
  for (std::int64_t j = first; j < end; j += lanes) {
    const std::int64_t left = sizes.keys - j;
    pack_key_panel<Elements>(key + j * head.key_row, head.key_row,
                             left < 0       ? 0
                             : left < lanes ? left
                                            : lanes,
                             sizes, keys + j / lanes * key_panel);
  }
  for (std::int64_t j = first; j < end; j += Elements::group) {
    const Input* upper = value + j * head.value_row;
    const Input* lower = j + 1 < sizes.keys ? upper + head.value_row : nullptr;
    float* const to = values + j / Elements::group * lanes;
    std::int64_t c = 0;
    if (j + Elements::group <= sizes.keys)
      for (; c + lanes <= sizes.value_width; c += lanes)
        V::store(to + c / lanes * value_panel, Elements::zip(upper + c, upper + head.value_row + c, lanes));
    for (; c < sizes.padded_value_width; c += lanes)
      V::store(to + c / lanes * value_panel,
               j < sizes.keys && c < sizes.value_width
                   ? Elements::zip(upper + c, lower == nullptr ? nullptr : lower + c, sizes.value_width - c)
                   : typename V::Register{});
  }
}

/// A row of queries, (word & keep) ^ flip: the left operand of the first product.
template <typename Elements>
void pack_query(const typename Elements::Input* query, const Sizes& sizes, std::uint32_t keep, std::uint32_t flip,
                typename Elements::Type* to) {
  using V = typename Elements::Vocabulary;
  constexpr std::int64_t step = lanes * Elements::group;
  for (std::int64_t c = 0; c < sizes.padded_width; c += step) {
    typename V::Register words{};
    if (c < sizes.width)
      words = V::bit_xor(V::bit_and(Elements::words(query + c, sizes.width - c), V::set_bits(keep)), V::set_bits(flip));
    simd::store_part<V>(reinterpret_cast<float*>(to + c), words, (sizes.padded_width - c) / Elements::group);
  }
}

}  // namespace attest::kernels::packed
