// SPDX-License-Identifier: Apache-2.0
// Every real of an interval, cell by cell: the variable is bound to the whole cell, and the body must be decided on it.
#include "verify/trusted/check.hpp"
namespace checker {
// On a cell with an order the variable is one end and t times the way to the other: t, between 0 and 1, is a variable
// of Taylor models.
static Value model_on(Check& check, const Step& step, const Value& element, const mpz_class& order) {
  Budget& budget = check.interpreter.budget;
  if (element.list() || (budget.order == 0 && !check.variables.empty()))
    reject(step, "an order is for a cell of reals, outside of polynomials");
  budget.order = static_cast<unsigned>(mpz_class(abs(order)).get_ui());
  const Enclosure cell = element.enclosure();
  const mpq_class &from = (sgn(order) > 0 ? cell.lo : cell.hi).value, &to = (sgn(order) > 0 ? cell.hi : cell.lo).value;
  const Value t(unit_interval.enclosure(),
                std::make_shared<const Polynomial>(Polynomial{{{check.variables.size()}, std::int64_t{1}}}));
  check.variables.emplace_back("", t);
  const Value way = arithmetic(Op::kMultiply, t, mpq_class(to - from), budget);
  return Value(cell, arithmetic(Op::kAdd, from, way, budget).polynomial());
}
// The cells follow each other without a gap, from the domain's lower end to its upper end.
static void require_cover(const Step& step, const Domain& domain, const Enclosure& whole) {
  if (step.values.empty()) reject(step, "there is no cell");
  if (!domain.sizes.empty() && step.values.size() != 1) reject(step, domain.text + " takes exactly one cell");
  End reached = whole.lo;
  for (const Value& value : step.values) {
    const Enclosure cell = value.list()->front().enclosure();
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
  const unsigned order_around = check.interpreter.budget.order;
  const std::size_t variables = check.variables.size();
  for (std::size_t i = 0; i < step.values.size(); ++i) {
    Value element = step.values[i].list()->front();  // a number, a vector or a matrix, every entry of which is the cell
    for (std::size_t level = shape.size(); level-- > 0;) {
      check.interpreter.budget.charge_list(shape[level]);
      element = List(shape[level], element);
    }
    if (const mpz_class order = integer(step.values[i].list()->back()); order != 0)
      element = model_on(check, step, element, order);
    check.interpreter.bind(quantifier.slot, element);
    if (check.may_satisfy_guard(quantifier)) check.meet_body(quantifier, goal, step, i);
    check.variables.resize(variables);
    check.interpreter.budget.order = order_around;
  }
}
}  // namespace checker
