// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

// Exchanges of many pairs at once, for the files benes_*.cpp. A flag is a byte 0 or 1, or a bit of a word; which labels
// change places is never decided by a branch.

namespace attest::constructions::benes {

inline constexpr std::size_t kPairsPerWord = 64;
/// A block: 2^7 labels hold one word of each of their columns, and their labels fit into bytes.
inline constexpr unsigned kBlockLog = 7;
inline constexpr std::uint64_t kEachByte = 0x0101010101010101;

/// 64 flags 0 or 1 as the bits of a word.
inline std::uint64_t pack(const std::uint8_t* flags) {
  std::uint64_t word = 0;
  for (unsigned byte = 0; byte < 8; ++byte) {
    std::uint64_t eight;
    std::memcpy(&eight, flags + 8 * byte, 8);
    word |= (eight * 0x0102040810204080 >> 56) << 8 * byte;  // the product moves flag j to bit 56 + j
  }
  return word;
}

/// Bits as bytes 0 or 1: byte j is set if the lowest byte of `bits` holds the bit of byte j of `own`. By default bit j.
constexpr std::uint64_t spread(std::uint64_t bits, std::uint64_t own = 0x8040201008040201) {
  const std::uint64_t own_bit = (bits & 0xff) * kEachByte & own;
  return (own_bit + 0x7f7f7f7f7f7f7f7f) >> 7 & kEachByte;
}

inline void unpack(std::uint64_t word, std::uint8_t* flags) {
  for (unsigned byte = 0; byte < 8; ++byte) {
    const std::uint64_t eight = spread(word >> 8 * byte);
    std::memcpy(flags + 8 * byte, &eight, 8);
  }
}

/// Swaps upper[x] and lower[x] where the flag is set, and keeps only the digits in `kept`.
template <std::size_t count, class Label>
void exchange(Label* __restrict upper, Label* __restrict lower, const std::uint8_t* __restrict flags, Label kept) {
  for (std::size_t x = 0; x < count; ++x) {
    const Label difference = (upper[x] ^ lower[x]) & static_cast<Label>(-static_cast<Label>(flags[x]));
    upper[x] = (upper[x] ^ difference) & kept;
    lower[x] = (lower[x] ^ difference) & kept;
  }
}

}  // namespace attest::constructions::benes
