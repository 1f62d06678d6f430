// SPDX-License-Identifier: Apache-2.0
// The AMX kernel over a model of the tiles, on every machine; and the model against the processor, where it has the
// instructions.
#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <string>
#include <vector>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "kernels/cpu.hpp"
#include "kernels/cpu/packed/amx.hpp"
#include "kernels/cpu/packed/driver.hpp"
#include "kernels/cpu/packed/kernels.hpp"
#include "tests/kernels/half_case.hpp"
#include "tests/kernels/one_lane.hpp"
#include "tests/kernels/tile_model.hpp"

using namespace attest::kernels;
using namespace attest::test;

namespace {

constexpr packed::Engine model_engine = packed::make_tile_engine<SixteenLanes, TileModel>();

int run_model(const attest_problem& problem, int threads) {
  struct alignas(64) Line {
    char bytes[64];
  };
  std::vector<Line> scratch(packed::scratch(model_engine, problem, threads) / sizeof(Line));
  packed::run(model_engine, problem, scratch.data(), threads);
  return ATTEST_OK;
}

/// Numbers of every kind: any bits, magnitudes near 1, subnormal numbers and the least normal ones.
class Bits {
 public:
  std::uint32_t pair() { return half() | half() << 16; }
  std::uint32_t half() {
    const auto r = static_cast<std::uint32_t>(random_());
    const std::uint32_t sign_and_fraction = r & 0x807f;
    switch (r >> 16 & 3) {
      case 0:
        return r & 0x7f80u ? r & 0xffffu & ~0x4000u : r & 0xffffu;  // no infinity
      case 1:
        return sign_and_fraction | (r >> 20 & 1) << 7;
      default:
        return sign_and_fraction | (119 + (r >> 18) % 17) << 7;
    }
  }
  float single() { return std::bit_cast<float>(half() << 16 | static_cast<std::uint16_t>(random_())); }

 private:
  std::mt19937 random_{7};
};

#if defined(__x86_64__)
[[gnu::target("avx512f,avx512bf16")]] float hardware_pair(float sum, std::uint32_t a, std::uint32_t b) {
  __m512 x = _mm512_set1_ps(sum);
  x = _mm512_dpbf16_ps(x, (__m512bh)_mm512_set1_epi32(static_cast<int>(a)),
                       (__m512bh)_mm512_set1_epi32(static_cast<int>(b)));
  return _mm512_cvtss_f32(x);
}
#endif

}  // namespace

TEST_CASE("the AMX kernel over the model of the tiles") {
  for (const attest_kernel& kernel : packed_kernels())
    if (std::string(kernel.isa) == "amx")
      for (const HalfCase& made : sweep(kernel.operation, ATTEST_BFLOAT16, 3))
        REQUIRE(check_case(made, kernel.error, run_model) == "");
}

TEST_CASE("the model of a pair product is the processor's") {
  if (!cpu().avx512_bf16) {
    WARN("skipped: this processor has no avx512bf16");
    return;
  }
  Bits bits;
  for (int i = 0; i < 300000; ++i) {
    const float sum = bits.single();
    const std::uint32_t a = bits.pair(), b = bits.pair();
    const float model = pair_multiply_add(sum, a, b), hardware = hardware_pair(sum, a, b);
    if (std::isnan(model) && std::isnan(hardware)) continue;
    if (std::bit_cast<std::uint32_t>(model) != std::bit_cast<std::uint32_t>(hardware))
      FAIL(sum << ' ' << a << ' ' << b);
  }
  // Subnormal inputs and results are 0, and the upper product is added first.
  REQUIRE(hardware_pair(0, 0x0000'0001, 0x0000'7f00) == 0);
  REQUIRE(hardware_pair(0, 0x0000'0080, 0x0000'3f00) == 0);
  REQUIRE(hardware_pair(0x1p24f, 0x3f80'3f80, 0x3f80'4040) == 0x1p24f + 4);  // (2^24 + 1) + 3, not (2^24 + 3) + 1
}

TEST_CASE("the model of a tile product is the processor's") {
  if (!cpu().amx_bf16) {
    WARN("skipped: this processor has no amx");
    return;
  }
  using Words = std::array<std::uint32_t, 256>;
  const auto multiplied = [](auto tiles, const Words& sums, const Words& left, const Words& right) {
    using Tiles = decltype(tiles);
    Words result = sums;
    Tiles::configure({});
    Tiles::template load<0>(sums.data(), 64);
    Tiles::template load<4>(left.data(), 64);
    Tiles::template load<6>(right.data(), 64);
    Tiles::template multiply<0, 4, 6>();
    Tiles::template store<0>(result.data(), 64);
    Tiles::release();
    return result;
  };
  Bits bits;
  for (int i = 0; i < 300; ++i) {
    Words sums, left, right;
    for (std::size_t j = 0; j < 256; ++j) {
      sums[j] = std::bit_cast<std::uint32_t>(bits.single());
      left[j] = bits.pair();
      right[j] = bits.pair();
    }
    const Words model = multiplied(TileModel{}, sums, left, right);
    const Words hardware = multiplied(packed::HardwareTiles{}, sums, left, right);
    for (std::size_t j = 0; j < 256; ++j)
      if (!std::isnan(std::bit_cast<float>(model[j]))) REQUIRE(hardware[j] == model[j]);
  }
}

TEST_CASE("the model of the tiles refuses what the processor refuses") {
  REQUIRE_THROWS(TileModel::zero<0>());  // no configuration
  TileModel::Config config;
  config.rows[3] = 17;
  REQUIRE_THROWS(TileModel::configure(config));
  config.rows[3] = 16;
  config.row_bytes[8] = 64;  // there are eight tiles
  config.rows[8] = 16;
  REQUIRE_THROWS(TileModel::configure(config));
  config = {};
  config.row_bytes[4] = 32;  // 8 words in a row, 16 rows on the right
  TileModel::configure(config);
  REQUIRE_THROWS(TileModel::multiply<0, 4, 6>());
  config.rows[6] = 8;
  TileModel::configure(config);
  TileModel::multiply<0, 4, 6>();
  TileModel::release();
}
