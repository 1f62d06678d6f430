// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/relative_bucket.hpp"

#include <algorithm>
#include <string>

#include "theory/error.hpp"
#include "theory/scalar/rational.hpp"

namespace attest::theory {

namespace {

constexpr long kMostBuckets = 1L << 12, kLargestDistance = 1L << 30;

/// The least integer l with l^degree >= bound, found between 1 and `most`.
long least_root(const Rational& bound, long degree, long most) {
  long below = 0, enough = most;
  while (enough - below > 1) {
    const long middle = below + (enough - below) / 2;
    (pow(Rational(middle), degree) < bound ? below : enough) = middle;
  }
  return enough;
}

}  // namespace

RelativeBuckets::RelativeBuckets(const BucketRule& rule) : rule_(rule) {
  const long K = rule.per_side(), h = rule.exact_below(), M = rule.distance;
  const long least = rule.bidirectional ? 4 : 2;
  if (rule.buckets < least || rule.buckets > kMostBuckets) {
    throw InputError("buckets", "expected an integer from " + std::to_string(least) + " to " +
                                    std::to_string(kMostBuckets) + ", found " + std::to_string(rule.buckets));
  }
  if (M <= h || M > kLargestDistance) {
    throw InputError("distance", "expected an integer from " + std::to_string(h + 1) + " (with " +
                                     std::to_string(rule.buckets) + " buckets) to " + std::to_string(kLargestDistance) +
                                     ", found " + std::to_string(M));
  }
  for (long l = 0; l <= h; ++l) first_.push_back(l);
  const Rational ratio(M, h);
  for (long j = 1; j < K - h; ++j) first_.push_back(least_root(pow(ratio, j) * pow(Rational(h), K - h), K - h, M));
}

long RelativeBuckets::side(long distance) const {
  const auto after = std::upper_bound(first_.begin(), first_.end(), distance);
  return static_cast<long>(after - first_.begin()) - 1;
}

long RelativeBuckets::operator()(long position) const {
  if (position <= 0) return side(-position);
  return rule_.bidirectional ? side(position) + rule_.per_side() : 0;
}

bool RelativeBuckets::is_tie(long distance) const {
  const long h = rule_.exact_below(), span = rule_.per_side() - h;
  const Rational power = pow(Rational(distance, h), span), ratio(rule_.distance, h);
  Rational bound = 1;  // ratio^j, for the j that come below the power
  while (bound < power) bound *= ratio;
  return bound == power;
}

}  // namespace attest::theory
