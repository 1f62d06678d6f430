// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/softcap.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace attest::verify::judge {

namespace {

/// high + low, as two doubles of which the second is a rest.
struct Two {
  double high, low;
};

Two sum(double a, double b) {
  const double s = a + b, back = s - a;
  return {s, (a - (s - back)) + (b - back)};
}
Two times(Two a, double b) {
  const double p = a.high * b;
  return sum(p, std::fma(a.high, b, -p) + a.low * b);
}
Two over(Two a, double b) {
  const double q = a.high / b;
  return sum(q, (std::fma(-q, b, a.high) + a.low) / b);
}
Two over(Two a, Two b) {
  const double q = a.high / b.high;
  return sum(q, ((std::fma(-q, b.high, a.high) - q * b.low) + a.low) / b.high);
}
Two one_plus(Two a) {
  const Two s = sum(1, a.high);
  return sum(s.high, s.low + a.low);
}

}  // namespace

void cap_scores(const Head& head, const simd::Code& code, double* scores, std::int64_t count) {
  const double cap = head.softcap(), scale = head.scale();
  std::vector<double> power(static_cast<std::size_t>(count));
  for (std::int64_t t = 0; t < count; ++t) power[static_cast<std::size_t>(t)] = -2 * std::fabs(scores[t] * scale) / cap;
  code.exponentials(power.data(), count, power.data());
  for (std::int64_t t = 0; t < count; ++t) {
    const double s = scores[t] * scale, e = power[static_cast<std::size_t>(t)];
    scores[t] =
        std::isfinite(s) ? std::copysign(cap * ((1 - e) / (1 + e)), s) : std::numeric_limits<double>::quiet_NaN();
  }
}

void cap_scores(const Head& head, const simd::Code& code, double* high, double* low, std::int64_t count) {
  const double cap = head.softcap(), scale = head.scale();
  const auto size = static_cast<std::size_t>(count);
  std::vector<double> power(size), rest(size);
  for (std::int64_t t = 0; t < count; ++t) {
    const Two s = times(sum(high[t], low[t]), scale), x = over({-2 * s.high, -2 * s.low}, cap);
    const bool negative = x.high <= 0;
    power[static_cast<std::size_t>(t)] = negative ? x.high : -x.high;
    rest[static_cast<std::size_t>(t)] = negative ? x.low : -x.low;
    high[t] = std::isfinite(s.high) ? std::copysign(cap, s.high) : std::numeric_limits<double>::quiet_NaN();
  }
  code.precise_exponentials(power.data(), rest.data(), count, power.data(), rest.data());
  for (std::int64_t t = 0; t < count; ++t) {
    const Two e{power[static_cast<std::size_t>(t)], rest[static_cast<std::size_t>(t)]};
    const Two s = times(over(one_plus({-e.high, -e.low}), one_plus(e)), high[t]);
    high[t] = s.high;
    low[t] = s.low;
  }
}

double cap_error(const Head& head) { return 32 * 0x1p-53 * head.softcap(); }
double precise_cap_error(const Head& head) { return 0x1p-86 * head.softcap(); }

}  // namespace attest::verify::judge
