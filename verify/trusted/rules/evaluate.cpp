// SPDX-License-Identifier: Apache-2.0
// The end of a formula: its expression, with all variables bound, must evaluate to the goal.
#include "verify/trusted/check.hpp"
namespace checker {
void meet_evaluate(Check& check, const Formula& expression, bool goal, const Step& step) {
  check.evaluated += 1;
  if (boolean_of(check.value(*expression.expression)) != truth(goal))
    throw Rejected(step.place + ": the expression is " + (goal ? "false" : "true"), "opposite");
}
}  // namespace checker
