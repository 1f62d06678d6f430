// SPDX-License-Identifier: Apache-2.0
// One element suffices: an existential's witness, or the instance at which a universal statement fails.
#include "verify/trusted/check.hpp"

namespace checker {

void meet_witness(Check& check, const Formula& quantifier, bool goal, const Step& step) {
  check.coverage(quantifier, "witness").count += 1;
  check.take(quantifier, step.value, step);
  check.meet(*quantifier.body, goal, step.then());
}

}  // namespace checker
