// SPDX-License-Identifier: Apache-2.0
// The exponential of the 16-bit kernels against the C library's in float64.
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>

#include "kernels/cpu/packed/kernels.hpp"
#include "kernels/cpu/packed/weights.hpp"
#include "tests/kernels/one_lane.hpp"

using namespace attest::kernels;
using attest::test::SixteenLanes;

namespace {

/// The greatest relative error of the weights of the scores -|x|, x every `step`-th float from 0 to 125, in powers of
/// two with the reference 0.
double greatest_error(std::uint32_t step) {
  const packed::Softmax<SixteenLanes> weight{1, packed::shifter};
  double greatest = 0;
  const auto last = std::bit_cast<std::uint32_t>(-125.0f);
  for (std::uint32_t first = 0x80000000u; first <= last; first += 16 * step) {
    float x[16], w[16];
    for (std::uint32_t i = 0; i < 16; ++i) x[i] = std::bit_cast<float>(std::min(first + i * step, last));
    SixteenLanes::store(w, weight(SixteenLanes::load(x)));
    for (int i = 0; i < 16; ++i) {
      const double exact = std::exp2(static_cast<double>(x[i]));
      greatest = std::max(greatest, std::fabs(w[i] - exact) / exact);
    }
  }
  return greatest;
}

double declared() { return packed_kernels().front().error.exp_relative; }

}  // namespace

TEST_CASE("the error of exp is within what the kernels declare") {
  const double error = greatest_error(61);
  REQUIRE(error <= declared());
  REQUIRE(error > declared() / 2);  // the bound says something
}

// All 1.1e9 arguments: half a minute where the compiler may use FMA. Run by name.
TEST_CASE("the error of exp at every argument", "[.exhaustive]") {
  const double error = greatest_error(1);
  WARN("greatest relative error 2^" << std::log2(error));
  REQUIRE(error <= declared());
}

TEST_CASE("exp is 1 at 0 and exact at integers, 0 where it underflows") {
  const packed::Softmax<SixteenLanes> weight{1, packed::shifter};
  const auto at = [&](float x) { return weight(SixteenLanes::set(x)).part[7]; };
  for (int n = 0; n >= -125; --n) REQUIRE(at(static_cast<float>(n)) == std::ldexp(1.0f, n));
  for (float x : {-126.0f, -127.5f, -1e4f, -1e9f, -3e38f, -std::numeric_limits<float>::infinity()}) REQUIRE(at(x) == 0);
}
