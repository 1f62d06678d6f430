// SPDX-License-Identifier: Apache-2.0
// The end of a formula with polynomials in it: sums of products of what is known to be at least 0 with squares are at
// least 0, too, and so decide comparisons of polynomials.
#include <algorithm>
#include "verify/trusted/check.hpp"
namespace checker {
Value polynomial_of(Check& check, const Step& step, const Value& text) {
  Budget& budget = check.interpreter.budget;
  Value sum;
  if (!text.list()) reject(step, "expected a list of terms, found " + text.kind());
  for (const Value& term : *text.list()) {
    if (!term.list() || term.list()->empty() || !term.list()->front().is_exact())
      reject(step, "a term without a coefficient");
    Value product = term.list()->front().exact();
    for (auto name = term.list()->begin() + 1; name != term.list()->end(); ++name) {
      budget.charge(check.variables.size());
      const auto is_named = [&](const auto& entry) { return name->symbol() && *name->symbol() == entry.first; };
      const auto entry = std::find_if(check.variables.rbegin(), check.variables.rend(), is_named);
      if (entry == check.variables.rend()) reject(step, "there is no variable " + name->to_json());
      product = arithmetic(Op::kMultiply, product, entry->second, budget);
    }
    sum = arithmetic(Op::kAdd, sum, product, budget);
  }
  return sum;
}
// The sum of terms [weight, [numbers of signs], root]: weight times these signs times the root's square.
static Sign sum_of(Check& check, const Step& step, const Value& terms) {
  Budget& budget = check.interpreter.budget;
  Sign sum{Value(), false};
  for (const Value& term : list_of(terms)) {
    const List& parts = list_of(term);
    if (parts.size() != 3) reject(step, "expected a weight, numbers of signs and a root");
    const Value root = polynomial_of(check, step, parts[2]);
    Sign product{parts[0].exact(), root.is_exact() && sgn(root.exact()) != 0 && sgn(parts[0].exact()) != 0};
    if (sgn(parts[0].exact()) < 0) reject(step, "a weight below 0");
    for (const Value& place : list_of(parts[1])) {
      const mpz_class number = integer(place);
      if (number < 1 || number > budget.signs.size()) reject(step, "there is no sign number " + number.get_str());
      const auto& [known, strict] = budget.signs[number.get_ui() - 1];
      product = {arithmetic(Op::kMultiply, product.value, known, budget), product.strict && strict};
    }
    for (int i = 0; i < 2; ++i) product.value = arithmetic(Op::kMultiply, product.value, root, budget);
    sum = {arithmetic(Op::kAdd, sum.value, product.value, budget), sum.strict || product.strict};
  }
  return sum;
}

void meet_squares(Check& check, const Formula& expression, bool goal, const Step& step) {
  std::vector<Sign>& signs = check.interpreter.budget.signs;
  const std::size_t known = signs.size();
  try {
    for (const Value& terms : step.values) signs.push_back(sum_of(check, step, terms));
  } catch (const Undefined& failure) {
    reject(step, std::string("in 'signs': ") + failure.what());
  }
  meet_evaluate(check, expression, goal, step);
  signs.resize(known);
}
}  // namespace checker
