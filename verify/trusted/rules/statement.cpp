// SPDX-License-Identifier: Apache-2.0
// A formula without variables from outside, met by another statement of the claim: one that says the same, token by
// token, or, where the formula is to be false, its negation. What shows that statement is its own certificates'
// business: that it is true is what is assumed.
#include <iterator>
#include <sstream>
#include <vector>
#include "verify/trusted/check.hpp"

namespace checker {
namespace {

// The negation of quantifiers around an expression, in canonical text: the quantifiers turned round, the expression
// inside not ( ... ). Its elements are the same: no domain and no `where` changes. Nothing for parts.
std::string negation(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> tokens{std::istream_iterator<std::string>(in), {}};
  int depth = 0;
  bool in_quantifier = false;
  std::size_t expression = 0;  // where it begins
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    std::string& token = tokens[i];
    if (token == "parts") return {};
    if (token == "(" || token == "[" || token == "{") ++depth;
    if (token == ")" || token == "]" || token == "}") --depth;
    if (token == "forall" || token == "exists") {
      token = token == "forall" ? "exists" : "forall";
      in_quantifier = true;
    } else if (in_quantifier && token == ":" && depth == 0) {
      in_quantifier = false;
      expression = i + 1;
    }
  }
  std::string result;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i == expression) result += "not ( ";
    result += tokens[i] + " ";
  }
  return result + ")";
}

}  // namespace

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
