// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace attest::verify::instances {

/// Random numbers that depend on (seed, stream, counter) alone: no state, so that an element has the same bits on every
/// machine, whatever was drawn before it and however many elements there are. A stream is a use ("query", "mask", ...).
class CounterRandom {
 public:
  CounterRandom(std::uint64_t seed, std::string_view stream) : key_(mix(seed + kStep)) {
    for (const char c : stream) key_ = mix(key_ ^ static_cast<unsigned char>(c));
  }

  std::uint64_t bits(std::uint64_t counter) const { return mix(key_ + kStep * (counter + 1)); }
  /// In 0, ..., n - 1. Domain: 0 < n < 2^32. (The bias towards small numbers is below 2^-32.)
  std::int64_t below(std::uint64_t counter, std::int64_t n) const {
    return static_cast<std::int64_t>(((bits(counter) >> 32) * static_cast<std::uint64_t>(n)) >> 32);
  }
  /// A multiple of 2^-32 in [0, 1).
  double uniform(std::uint64_t counter) const { return static_cast<double>(bits(counter) >> 32) * 0x1p-32; }
  double sign(std::uint64_t counter) const { return bits(counter) >> 63 ? -1.0 : 1.0; }
  /// Near a standard normal number: 7/4 times the sum of four uniform ones less its mean. In [-3.5, 3.5), a multiple of
  /// 2^-18, standard deviation 1.01. Additions of few bits only, so that no library and no rounding has a say.
  double normal(std::uint64_t counter) const {
    const std::uint64_t word = bits(counter);
    std::int64_t sum = 0;
    for (int part = 0; part < 4; ++part) sum += static_cast<std::int64_t>(word >> (16 * part) & 0xffff);
    return static_cast<double>(sum - (std::int64_t{2} << 16)) * 0x1.cp-16;
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio, odd
  // A bijection of 64 bits in which every bit of x changes about half of the result.
  static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }
  std::uint64_t key_;
};

}  // namespace attest::verify::instances
