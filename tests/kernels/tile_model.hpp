// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the Intel 64 manual says that TDPBF16PS and VDPBF16PS compute, in plain C++.

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/cpu/packed/tiles.hpp"

namespace attest::test {

/// Subnormal numbers are taken and given as 0 of their sign.
inline float flushed(float x) { return std::fabs(x) < std::numeric_limits<float>::min() ? std::copysign(0.0f, x) : x; }

/// a * b + c, rounded once to nearest even, subnormal numbers flushed.
inline float flushed_multiply_add(float a, float b, float c) {
  return flushed(std::fma(flushed(a), flushed(b), flushed(c)));
}

inline float lower_half(std::uint32_t pair) { return std::bit_cast<float>(pair << 16); }
inline float upper_half(std::uint32_t pair) { return std::bit_cast<float>(pair & 0xffff0000u); }

/// One lane of VDPBF16PS: first the upper halves onto the sum, then the lower.
inline float pair_multiply_add(float sum, std::uint32_t a, std::uint32_t b) {
  sum = flushed_multiply_add(upper_half(a), upper_half(b), sum);
  return flushed_multiply_add(lower_half(a), lower_half(b), sum);
}

/// Eight tiles of a thread. Throws std::logic_error where the processor raises an exception: use without a
/// configuration, rows or bytes that do not fit one another.
class TileModel {
 public:
  using Config = kernels::packed::TileConfig;

  static void configure(const Config& config) {
    if (config.palette != 1 || config.start_row != 0) throw std::logic_error("palette or start row");
    for (int t = 0; t < 16; ++t) {
      const int rows = config.rows[t], row_bytes = config.row_bytes[t];
      const bool fits =
          t < 8 ? rows <= 16 && row_bytes <= 64 && (rows == 0) == (row_bytes == 0) : rows == 0 && row_bytes == 0;
      if (!fits) throw std::logic_error("the shape of tile " + std::to_string(t));
    }
    state() = {true, config, {}};
  }
  static void release() { state() = {}; }

  template <int tile>
  static void zero() {
    used(tile) = {};
  }
  template <int tile>
  static void load(const void* from, std::int64_t stride) {
    Tile& t = used(tile);
    t = {};
    for (int row = 0; row < rows(tile); ++row)
      std::memcpy(t[row].data(), static_cast<const char*>(from) + row * stride, row_bytes(tile));
  }
  template <int tile>
  static void store(void* to, std::int64_t stride) {
    for (int row = 0; row < rows(tile); ++row)
      std::memcpy(static_cast<char*>(to) + row * stride, used(tile)[row].data(), row_bytes(tile));
  }
  /// For each sum the lower halves of all words and the upper halves are added up apart, each from 0 in the order of
  /// the words; then the two are added, and their sum to what was there.
  template <int sums, int left, int right>
  static void multiply() {
    static_assert(sums != left && sums != right && left != right);
    if (row_bytes(sums) != row_bytes(right) || rows(sums) != rows(left) ||
        row_bytes(left) != 4 * static_cast<std::size_t>(rows(right)))
      throw std::logic_error("shapes of a product");
    Tile& c = used(sums);
    const Tile &a = used(left), &b = used(right);
    for (int m = 0; m < rows(sums); ++m)
      for (std::size_t n = 0; n < row_bytes(sums) / 4; ++n) {
        float lower = 0, upper = 0;
        for (std::size_t k = 0; k < row_bytes(left) / 4; ++k) {
          lower = flushed_multiply_add(lower_half(a[m][k]), lower_half(b[k][n]), lower);
          upper = flushed_multiply_add(upper_half(a[m][k]), upper_half(b[k][n]), upper);
        }
        const float sum = flushed(flushed(std::bit_cast<float>(c[m][n])) + flushed(lower + upper));
        c[m][n] = std::bit_cast<std::uint32_t>(sum);
      }
  }

 private:
  using Tile = std::array<std::array<std::uint32_t, 16>, 16>;
  struct State {
    bool configured = false;
    Config config;
    std::array<Tile, 8> tiles{};
  };
  static State& state() {
    static thread_local State s;
    return s;
  }
  static Tile& used(int tile) {
    if (!state().configured) throw std::logic_error("tiles without a configuration");
    return state().tiles[static_cast<std::size_t>(tile)];
  }
  static int rows(int tile) { return state().config.rows[tile]; }
  static std::size_t row_bytes(int tile) { return state().config.row_bytes[tile]; }
};

}  // namespace attest::test
