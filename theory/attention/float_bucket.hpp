// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/attention/relative_bucket.hpp"

namespace attest::theory {

/// How a program evaluates the formula of RelativeBuckets in floating point. Every operation is rounded to nearest,
/// ties to even; so are the logarithms here (by MPFR), which a real library's may miss by a unit in the last place.
enum class BucketArithmetic {
  /// T5 (Mesh TensorFlow) and Hugging Face on a CPU: trunc(log(l/h) / c * (K-h)) in binary32, where the constant
  /// c = log(M/h) is computed in binary64 and then rounded to binary32.
  float32,
  /// The same with products by the rounded reciprocals 1/h and 1/c in place of both divisions, which is what PyTorch
  /// does on a GPU where a tensor is divided by a number.
  float32_reciprocal,
  /// T5X: log(l/h + eps) in place of log(l/h), with binary32's eps = 2^-23.
  float32_epsilon,
  /// All of it in binary64.
  float64
};

/// The bucket of a relative position as the public implementations compute it. Domain and errors: as RelativeBuckets;
/// positions up to 2^24 in absolute value, which binary32 holds exactly.
class FloatBuckets {
 public:
  FloatBuckets(const BucketRule& rule, BucketArithmetic arithmetic);

  /// `log_ulps`: how many units in the last place log(l/h) is off from its correct rounding (0, or +1, -1, ... for a
  /// library that is not correctly rounded).
  long operator()(long position, int log_ulps = 0) const;
  long side(long distance, int log_ulps = 0) const;

 private:
  BucketRule rule_;
  BucketArithmetic arithmetic_;
  double constant_;  ///< log(M/h), both operations in binary64
};

/// Every distance, in ascending order, whose bucket differs from the exact one. Rounded operations are monotone, and so
/// are both bucket functions; hence they differ next to where the exact one changes, if anywhere, and all distances are
/// covered, not only those up to M.
std::vector<long> disagreeing_distances(const BucketRule& rule, BucketArithmetic arithmetic);

}  // namespace attest::theory
