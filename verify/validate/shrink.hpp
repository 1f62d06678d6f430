// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "verify/instances/gradients.hpp"

namespace attest::verify::validate {

/// Whether a kernel still fails on this instance; false for one that it does not support. It is called one instance at
/// a time and should answer the same every time.
using StillFails = std::function<bool(const instances::Instance&)>;

struct Shrunk {
  instances::Instance instance;  ///< fails too
  int runs = 0;                  ///< how often the predicate was asked
  bool finished = false;         ///< no single step makes it simpler; false if the runs were used up
};

/// The smallest shape, then the plainest masks, terms and numbers (0, 1, -1, small integers, powers of two, few
/// digits), that still fail: steps of halves, quarters, ..., single elements, until no single step is left that still
/// fails. Deterministic: depends on the instance and the answers alone. `instance` is taken to fail. At most most_runs
/// questions.
Shrunk shrink(const instances::Instance& instance, const StillFails& fails, int most_runs = 2000);

/// The same of a backward kernel's problem: the gradient of the output loses what the output loses, and its numbers
/// become plainer, too.
using GradientStillFails = std::function<bool(const instances::GradientInstance&)>;
struct ShrunkGradient {
  instances::GradientInstance instance;
  int runs = 0;
  bool finished = false;
};
ShrunkGradient shrink(const instances::GradientInstance& instance, const GradientStillFails& fails,
                      int most_runs = 2000);

}  // namespace attest::verify::validate
