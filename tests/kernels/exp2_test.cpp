// SPDX-License-Identifier: Apache-2.0
// The error of the kernels' exp2, measured against the C library's exp2 in a wider type.
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "kernels/cpu.hpp"
#include "kernels/cpu/fused/engine.hpp"
#include "kernels/cpu/simd/exp.hpp"

#if defined(__x86_64__)

using namespace attest::kernels;

namespace {

struct Case {
  const char* isa;
  bool available, gradual;  // gradual: results below the least normal number are rounded to subnormal ones
  const fused::Engine *single, *wide;
};

std::vector<Case> cases() {
  return {{"avx512", cpu().avx512, true, &fused::avx512_float32, &fused::avx512_float64},
          {"avx2", cpu().avx2, false, &fused::avx2_float32, &fused::avx2_float64}};
}

/// Calls check(argument, result) for the arguments that next() gives until it gives NaN.
template <typename T>
void each(const fused::Engine& engine, const std::function<T()>& next, const std::function<void(T, T)>& check) {
  std::vector<T> arguments, results;
  for (bool more = true; more;) {
    arguments.clear();
    while (arguments.size() < 4096) {
      const T t = next();
      if (!(more = !std::isnan(t))) break;
      arguments.push_back(t);
    }
    results.resize(arguments.size());
    engine.exp2(static_cast<std::int64_t>(arguments.size()), arguments.data(), results.data());
    for (std::size_t i = 0; i < arguments.size(); ++i) check(arguments[i], results[i]);
  }
}

/// Every `stride`-th float of the sign of `from`, from `from` outward to `to`.
std::function<float()> floats(float from, float to, std::uint32_t stride) {
  return [bits = std::bit_cast<std::uint32_t>(from), last = std::bit_cast<std::uint32_t>(to), stride]() mutable {
    if (bits > last) return std::numeric_limits<float>::quiet_NaN();
    return std::bit_cast<float>(std::exchange(bits, bits + stride));
  };
}

double greatest_error_float(const fused::Engine& engine, float from, float to, std::uint32_t stride) {
  double greatest = 0;
  each<float>(engine, floats(from, to, stride), [&](float t, float result) {
    const double exact =
        std::exp2(static_cast<double>(t));  // its own error, 2^-52, is below the comparison's resolution
    greatest = std::max(greatest, std::abs(static_cast<double>(result) - exact) / exact);
  });
  return greatest;
}

}  // namespace

// ATTEST_TEST_STRIDE=1 asks for all floats; by default every 41st.
TEST_CASE("exp2 of float32 keeps its stated error") {
  const char* const asked = std::getenv("ATTEST_TEST_STRIDE");
  const std::uint32_t stride = asked != nullptr ? static_cast<std::uint32_t>(std::stoul(asked)) : 41;
  for (const Case& c : cases()) {
    if (!c.available) {
      WARN("this processor has no " << c.isa);
      continue;
    }
    // Up to 2^-40 the result is 1 and the error below 2^-40.
    double greatest = greatest_error_float(*c.single, 0x1p-40f, 16.0f, stride);
    greatest = std::max(greatest, greatest_error_float(*c.single, -0x1p-40f, -126.0f, stride));
    WARN("exp2 of float32, " << c.isa << ": greatest relative error " << greatest * 0x1p24 << " u over every " << stride
                             << "th argument in [-126, 16]");
    REQUIRE(greatest < simd::Exp2<float>::error);
    REQUIRE(greatest > simd::Exp2<float>::error / 2);  // the constant is no guess
  }
}

TEST_CASE("exp2 of float64 keeps its stated error") {
  std::mt19937_64 random(7);
  for (const Case& c : cases()) {
    if (!c.available) continue;
    long double greatest = 0;
    int left = 1000000;
    const auto next = [&] {
      if (left-- == 0) return std::numeric_limits<double>::quiet_NaN();
      const double fraction = std::ldexp(static_cast<double>(random() >> 11), -53) - 0.5;
      const int whole = left % 3 == 0 ? -static_cast<int>(random() % 1022) : -static_cast<int>(random() % 4);
      return left % 5 == 0 ? std::ldexp(fraction, -static_cast<int>(random() % 40)) : whole + fraction;
    };
    each<double>(*c.wide, next, [&](double t, double result) {
      if (t < -1022) return;
      const long double exact = std::exp2(static_cast<long double>(t));
      greatest = std::max(greatest, std::abs(result - exact) / exact);
    });
    WARN("exp2 of float64, " << c.isa << ": greatest relative error " << static_cast<double>(greatest * 0x1p53L)
                             << " u over a million arguments");
    REQUIRE(static_cast<double>(greatest) < simd::Exp2<double>::error);
    REQUIRE(static_cast<double>(greatest) > simd::Exp2<double>::error / 4);
  }
}

TEST_CASE("exp2 at whole numbers is exact, and below the least normal number as stated") {
  for (const Case& c : cases()) {
    if (!c.available) continue;
    const std::vector<float> whole{0, -0.0f, -1, -126, 8, 16};
    std::vector<float> found(whole.size());
    c.single->exp2(static_cast<std::int64_t>(whole.size()), whole.data(), found.data());
    for (std::size_t i = 0; i < whole.size(); ++i) REQUIRE(found[i] == std::exp2(whole[i]));

    constexpr float least = std::numeric_limits<float>::min();
    for (const auto& range : {std::pair{-126.00001f, -152.0f}, std::pair{-152.0f, -3e38f}})
      each<float>(*c.single, floats(range.first, range.second, 9973), [&](float t, float result) {
        const double exact = std::exp2(static_cast<double>(t));
        // Off by less than the least normal number, and never above it.
        const double off = std::abs(static_cast<double>(result) - exact);
        const double allowed = c.gradual ? 0x1p-150 + simd::Exp2<float>::error * exact : static_cast<double>(least);
        if (!(off <= allowed && result >= 0 && result <= least)) {
          CAPTURE(c.isa, t, result, exact);
          REQUIRE(off <= allowed);
          REQUIRE(result >= 0);
          REQUIRE(result <= least);
        }
      });
  }
}

#endif
