// SPDX-License-Identifier: Apache-2.0
#include <arb.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "verify/judge/simd/code.hpp"

using namespace attest::verify::judge;

namespace {

/// |high + low - exp(x + x_low)| / exp(x + x_low), rounded upwards.
double relative_error(double high, double low, double x, double x_low) {
  constexpr slong precision = 300;
  arb_t exact, found, part;
  arb_init(exact);
  arb_init(found);
  arb_init(part);
  arb_set_d(exact, x);
  arb_set_d(part, x_low);
  arb_add(exact, exact, part, precision);
  arb_exp(exact, exact, precision);
  arb_set_d(found, high);
  arb_set_d(part, low);
  arb_add(found, found, part, precision);
  arb_div(found, found, exact, precision);
  arb_sub_ui(found, found, 1, precision);
  mag_t bound;
  mag_init(bound);
  arb_get_mag(bound, found);
  const double result = mag_get_d(bound);
  mag_clear(bound);
  arb_clear(exact);
  arb_clear(found);
  arb_clear(part);
  return result;
}

/// Numbers from least_exponent to 80 of every size, the ends of the reduction's intervals among them.
std::vector<double> arguments(std::size_t count) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> wide(simd::least_exponent, 80), unit(-1, 1);
  std::vector<double> x = {0, -0.0, 1, -1, 80, simd::least_exponent, 0.34657359027997264, -0.34657359027997264};
  while (x.size() < count) {
    x.push_back(wide(random));
    x.push_back(std::ldexp(unit(random), -static_cast<int>(random() % 80)));
    const double half = (static_cast<double>(random() % 900) - 850.5) * 0.69314718055994531;
    if (half > simd::least_exponent && half < 80) x.push_back(std::nextafter(half, unit(random)));
  }
  x.resize(count);
  return x;
}

}  // namespace

TEST_CASE("exp keeps the error that is proved of it") {
  const std::vector<double> x = arguments(20000);
  std::vector<double> high(x.size()), low(x.size()), x_low(x.size());
  std::mt19937_64 random(4);
  for (std::size_t t = 0; t < x.size(); ++t)
    x_low[t] = x[t] * std::ldexp(static_cast<double>(random() % 1000) / 1000 - 0.5, -53);
  double worst = 0, precise_worst = 0;
  simd::code("")->exponentials(x.data(), static_cast<std::int64_t>(x.size()), high.data());
  for (std::size_t t = 0; t < x.size(); ++t) worst = std::max(worst, relative_error(high[t], 0, x[t], 0));
  simd::code("")->precise_exponentials(x.data(), x_low.data(), static_cast<std::int64_t>(x.size()), high.data(),
                                       low.data());
  for (std::size_t t = 0; t < x.size(); ++t)
    precise_worst = std::max(precise_worst, relative_error(high[t], low[t], x[t], x_low[t]));
  INFO("greatest relative errors: 2^" << std::log2(worst) << " and 2^" << std::log2(precise_worst));
  CHECK(worst < simd::exp_error);
  CHECK(precise_worst < simd::precise_exp_error);
  // The bounds are not idle: a bound of a tenth would not hold.
  CHECK(worst > simd::exp_error / 10);
}

TEST_CASE("exp of less than the least exponent is 0") {
  const std::vector<double> x = {
      std::nextafter(simd::least_exponent, -1e3), -1e4, -1e300, -HUGE_VAL, -690.5, -HUGE_VAL, -745, -1e18};
  std::vector<double> high(8, 1), low(8, 1), zero(8, 0);
  simd::code("")->exponentials(x.data(), 8, high.data());
  CHECK(high == zero);
  simd::code("")->precise_exponentials(x.data(), zero.data(), 8, high.data(), low.data());
  CHECK(high == zero);
  CHECK(low == zero);
}

TEST_CASE("every instruction set gives the same bits") {
  const std::vector<double> x = arguments(4000);
  const auto results = [&](const simd::Code& code) {
    std::vector<double> high(x.size()), low(x.size()), single(x.size());
    code.exponentials(x.data(), static_cast<std::int64_t>(x.size()), single.data());
    code.precise_exponentials(x.data(), single.data(), 0, high.data(), low.data());
    std::vector<double> x_low(x.size(), 0x1p-60);
    code.precise_exponentials(x.data(), x_low.data(), static_cast<std::int64_t>(x.size()), high.data(), low.data());
    single.insert(single.end(), high.begin(), high.end());
    single.insert(single.end(), low.begin(), low.end());
    return single;
  };
  const std::vector<double> expected = results(*simd::code("baseline"));
  for (const char* name : {"avx2", "avx512"}) {
    const simd::Code* code = simd::code(name);
    if (code == nullptr) {
      WARN(name << " skipped: this processor lacks it");
      continue;
    }
    CHECK(code->name == name);
    const std::vector<double> found = results(*code);
    CHECK(std::memcmp(found.data(), expected.data(), found.size() * sizeof(double)) == 0);
  }
}
