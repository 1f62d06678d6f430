// SPDX-License-Identifier: Apache-2.0
// Every element of a finite domain: the checker enumerates it, the certificate has no say in what is visited.
#include "verify/trusted/check.hpp"
namespace checker {
void meet_exhaustive(Check& check, const Formula& quantifier, bool goal, const Step& step) {
  if (quantifier.domain.kind != Domain::Kind::kList)
    reject(step, quantifier.domain.text + " is not a list, so it cannot be enumerated");
  std::size_t number = 0;
  const Value list = check.value(*quantifier.domain.list);
  for (const Value& element : list_of(list)) {
    check.interpreter.budget.charge(1);
    check.interpreter.bind(quantifier.slot, element);
    if (check.satisfies_guard(quantifier)) check.meet_body(quantifier, goal, step, number++);
  }
  require_cases(step, number, "elements");
}
}  // namespace checker
