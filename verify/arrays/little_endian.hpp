// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace attest::verify::arrays {

/// The little-endian number at a place that the caller knows to lie inside the bytes.
template <class Word>
Word load(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = sizeof(Word); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return static_cast<Word>(value);
}

template <class Word>
void append(std::string& text, std::uint64_t value) {
  for (std::size_t i = 0; i < sizeof(Word); ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
}

}  // namespace attest::verify::arrays
