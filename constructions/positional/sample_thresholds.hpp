// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/scalar/rational.hpp"

namespace attest::constructions {

/// Positional Attention, appendix G: arrays of n integers from 0 to `range_end` >= 1, all alike probable. The
/// probability that one holds both ends (positional.discrepancy-products).
theory::Rational both_ends(long range_end, long n);

/// `sure` of the claim positional.discrepancy-samples: from such an n on all n^c samples hold both ends with
/// probability at least 0.9 (finding_from_one_n_on).
bool is_sure(long range_end, long c, long n);
/// The least such n from 3 on.
long sure_from(long range_end, long c);

}  // namespace attest::constructions
