// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/float_bucket.hpp"

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace attest::theory {

namespace {

/// log(x), correctly rounded to T: MPFR rounds to T's number of digits, and no result here comes near T's smallest or
/// greatest exponents.
template <class T>
T rounded_log(T x) {
  mpfr_t value;
  mpfr_init2(value, std::numeric_limits<T>::digits);
  mpfr_set_d(value, static_cast<double>(x), MPFR_RNDN);
  mpfr_log(value, value, MPFR_RNDN);
  const T result = static_cast<T>(mpfr_get_d(value, MPFR_RNDN));
  mpfr_clear(value);
  return result;
}

template <class T>
T moved(T x, int ulps) {
  const T towards = ulps < 0 ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity();
  for (; ulps != 0; ulps += ulps < 0 ? 1 : -1) x = std::nextafter(x, towards);
  return x;
}

/// trunc(log(l/h) / c * span), each operation in T.
template <class T>
long scaled_log(long l, long h, long span, T c, BucketArithmetic arithmetic, int log_ulps) {
  const bool reciprocal = arithmetic == BucketArithmetic::float32_reciprocal;
  T quotient = reciprocal ? static_cast<T>(l) * (T{1} / static_cast<T>(h)) : static_cast<T>(l) / static_cast<T>(h);
  if (arithmetic == BucketArithmetic::float32_epsilon) quotient += std::numeric_limits<T>::epsilon();
  // log(1) = 0 is exact in every library.
  const T log = quotient == T{1} ? T{0} : moved(rounded_log(quotient), log_ulps);
  const T fraction = reciprocal ? log * (T{1} / c) : log / c;
  return static_cast<long>(fraction * static_cast<T>(span));
}

}  // namespace

FloatBuckets::FloatBuckets(const BucketRule& rule, BucketArithmetic arithmetic)
    : rule_(RelativeBuckets(rule).rule()),
      arithmetic_(arithmetic),
      constant_(rounded_log(static_cast<double>(rule.distance) / static_cast<double>(rule.exact_below()))) {}

long FloatBuckets::side(long distance, int log_ulps) const {
  const long K = rule_.per_side(), h = rule_.exact_below(), span = K - h;
  if (distance < h) return distance;
  const long above = arithmetic_ == BucketArithmetic::float64
                         ? scaled_log<double>(distance, h, span, constant_, arithmetic_, log_ulps)
                         : scaled_log<float>(distance, h, span, static_cast<float>(constant_), arithmetic_, log_ulps);
  return std::min(h + above, K - 1);
}

long FloatBuckets::operator()(long position, int log_ulps) const {
  if (position <= 0) return side(-position, log_ulps);
  return rule_.bidirectional ? side(position, log_ulps) + rule_.per_side() : 0;
}

std::vector<long> disagreeing_distances(const BucketRule& rule, BucketArithmetic arithmetic) {
  const RelativeBuckets exact(rule);
  const FloatBuckets rounded(rule, arithmetic);
  std::vector<long> found;
  for (const long first : exact.first_distances()) {
    if (first < rule.exact_below()) continue;
    // Too late: at and after the change. Too early: before it.
    for (long l = first; rounded.side(l) < exact.side(l); ++l) found.push_back(l);
    for (long l = first - 1; l >= 0 && rounded.side(l) > exact.side(l); --l) found.push_back(l);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace attest::theory
