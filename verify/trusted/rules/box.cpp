// SPDX-License-Identifier: Apache-2.0
// Every real of an interval, cell by cell: the variable is bound to the whole cell, and the body must be decided on it.
#include "verify/trusted/check.hpp"
namespace checker {
// The cells follow each other without a gap, from the domain's lower end to its upper end.
static void require_cover(const Step& step, const Domain& domain, const Enclosure& whole) {
  if (step.values.empty()) reject(step, "there is no cell");
  if (!domain.sizes.empty() && step.values.size() != 1) reject(step, domain.text + " takes exactly one cell");
  End reached = whole.lo;
  for (const Value& value : step.values) {
    const Enclosure cell = value.enclosure();
    if (compare(cell.lo, reached) != 0 || reached.infinite > 0)
      reject(step, "a cell of " + domain.text + " does not begin where the domain begins or the one before ends");
    reached = cell.hi;
  }
  if (compare(reached, whole.hi) != 0) reject(step, "the last cell does not end where " + domain.text + " ends");
}

void meet_box(Check& check, const Formula& quantifier, bool goal, const Step& step) {
  const Domain& domain = quantifier.domain;
  if (domain.kind != Domain::Kind::kReals) reject(step, domain.text + " has no cells");
  require_cover(step, domain, check.interval(domain));
  require_cases(step, step.values.size(), "cells");
  const std::vector<std::size_t> shape = check.shape(domain);
  for (std::size_t i = 0; i < step.values.size(); ++i) {
    Value element = step.values[i];  // a number, a vector or a matrix, every entry of which is the cell
    for (std::size_t level = shape.size(); level-- > 0;) {
      check.interpreter.budget.charge_list(shape[level]);
      element = List(shape[level], element);
    }
    check.interpreter.bind(quantifier.slot, element);
    if (check.may_satisfy_guard(quantifier)) check.meet_body(quantifier, goal, step, i);
  }
}
}  // namespace checker
