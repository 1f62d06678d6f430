// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/visible.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <utility>

#include "theory/error.hpp"

namespace attest::theory {
namespace {

/// The length of the UTF-8 sequence at the beginning of `text`, or 0 if there is none (RFC 3629: shortest form, no
/// surrogates, at most U+10FFFF).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t at) { return at < text.size() ? std::uint8_t(text[at]) : 0; };
  const std::size_t length = byte(0) < 0x80   ? 1
                             : byte(0) < 0xC2 ? 0
                             : byte(0) < 0xE0 ? 2
                             : byte(0) < 0xF0 ? 3
                             : byte(0) < 0xF5 ? 4
                                              : 0;
  for (std::size_t at = 1; at < length; ++at) {
    if (byte(at) < 0x80 || byte(at) > 0xBF) return 0;
  }
  const bool too_long = (byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xF0 && byte(1) < 0x90);
  const bool surrogate = byte(0) == 0xED && byte(1) > 0x9F;
  const bool too_large = byte(0) == 0xF4 && byte(1) > 0x8F;
  return too_long || surrogate || too_large ? 0 : length;
}

std::uint32_t code_point(std::string_view sequence) {
  std::uint32_t code = std::uint8_t(sequence[0]);
  if (sequence.size() > 1) code &= 0xffu >> (sequence.size() + 1);
  for (char c : sequence.substr(1)) code = code << 6 | (std::uint8_t(c) & 0x3fu);
  return code;
}

bool is_invisible(std::uint32_t code) {
  static constexpr std::pair<std::uint32_t, std::uint32_t> ranges[] = {
      {0, 9},           {0xb, 0x1f},      {0x7f, 0x9f},      {0xad, 0xad},     {0x61c, 0x61c},
      {0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e},  {0x2060, 0x206f}, {0xfe00, 0xfe0f},
      {0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff}};
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [code](const auto& range) { return range.first <= code && code <= range.second; });
}

}  // namespace

void require_visible(std::string_view text, const std::string& file) {
  int line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_length(text.substr(at));
    if (length == 0) {
      char byte[8];
      std::snprintf(byte, sizeof byte, "0x%02x", static_cast<unsigned>(std::uint8_t(text[at])));
      throw InputError(file + ":" + std::to_string(line), std::string("expected UTF-8, found the byte ") + byte);
    }
    const std::uint32_t code = code_point(text.substr(at, length));
    if (is_invisible(code)) {
      char name[16];
      std::snprintf(name, sizeof name, "U+%04X", static_cast<unsigned>(code));
      throw InputError(file + ":" + std::to_string(line),
                       std::string("expected text without control characters and invisible ones, found ") + name);
    }
    if (text[at] == '\n') ++line;
    at += length;
  }
}

}  // namespace attest::theory
