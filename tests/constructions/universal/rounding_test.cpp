// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/rounding.hpp"

#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "constructions/universal/urpe_network.hpp"

using namespace attest::constructions;
using attest::theory::Matrix;
using attest::theory::Rational;

// Another route: the nearest double, which Rational computes by itself, and float from double where that is no double
// rounding (products of two floats are exact doubles).
TEST_CASE("rounding to float64 and float32 agrees with the conversions") {
  Draw draw(211);
  for (int k = 0; k < 2000; ++k) {
    const Rational x =
        Rational(draw.integer(-100000, 100000), draw.integer(1, 100000)) * pow(Rational(2), draw.integer(-1080, 1000));
    CHECK(rounded(x, FloatFormat::float64()) == Rational::from_double(x.to_double()));
    const float a = static_cast<float>(draw.integer(-1 << 24, 1 << 24)),
                b = static_cast<float>(draw.integer(1, 1 << 24));
    const float scale = std::ldexp(1.0f, static_cast<int>(draw.integer(-120, -20)));
    const double product = static_cast<double>(a) * static_cast<double>(b * scale);
    CHECK(rounded(Rational::from_double(product), FloatFormat::float32()) ==
          Rational::from_double(static_cast<float>(product)));
  }
}

TEST_CASE("rounding: ties to even, subnormals, overflow") {
  const FloatFormat four = FloatFormat::significand(4);
  CHECK(rounded(17, four) == Rational(16));
  CHECK(rounded(19, four) == Rational(20));
  CHECK(rounded(Rational(-35, 2), four) == Rational(-18));
  CHECK(rounded(Rational(31), four) == Rational(32));
  CHECK(rounded(Rational(1, 3), FloatFormat::significand(1)) == Rational(1, 4));
  CHECK(rounded(65519, FloatFormat::float16()) == Rational(65504));
  CHECK(!rounded(65520, FloatFormat::float16()));
  CHECK(rounded(pow(Rational(2), -24), FloatFormat::float16()) == pow(Rational(2), -24));
  CHECK(rounded(pow(Rational(2), -25), FloatFormat::float16()) == Rational(0));
  CHECK(rounded(Rational(3) * pow(Rational(2), -25), FloatFormat::float16()) == pow(Rational(2), -23));
}

TEST_CASE("with enough bits the rounded network is the exact one; with few it is not") {
  const Grid grid{2, 1, 2};
  Table swap{grid.points(), grid.points()};
  for (Matrix<Rational>& Y : swap.outputs) std::swap(Y(0, 0), Y(1, 0));
  const auto blocks = urpe_network(grid, swap.outputs, Layout::narrow);
  CHECK(agreement(blocks, swap, FloatFormat::float64()) == Agreement::exact);
  CHECK(agreement(blocks, swap, FloatFormat::bfloat16()) == Agreement::lost);
  const std::optional<long> least = least_bits(blocks, swap, 64);
  REQUIRE(least);
  CHECK(agreement(blocks, swap, FloatFormat::significand(*least)) != Agreement::lost);
  CHECK(agreement(blocks, swap, FloatFormat::significand(*least - 1)) == Agreement::lost);
  // A function with one value has nothing to be told apart: nothing but the value itself will do.
  const Table constant{grid.points(), std::vector<Matrix<Rational>>(9, {{Rational(1, 3)}, {Rational(1, 3)}})};
  CHECK(agreement(blocks, constant, FloatFormat::float64()) == Agreement::lost);
}
