// SPDX-License-Identifier: Apache-2.0
// A formula without variables from outside, met by another statement of the claim: one that says the same, token by
// token, or, where the formula is to be false, its negation. What shows that statement is its own certificates'
// business: that it is true is what is assumed.
#include "verify/trusted/check.hpp"
namespace checker {
// Whether one is the negation of the other: the quantifiers turned round, the expression inside not ( ... ). Their
// elements are the same: no domain and no `where` differs. Of parts there is none.
static bool is_negation(const Formula& formula, const Formula& other) {
  using Kind = Formula::Kind;
  if (formula.kind == Kind::kExpression) return other.text == "not ( " + formula.text + " )";
  const Kind turned = formula.kind == Kind::kForall ? Kind::kExists : Kind::kForall;
  if (formula.kind == Kind::kParts || other.kind != turned) return false;
  // Behind the first word up to the colon.
  const auto range = [](const Formula& f) { return f.text.substr(6, f.text.size() - f.children[0].text.size() - 6); };
  return range(formula) == range(other) && is_negation(formula.children[0], other.children[0]);
}

void meet_statement(Check& check, const Formula& formula, bool goal, const Step& step) {
  if (check.quantifiers > 0) reject(step, "a statement is cited outside of all quantifiers only");
  const Item* cited = check.program.find(step.name);
  if (!cited) reject(step, "the claim has no statement " + step.name);
  if (goal && cited->formula.text != formula.text) reject(step, "the statement " + step.name + " says something else");
  if (!goal && !is_negation(formula, cited->formula))
    reject(step, "the statement " + step.name + " is not the negation: quantifiers turned round, not ( ... )");
  if (&cited->formula == &formula) reject(step, "the statement " + step.name + " cites itself");
  check.cited.push_back({step.name, check.part});
}
}  // namespace checker
