// SPDX-License-Identifier: Apache-2.0
// Every real of an interval, cell by cell: the variable is bound to the whole cell, and the body must be decided on it.
#include "verify/trusted/check.hpp"
#include "verify/trusted/failure.hpp"

namespace checker {

namespace {

// The cells follow each other without a gap, from the domain's lower end to its upper end.
void require_cover(const Step& step, const Domain& domain, const End& lower, const End& upper) {
  if (step.cells.empty()) reject(step, "there is no cell");
  if (domain.kind != Domain::Kind::kReals && step.cells.size() != 1)
    reject(step, domain.text + " takes exactly one cell");
  if (compare(step.cells.front().first, lower) != 0 || compare(step.cells.back().second, upper) != 0) {
    reject(step, "the cells do not reach from end to end of " + domain.text);
  }
  for (std::size_t i = 1; i < step.cells.size(); ++i) {
    const End& reached = step.cells[i - 1].second;
    if (reached.infinite != 0 || compare(reached, step.cells[i].first) != 0)
      reject(step, "a cell does not begin where the one before ends");
  }
}

// A number, a vector or a matrix, every entry of which is the enclosure.
Value filled(Check& check, Value value, const std::vector<std::size_t>& shape) {
  for (auto size = shape.rbegin(); size != shape.rend(); ++size) {
    check.interpreter.budget.charge_list(*size);
    value = Value(List(*size, value));
  }
  return value;
}

}  // namespace

void meet_box(Check& check, const Formula& quantifier, bool goal, const Step& step) {
  check.coverage(quantifier, "box");
  const Domain& domain = quantifier.domain;
  if (domain.kind == Domain::Kind::kList || domain.kind == Domain::Kind::kNaturals ||
      domain.kind == Domain::Kind::kValues) {
    reject(step, domain.text + " has no cells");
  }
  End lower{0, -1}, upper{0, 1};
  if (domain.from) {
    lower = {exact_bound(check, *domain.from), 0};
    upper = {exact_bound(check, *domain.to), 0};
  }
  require_cover(step, domain, lower, upper);
  if (step.has_cases && step.children.size() != step.cells.size()) {
    reject(step, "there are " + std::to_string(step.cells.size()) + " cells, but " +
                     std::to_string(step.children.size()) + " cases");
  }
  const std::vector<std::size_t> shape = sizes(check, domain);
  for (std::size_t i = 0; i < step.cells.size(); ++i) {
    check.interpreter.bind(quantifier.slot,
                           filled(check, Value(Enclosure{step.cells[i].first, step.cells[i].second}), shape));
    try {
      if (!check.satisfies_guard(quantifier)) continue;
    } catch (const Unknown&) {
      // The guard may hold somewhere on the cell, so the body must be met.
    }
    check.meet_body(quantifier, goal, step, i);
    check.coverage(quantifier, "box").count += 1;
  }
}

}  // namespace checker
