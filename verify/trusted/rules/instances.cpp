// SPDX-License-Identifier: Apache-2.0
// Some elements of a domain. What is accepted this way is reported as assumed: only these elements were decided.
#include <set>

#include "verify/trusted/check.hpp"

namespace checker {

namespace {

void meet_range(Check& check, const Formula& quantifier, bool goal, const Step& step) {
  const std::size_t uses = check.covered().size();
  Coverage& first = check.coverage(quantifier, "range");
  const bool fresh = check.covered().size() > uses;
  if (quantifier.domain.kind != Domain::Kind::kNaturals) {
    reject(step, "'from' and 'to' are for naturals alone, not for " + quantifier.domain.text);
  }
  if (step.from < exact_bound(check, *quantifier.domain.from))
    reject(step, step.from.get_str() + " is below " + quantifier.domain.text);
  if (fresh || step.from > first.from) first.from = step.from;
  if (fresh || step.to < first.to) first.to = step.to;
  std::size_t number = 0;
  for (mpz_class i = step.from; i <= step.to; ++i) {
    check.interpreter.budget.charge(1);
    check.interpreter.bind(quantifier.slot, Value(mpq_class(i)));
    if (!check.satisfies_guard(quantifier)) continue;
    check.meet_body(quantifier, goal, step, number++);
    check.coverage(quantifier, "range").count += 1;
  }
  if (number == 0)
    reject(step, "no integer from " + step.from.get_str() + " to " + step.to.get_str() + " is an element");
  if (step.has_cases && number != step.children.size()) {
    reject(step,
           "there are " + std::to_string(number) + " elements, but " + std::to_string(step.children.size()) + " cases");
  }
}

}  // namespace

void meet_instances(Check& check, const Formula& quantifier, bool goal, const Step& step) {
  if (step.is_range) return meet_range(check, quantifier, goal, step);
  check.coverage(quantifier, "instances");
  if (step.values.empty()) reject(step, "there is no value");
  if (step.has_cases && step.children.size() != step.values.size()) {
    reject(step, "there are " + std::to_string(step.values.size()) + " values, but " +
                     std::to_string(step.children.size()) + " cases");
  }
  std::set<std::string> seen;
  for (const Value& value : step.values) {
    if (!seen.insert(value.to_json()).second) reject(step, "a value is listed twice");
  }
  for (std::size_t i = 0; i < step.values.size(); ++i) {
    check.take(quantifier, step.values[i], step);
    check.meet_body(quantifier, goal, step, i);
    check.coverage(quantifier, "instances").count += 1;
  }
}

}  // namespace checker
