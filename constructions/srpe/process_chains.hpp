// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "theory/scalar/rational.hpp"

namespace attest::constructions {

/// A chain on the states 0 and 1 that starts in state 0 with probability 2/3.
struct TwoStateChain {
  theory::Rational from0;  ///< probability of leaving state 0
  theory::Rational from1;  ///< probability of leaving state 1
};

/// The classes of Process-50 (SRPE, Artificial Tasks), with the numbers of the authors' generator.
TwoStateChain process_class(int label);  ///< 1 or 2

/// The best accuracies on sequences of T states, both classes equally frequent: of any rule, and of any rule that sees
/// only how many ones there are. Exact, by counting the sequences with equal transition counts.
struct ProcessOptimum {
  theory::Rational any_rule, order_blind;
};
ProcessOptimum process_optimum(long T);

}  // namespace attest::constructions
