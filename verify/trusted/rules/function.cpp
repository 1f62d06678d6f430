// SPDX-License-Identifier: Apache-2.0
// One element for each choice of the variables of polynomials around: a polynomial of them ("Skolem's function").
#include "verify/trusted/check.hpp"
namespace checker {
void meet_function(Check& check, const Formula& quantifier, bool goal, const Step& step) {
  check.interpreter.budget.bits = 64;
  check.take(quantifier, polynomial_of(check, step, step.values[0]), step);
  check.meet_body(quantifier, goal, step, 0);
}
}  // namespace checker
