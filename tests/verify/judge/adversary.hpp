// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>

#include "verify/instances/instance.hpp"

namespace attest::tests {

/// How an adversary uses the freedom that its error class leaves it.
struct Tactics {
  enum class Direction { random, up, down, targeted };
  Direction direction = Direction::targeted;  ///< targeted: every error moves one column of the output the same way
  bool normalize_first = false;               ///< weights are divided by their sum before they meet C and V
  bool factor_last = false;                   ///< C multiplies the rounded weight
  bool bias_in_sum = false;                   ///< B starts the sum of products
  bool scale_query = false;                   ///< the scale multiplies the query
  bool tree = false;                          ///< sums in a random tree, not from the first to the last
  bool lags = false;                          ///< the reference stays behind by reference_lag
};

/// softmax attention of any kind in float64, blocked as key_block says, every operation of which is wrong by exactly
/// what the class allows: (x)(1 + d) + e with |d| <= accumulate and |e| <= underflow. The outputs are float64 whatever
/// u is.
verify::instances::Outputs run_adversary(const verify::instances::Instance& instance, const attest_error_class& error,
                                         const Tactics& tactics, std::mt19937_64& random);

}  // namespace attest::tests
