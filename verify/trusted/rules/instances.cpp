// SPDX-License-Identifier: Apache-2.0
// Some elements of a domain. What is accepted this way is reported as assumed: only these elements were decided.
#include "verify/trusted/check.hpp"
namespace checker {
static void meet_range(Check& check, const Formula& quantifier, bool goal, const Step& step) {
  if (quantifier.domain.kind != Domain::Kind::kNaturals)
    reject(step, "'from' and 'to' are for naturals alone, not for " + quantifier.domain.text);
  if (step.from < check.bound(quantifier.domain.from))
    reject(step, step.from.get_str() + " is below " + quantifier.domain.text);
  std::size_t number = 0;
  for (mpz_class i = step.from; i <= step.to; ++i) {
    check.interpreter.budget.charge(1);
    check.interpreter.bind(quantifier.slot, i);
    if (check.satisfies_guard(quantifier)) check.meet_body(quantifier, goal, step, number++);
  }
  if (number == 0)
    reject(step, "no integer from " + step.from.get_str() + " to " + step.to.get_str() + " is an element");
  require_cases(step, number, "elements");
}

void meet_instances(Check& check, const Formula& quantifier, bool goal, const Step& step) {
  if (step.is_range) return meet_range(check, quantifier, goal, step);
  if (step.values.empty()) reject(step, "there is no value");
  require_cases(step, step.values.size(), "values");
  std::set<std::string> seen;
  for (const Value& value : step.values)
    if (!seen.insert(value.to_json()).second) reject(step, "a value is listed twice");
  for (std::size_t i = 0; i < step.values.size(); ++i) {
    check.take(quantifier, step.values[i], step);
    check.note(quantifier, step.values[i], step);
    check.meet_body(quantifier, goal, step, i);
  }
}
}  // namespace checker
