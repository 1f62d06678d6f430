// SPDX-License-Identifier: Apache-2.0
#include "kernels/formats.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace attest::kernels;

namespace {

/// The nearest number of a format of `precision` bits with least normal exponent `least`, computed in double; infinity
/// from `overflow` on.
double nearest(double x, int precision, int least, double overflow) {
  if (x == 0 || !std::isfinite(x)) return x;
  if (std::fabs(x) >= overflow) return std::copysign(std::numeric_limits<double>::infinity(), x);
  const double step = std::ldexp(1.0, std::max(std::ilogb(x), least) - (precision - 1));
  return std::nearbyint(x / step) * step;
}

}  // namespace

TEST_CASE("every 16-bit number goes to float and back") {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const BFloat16 b{static_cast<std::uint16_t>(bits)};
    const float wide = to_accumulator(b);
    if (std::isnan(wide))
      REQUIRE(std::isnan(to_accumulator(round_from<BFloat16>(wide))));
    else
      REQUIRE(round_from<BFloat16>(wide).bits == bits);
    const Float16 h{static_cast<std::uint16_t>(bits)};
    const float half = to_accumulator(h);
    if (std::isnan(half)) {
      REQUIRE(std::isnan(to_accumulator(round_from<Float16>(half))));
      continue;
    }
    REQUIRE(round_from<Float16>(half).bits == bits);
    const int exponent = static_cast<int>(bits >> 10 & 31), fraction = static_cast<int>(bits & 1023);
    const double magnitude = exponent == 31
                                 ? std::numeric_limits<double>::infinity()
                                 : std::ldexp(exponent == 0 ? fraction : 1024 + fraction, std::max(exponent, 1) - 25);
    REQUIRE(half == (bits >> 15 ? -magnitude : magnitude));
  }
}

TEST_CASE("floats round to the nearest 16-bit number, ties to even") {
  // Every 16-bit prefix of a float with the low halves at which rounding turns.
  for (std::uint32_t high = 0; high < 0x10000; ++high) {
    for (const std::uint32_t low :
         {0u, 1u, 0xfffu, 0x1000u, 0x1001u, 0x2fffu, 0x3000u, 0x3001u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
      const float x = std::bit_cast<float>(high << 16 | low);
      if (!std::isfinite(x)) continue;
      REQUIRE(to_accumulator(round_from<BFloat16>(x)) == nearest(x, 8, -126, 0x1.ffp127));
      REQUIRE(to_accumulator(round_from<Float16>(x)) == nearest(x, 11, -14, 65520));
    }
  }
}
