// SPDX-License-Identifier: Apache-2.0
// Every element of a finite domain: the checker enumerates it, the certificate has no say in what is visited.
#include "verify/trusted/check.hpp"
#include "verify/trusted/failure.hpp"

namespace checker {

void meet_exhaustive(Check& check, const Formula& quantifier, bool goal, const Step& step) {
  check.coverage(quantifier, "exhaustive");
  if (quantifier.domain.kind != Domain::Kind::kList)
    reject(step, quantifier.domain.text + " is not a list, so it cannot be enumerated");
  const Value domain = check.value(*quantifier.domain.list);
  if (!domain.list()) throw Undefined("the domain " + quantifier.domain.text + " is " + domain.kind());
  std::size_t number = 0;
  for (const Value& element : *domain.list()) {
    check.interpreter.budget.charge(1);
    check.interpreter.bind(quantifier.slot, element);
    if (!check.satisfies_guard(quantifier)) continue;
    check.meet_body(quantifier, goal, step, number++);
    check.coverage(quantifier, "exhaustive").count += 1;
  }
  if (step.has_cases && number != step.children.size()) {
    reject(step,
           "there are " + std::to_string(number) + " elements, but " + std::to_string(step.children.size()) + " cases");
  }
}

}  // namespace checker
