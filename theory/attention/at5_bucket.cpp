// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/at5_bucket.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "theory/scalar/enclosure.hpp"

namespace attest::theory {

namespace {

/// One end of an enclosure, rounded to 24 bits, to nearest and ties to even. No value here is as small as binary32's
/// smallest normal number.
float to_float(const arf_t end) {
  arf_t rounded;
  arf_init(rounded);
  arf_set_round(rounded, end, 24, ARF_RND_NEAR);
  const float result = static_cast<float>(arf_get_d(rounded, ARF_RND_NEAR));
  arf_clear(rounded);
  return result;
}

std::optional<float> rounded(const Enclosure& x) {
  arf_t lower, upper;
  arf_init(lower);
  arf_init(upper);
  arb_get_lbound_arf(lower, x.raw(), x.precision());
  arb_get_ubound_arf(upper, x.raw(), x.precision());
  const float below = to_float(lower), above = to_float(upper);
  arf_clear(lower);
  arf_clear(upper);
  return below == above ? std::optional<float>(below) : std::nullopt;
}

/// f(precision) -> Enclosure, at growing precision until its rounding is known.
template <class F>
float decided(F f) {
  for (long precision = 64; precision <= 4096; precision *= 2) {
    if (const auto value = rounded(f(precision))) return *value;
  }
  throw Undecided("the rounding to binary32 is not decided at 4096 bits");
}

void check(long l, long n) {
  if (l < 0 || n < 1) throw std::invalid_argument("at5_bucket: expected l >= 0 and n >= 1");
}

float rounded_exp(float x) {
  if (x == 0) return 1;
  return decided([&](long precision) { return exp(Enclosure(Rational::from_double(x), precision)); });
}

}  // namespace

float at5_bucket_rounded(long l, long n, const Rational& gamma) {
  check(l, n);
  const Rational exponent = Rational(-l, n) * max(Rational(0), gamma);
  if (exponent == Rational(0)) return 0;
  return decided([&](long precision) { return Enclosure(1) - exp(Enclosure(exponent, precision)); });
}

float at5_bucket_stepwise(long l, long n, const Rational& gamma) {
  check(l, n);
  const float g =
      std::max(0.0F, gamma.sign() == 0 ? 0.0F : decided([&](long precision) { return Enclosure(gamma, precision); }));
  const float scale = 1.0F / static_cast<float>(n);
  const float exponent = static_cast<float>(l) * scale * g;
  return 1.0F - rounded_exp(-exponent);
}

}  // namespace attest::theory
