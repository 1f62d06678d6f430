// SPDX-License-Identifier: Apache-2.0
// One element suffices: an existential's witness, or the instance at which a universal statement fails.
#include "verify/trusted/check.hpp"
namespace checker {
void meet_witness(Check& check, const Formula& quantifier, bool goal, const Step& step) {
  check.take(quantifier, step.values[0], step);
  check.meet_body(quantifier, goal, step, 0);
}
}  // namespace checker
