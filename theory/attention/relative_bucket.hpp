// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace attest::theory {

/// What T5's bucket function is told: the number of buckets, the distance from which on a side's last bucket is
/// certain, and whether positions after the current one have buckets of their own.
struct BucketRule {
  long buckets;
  long distance;
  bool bidirectional = true;

  /// K: the buckets of one side.
  long per_side() const { return bidirectional ? buckets / 2 : buckets; }
  /// h: distances 0, ..., h-1 have a bucket each.
  long exact_below() const { return per_side() / 2; }
};

/// The bucket of a relative position (key minus query), exactly as the formula says: SRPE (Wu et al. 2021), eqs. 14 to
/// 16, with K buckets on a side, h = K/2, M = distance:
///
///     l                                                  for 0 <= l < h
///     min(h + floor((K-h) log(l/h) / log(M/h)), K-1)     for l >= h
///
/// and, bidirectional, K more for positions after the current one (eq. 15); one-sided, bucket 0 for these (eq. 16).
/// Without logarithms: (K-h) log(l/h) / log(M/h) >= j exactly if l^(K-h) >= M^j h^(K-h-j), an inequality of integers.
/// K and h are rounded down where the printed formula does not speak (K odd), as the public implementations do.
class RelativeBuckets {
 public:
  /// InputError unless 1 <= h < M and M <= 2^30, where the formula divides by no 0 and is monotone; at most 2^12
  /// buckets.
  explicit RelativeBuckets(const BucketRule& rule);

  const BucketRule& rule() const { return rule_; }
  long operator()(long position) const;
  /// The bucket within a side, of a distance l >= 0.
  long side(long distance) const;
  /// For the bucket k of a side, the least distance that the formula puts into bucket k or a later one, k = 0, ...,
  /// K-1.
  const std::vector<long>& first_distances() const { return first_; }
  /// Whether the expression under the floor is an integer at this distance >= h: where rounding can go wrong.
  bool is_tie(long distance) const;

 private:
  BucketRule rule_;
  std::vector<long> first_;
};

}  // namespace attest::theory
