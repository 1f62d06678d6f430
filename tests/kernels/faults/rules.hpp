// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/kernels/faults/naive.hpp"
#include "verify/judge/judge.hpp"

namespace attest::faults {

/// What each of the three rules says of one output.
struct Trial {
  bool changed = false;  ///< some bit differs from what the correct kernel computes
  bool judge = false;    ///< our judge: some element is outside its bound
  bool allclose = false;
  bool twice = false;
  bool undecided = false;  ///< our judge could not decide some element, and found none outside
  double share = 0;        ///< the greatest error over bound
};

struct Tolerances {
  long double relative, absolute;
};
/// PyTorch's documentation of torch.testing.assert_close, the table of defaults.
Tolerances default_tolerances(attest_dtype dtype);

/// The two customary rules, prepared for one instance.
class CustomaryRules {
 public:
  explicit CustomaryRules(const verify::instances::Instance& instance);

  /// torch.testing.assert_close with its default tolerances for the dtype, against attention in float64, rounded to the
  /// dtype: whether it fails. row_sum and log_sum_exp count too, with the tolerances of their own dtype.
  bool allclose_fails(const Results& computed) const;
  /// The greatest error is to be at most twice that of an unfused computation in the same dtype, errors against
  /// attention in extended precision, one maximum for each tensor: whether it fails.
  bool twice_fails(const Results& computed) const;

 private:
  attest_dtype dtype_, row_dtype_;
  Results expected_, truth_, naive_;
};

/// All three rules.
Trial try_rules(const verify::instances::Instance& instance, const CustomaryRules& rules,
                const verify::instances::Outputs& outputs, const attest_error_class& error);

}  // namespace attest::faults
