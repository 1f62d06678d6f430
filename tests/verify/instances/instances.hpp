// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "verify/instances/instance.hpp"
#include "verify/judge/judge.hpp"

namespace attest::tests {

/// What a random instance should look like.
struct Shape {
  attest_operation operation = ATTEST_ATTENTION;
  attest_dtype dtype = ATTEST_FLOAT32;
  std::int64_t queries = 5, keys = 5, width = 4, value_width = 3;
  attest_term_kind bias = ATTEST_TERM_NONE, factor = ATTEST_TERM_NONE;
  attest_mask_kind mask = ATTEST_MASK_NONE;
  attest_ties ties = ATTEST_TIES_UNIFORM;
  double spread = 1;      ///< standard deviation of query, key, value
  bool integers = false;  ///< query and key are small integers, so that scores tie and cannot round
};

/// Normal numbers; biases of spread 1, factors of either sign; every mask hides some keys and may hide whole rows.
verify::instances::Instance random_instance(const Shape& shape, std::mt19937_64& random);

/// A shape drawn from everything that the C interface allows at a small size.
Shape random_shape(attest_dtype dtype, std::mt19937_64& random);

/// Some of what came with ABI 2, one head of a group, where the operation and dtype take it: a window, a softcap, a
/// sink, dropout, scales. At least one of them for a softmax operation other than positional attention.
void add_extensions(verify::instances::Instance& instance, std::mt19937_64& random);

/// What the scalar specification computes.
verify::instances::Outputs run_scalar(const verify::instances::Instance& instance);

/// An output that is `value` everywhere; no row sums, no log-sum-exp.
verify::instances::Outputs output_of(const verify::instances::Instance& instance, double value);

/// The worst element in words, for messages.
std::string describe(const verify::judge::Judgement& judgement);

}  // namespace attest::tests
