// SPDX-License-Identifier: Apache-2.0
// A formula without variables from outside, met by another statement of the claim: one that says the same, token by
// token, or, where the formula is to be false, its negation. What shows that statement is its own certificates'
// business: that it is true is what is assumed.
#include <sstream>
#include "verify/trusted/check.hpp"
namespace checker {
// The negation of quantifiers around an expression, in canonical text: the quantifiers turned round, the expression
// inside not ( ... ). Its elements are the same: no domain and no `where` changes. Nothing for parts.
static std::string negation(const std::string& text) {
  std::istringstream in(text);
  std::string token, quantifiers, rest;  // up to the last quantifier's colon; behind it
  int depth = 0;
  bool in_quantifier = false;
  while (in >> token) {
    if (token == "parts") return {};
    if (token == "(" || token == "[" || token == "{") ++depth;
    if (token == ")" || token == "]" || token == "}") --depth;
    const bool begins = token == "forall" || token == "exists";
    in_quantifier = in_quantifier || begins;
    rest += (!begins ? token : token == "forall" ? "exists" : "forall") + " ";
    if (!in_quantifier || token != ":" || depth != 0) continue;
    quantifiers += std::exchange(rest, "");
    in_quantifier = false;
  }
  return quantifiers + "not ( " + rest + ")";
}

void meet_statement(Check& check, const Formula& formula, bool goal, const Step& step) {
  if (check.quantifiers > 0) reject(step, "a statement is cited outside of all quantifiers only");
  const Item* cited = check.program.find(step.name);
  if (!cited) reject(step, "the claim has no statement " + step.name);
  if (goal && cited->formula.text != formula.text) reject(step, "the statement " + step.name + " says something else");
  if (!goal && cited->formula.text != negation(formula.text))
    reject(step, "the statement " + step.name + " is not the negation: quantifiers turned round, not ( ... )");
  if (&cited->formula == &formula) reject(step, "the statement " + step.name + " cites itself");
  check.cited.push_back({step.name, check.place()});
}
}  // namespace checker
