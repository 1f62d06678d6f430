// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace attest::kernels {

/// The two 16-bit formats as their bits; each is exactly a float.
struct BFloat16 {
  std::uint16_t bits = 0;
};
struct Float16 {
  std::uint16_t bits = 0;
};

inline float to_accumulator(float x) { return x; }
inline double to_accumulator(double x) { return x; }
inline float to_accumulator(BFloat16 x) { return std::bit_cast<float>(std::uint32_t{x.bits} << 16); }
inline float to_accumulator(Float16 x) {
  const std::uint32_t sign = std::uint32_t{x.bits & 0x8000u} << 16, magnitude = x.bits & 0x7fffu;
  if (magnitude >= 0x7c00) return std::bit_cast<float>(sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
  if (magnitude >= 0x0400) return std::bit_cast<float>(sign | ((magnitude << 13) + (112u << 23)));
  const float small = static_cast<float>(magnitude) * 0x1p-24f;  // exact: 10 bits
  return sign ? -small : small;
}

/// To nearest, ties to even; NaN stays NaN, what is too large becomes infinite.
template <typename T, typename Accumulator>
T round_from(Accumulator x) {
  return static_cast<T>(x);
}
template <>
inline BFloat16 round_from<BFloat16, float>(float x) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return {static_cast<std::uint16_t>(bits >> 16 | 0x40u)};
  return {static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16)};
}
template <>
inline Float16 round_from<Float16, float>(float x) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x), magnitude = bits & 0x7fffffffu;
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000u);
  if (magnitude > 0x7f800000u) return {static_cast<std::uint16_t>(sign | 0x7e00u)};
  if (magnitude >= 0x477ff000u) return {static_cast<std::uint16_t>(sign | 0x7c00u)};  // 65520 and above
  if (magnitude <
      0x38800000u) {  // below 2^-14: adding 0.5 rounds to a multiple of 2^-24, as the format's subnormals are
    const float sum = std::bit_cast<float>(magnitude) + 0.5f;
    return {static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(sum) - 0x3f000000u))};
  }
  const std::uint32_t rebiased = magnitude - (112u << 23);
  return {static_cast<std::uint16_t>(sign | ((rebiased + 0xfffu + (rebiased >> 13 & 1u)) >> 13))};
}

}  // namespace attest::kernels
