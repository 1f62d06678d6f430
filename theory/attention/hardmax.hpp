// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/attention/softmax.hpp"

namespace attest::theory {

/// The hardmax of one row, which must not be empty (Positional Attention eq. 6), with the tie rule that `weighting`
/// names (a softmax is a std::invalid_argument). Over enclosures: Undecided where it is not known which scores are the
/// greatest; equal scores are known to be equal only where they are exact.
Vector<Rational> hardmax_row(const Vector<Rational>& scores, Weighting weighting);
Vector<Enclosure> hardmax_row(const Vector<Enclosure>& scores, Weighting weighting);

}  // namespace attest::theory
