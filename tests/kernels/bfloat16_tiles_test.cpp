// SPDX-License-Identifier: Apache-2.0
// The AMX kernel over a model of the tiles, on every machine; and the model against the processor, where it has the
// instructions.
#include <catch2/catch.hpp>
#include <random>
#include <vector>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "kernels/bfloat16/amx.hpp"
#include "kernels/bfloat16/driver.hpp"
#include "kernels/bfloat16/kernels.hpp"
#include "kernels/cpu.hpp"
#include "tests/kernels/half_case.hpp"
#include "tests/kernels/tile_model.hpp"

using namespace attest::kernels;
using namespace attest::test;

namespace {

constexpr bfloat16::Engine model_engine = bfloat16::make_tile_engine<TileModel>();

int run_model(const attest_problem& problem, int threads) {
  struct alignas(64) Line {
    char bytes[64];
  };
  std::vector<Line> scratch(bfloat16::scratch(model_engine, problem, threads) / sizeof(Line));
  bfloat16::run(model_engine, problem, scratch.data(), threads);
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
  for (const attest_kernel& kernel : bfloat16_kernels())
    if (std::string(kernel.isa) == "amx")
      for (const HalfCase& made : sweep(kernel.operation, ATTEST_BFLOAT16))
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
