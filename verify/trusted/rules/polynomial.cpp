// SPDX-License-Identifier: Apache-2.0
// Every real at once: the variable is bound to the polynomial that it is, and what its domain and its guard say of the
// signs of polynomials is known from here on. A natural number is one of the reals.
#include "verify/trusted/check.hpp"
namespace checker {
static void know(Check& check, const Value& greater, const Value& less, bool strict) {
  Budget& budget = check.interpreter.budget;
  const Value difference = arithmetic(Op::kSubtract, greater, less, budget);
  if (difference.is_exact() || difference.polynomial()) budget.signs.push_back({difference, strict});
}
// A variable; for a vector a list of variables, and so on.
static Value fresh(Check& check, const std::string& name, const Enclosure& whole, std::vector<std::size_t> shape) {
  if (shape.empty()) {
    const Value x(whole, std::make_shared<const Polynomial>(Polynomial{{{check.variables.size()}, std::int64_t{1}}}));
    check.variables.emplace_back(name, x);
    if (whole.lo.infinite == 0) know(check, x, whole.lo.value, false);
    if (whole.hi.infinite == 0) know(check, whole.hi.value, x, false);
    return x;
  }
  check.interpreter.budget.charge_list(shape[0]);
  List items;
  for (std::size_t i = 1; i <= shape[0]; ++i)
    items.push_back(fresh(check, name + "[" + std::to_string(i) + "]", whole, {shape.begin() + 1, shape.end()}));
  return items;
}
// Where the expression is true, so is every comparison in it that only `and` stands around.
static void assume(Check& check, const Node& node) {
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    if (node.op == Op::kAnd) assume(check, *node.children[i]);
    if (node.op != Op::kCompare || i == 0 || node.relations[i - 1] == Op::kNotEqual) continue;
    try {
      const Op relation = node.relations[i - 1];
      const bool strict = relation == Op::kLess || relation == Op::kGreater;
      const Value a = check.value(*node.children[i - 1]), b = check.value(*node.children[i]);
      if (relation != Op::kGreater && relation != Op::kGreaterEqual) know(check, b, a, strict);
      if (relation != Op::kLess && relation != Op::kLessEqual) know(check, a, b, strict);
    } catch (const Undefined&) {  // true nowhere
    } catch (const Unknown&) {    // nothing that polynomials say
    }
  }
}

void meet_polynomial(Check& check, const Formula& quantifier, bool goal, const Step& step) {
  const Domain& domain = quantifier.domain;
  if (domain.kind != Domain::Kind::kReals && domain.kind != Domain::Kind::kNaturals)
    reject(step, domain.text + " is not made of real numbers");
  const Enclosure whole = check.interval(domain);
  if (compare(whole.lo, whole.hi) > 0) reject(step, domain.text + " is empty");
  if (check.interpreter.budget.order > 0) reject(step, "a polynomial on a cell with an order");
  const std::size_t variables = check.variables.size(), signs = check.interpreter.budget.signs.size();
  if (domain.kind == Domain::Kind::kNaturals) check.naturals.insert(variables);
  check.interpreter.bind(quantifier.slot, fresh(check, quantifier.variable, whole, check.shape(domain)));
  if (check.may_satisfy_guard(quantifier)) {
    if (quantifier.guard) assume(check, *quantifier.guard);
    check.meet_body(quantifier, goal, step, 0);
  }
  check.variables.resize(variables);
  check.naturals.erase(variables);
  check.interpreter.budget.signs.resize(signs);
}
}  // namespace checker
