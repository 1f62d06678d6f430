// SPDX-License-Identifier: Apache-2.0
// A formula without variables from outside, met by another statement of the claim that says the same, token by token. What
// shows that statement is its own certificates' business: that it is true is what is assumed.
#include "verify/trusted/check.hpp"
namespace checker {
void meet_statement(Check& check, const Formula& formula, bool goal, const Step& step) {
  if (!goal) reject(step, "a statement is cited as true only");
  if (check.quantifiers > 0) reject(step, "a statement is cited outside of all quantifiers only");
  const Item* cited = check.program.find(step.name);
  if (!cited) reject(step, "the claim has no statement " + step.name);
  if (cited->formula.text != formula.text) reject(step, "the statement " + step.name + " says something else");
  if (&cited->formula == &formula) reject(step, "the statement " + step.name + " cites itself");
  check.cited.push_back({step.name, check.place()});
}
}  // namespace checker
