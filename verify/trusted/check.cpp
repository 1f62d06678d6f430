// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/check.hpp"
#include <algorithm>
namespace checker {
void reject(const Step& step, const std::string& reason) { throw Rejected(step.place + ": " + reason); }

void require_cases(const Step& step, std::size_t count, const std::string& of_what) {
  if (step.has_cases && step.children.size() != count)
    reject(step, std::to_string(count) + " " + of_what + ", but " + std::to_string(step.children.size()) + " cases");
}

void Check::meet(const Formula& formula, bool goal, const Step& step) {
  using Kind = Formula::Kind;
  using Rules = std::map<std::string, Meet*>;
  static const Rules of_expression = {{"evaluate", meet_evaluate}, {"squares", meet_squares}},
                     of_parts = {{"split", meet_split}},
                     of_one = {{"witness", meet_witness}, {"function", meet_function}},
                     of_all = {{"exhaustive", meet_exhaustive},
                               {"instances", meet_instances},
                               {"box", meet_box},
                               {"polynomial", meet_polynomial}};
  interpreter.budget.charge(1);
  if (step.rule == "statement") return meet_statement(*this, formula, goal, step);
  // forall under goal true and exists under goal false ask for all elements, the others for one.
  const bool all = (formula.kind == Kind::kForall) == goal;
  const Rules& rules = formula.kind == Kind::kExpression ? of_expression
                       : formula.kind == Kind::kParts    ? of_parts
                       : all                             ? of_all
                                                         : of_one;
  const auto rule = rules.find(step.rule);
  if (rule == rules.end()) {
    std::string names;
    for (const auto& [name, meet] : rules) names += (names.empty() ? "" : " or ") + name;
    reject(step, "expected the rule " + names + ", found " + step.rule);
  }
  if (step.variable != formula.variable)
    reject(step, "the quantifier binds " + formula.variable + ", not " + step.variable);
  if (!formula.variable.empty()) coverage(formula, step);
  rule->second(*this, formula, goal, step);
}

void Check::meet_body(const Formula& quantifier, bool goal, const Step& step, std::size_t number) {
  if (step.has_cases && number >= step.children.size()) reject(step, "there are more elements than cases");
  ++quantifiers;
  meet(quantifier.children[0], goal, step.children[step.has_cases ? number : 0]);
  --quantifiers;
  coverage(quantifier, step).count += 1;
}

Coverage& Check::coverage(const Formula& quantifier, const Step& step) {
  const std::string kind = step.is_range ? "range" : step.rule;
  auto entry = std::find_if(covered.begin(), covered.end(),
                            [&](const Coverage& c) { return c.quantifier == &quantifier && c.kind == kind; });
  if (entry == covered.end()) entry = covered.insert(entry, {&quantifier, kind, part, 0, step.from, step.to});
  entry->from = std::max(entry->from, step.from);
  entry->to = std::min(entry->to, step.to);
  return *entry;
}

void Check::note(const Formula& quantifier, const Value& value, const Step& step) {
  constexpr std::size_t kMost = 12;
  Coverage& entry = coverage(quantifier, step);
  if (!value.is_exact() || value.words() > 4) entry.lists_values = false;
  if (!entry.lists_values) return;
  const std::string text = value.exact().get_str();
  if (std::count(entry.values.begin(), entry.values.end(), text) == 0) entry.values.push_back(text);
  entry.lists_values = entry.values.size() <= kMost;
}

Value Check::value(const Node& expression) {
  for (unsigned bits = 64;; bits *= 2) {
    precision = std::max(precision, bits);
    std::string reason = "a comparison stays unknown";
    try {
      Value result = interpreter.evaluate(expression, bits);
      if (!result.boolean() || *result.boolean() != Truth::kUnknown) return result;
    } catch (const Unknown& unknown) {
      reason = unknown.what();
    }
    if (bits * 2 > limit_)
      throw Unknown(reason + ", up to " + std::to_string(bits) + " bits (line " + std::to_string(expression.line) +
                    ")");
  }
}

// An element at which the guard is undefined is none for which it is true.
bool Check::satisfies_guard(const Formula& quantifier) {
  if (!quantifier.guard) return true;
  Value result;
  try {
    result = value(*quantifier.guard);
  } catch (const Undefined&) {
    return false;
  }
  return boolean_of(result) == Truth::kTrue;
}

bool Check::may_satisfy_guard(const Formula& quantifier) {
  try {
    return satisfies_guard(quantifier);
  } catch (const Unknown&) {
    return true;  // it may hold somewhere
  }
}

void Check::take(const Formula& quantifier, const Value& value, const Step& step) {
  if (!is_element(quantifier.domain, value)) reject(step, "the value is no element of " + quantifier.domain.text);
  interpreter.bind(quantifier.slot, value);
  if (!satisfies_guard(quantifier)) reject(step, "the value does not satisfy the 'where' of " + quantifier.variable);
}

Enclosure Check::interval(const Domain& domain) {
  return {domain.from ? End{bound(domain.from)} : End{0, -1}, domain.to ? End{bound(domain.to)} : End{0, 1}};
}

std::vector<std::size_t> Check::shape(const Domain& domain) {
  std::vector<std::size_t> result;
  for (const NodePtr& expression : domain.sizes) {
    const mpq_class size = bound(expression);
    if (size.get_den() != 1 || sgn(size) < 0) throw Undefined("the size " + size.get_str() + " in " + domain.text);
    if (size > 1000000000) throw Undecided("the size " + size.get_str() + " in " + domain.text);
    result.push_back(size.get_num().get_ui());
  }
  return result;
}
// A number for which `fits` holds, or a list of the first size of such numbers, and so on.
template <class Fits>
static bool has_shape(const Value& value, const std::size_t* size, const std::size_t* end, Fits fits) {
  if (size == end) return value.is_number() && fits(value);
  const auto item_fits = [&](const Value& item) { return has_shape(item, size + 1, end, fits); };
  return value.list() && value.list()->size() == *size &&
         std::all_of(value.list()->begin(), value.list()->end(), item_fits);
}

bool Check::is_element(const Domain& domain, const Value& value) {
  if (domain.kind == Domain::Kind::kValues) return true;
  if (domain.kind == Domain::Kind::kList) {
    const Value list = this->value(*domain.list);  // that may hold enclosures
    const Truth found = connected(Truth::kTrue, list_of(list).size(),
                                  [&](std::size_t i) { return same(list_of(list)[i], value, interpreter.budget); });
    if (found == Truth::kUnknown) throw Unknown("whether a value is in " + domain.text);
    return found == Truth::kTrue;
  }
  const Enclosure ends = interval(domain);
  const std::vector<std::size_t> sizes = shape(domain);
  const auto is_whole = [&](const std::pair<const std::vector<std::size_t>, Value>& term) {
    return term.second.exact().get_den() == 1 &&
           std::all_of(term.first.begin(), term.first.end(), [&](std::size_t i) { return naturals.contains(i); });
  };
  return has_shape(value, sizes.data(), sizes.data() + sizes.size(), [&](const Value& x) {
    const Polynomial terms = x.polynomial() ? *x.polynomial() : Polynomial{{{}, x}};
    if (domain.kind == Domain::Kind::kNaturals && !std::all_of(terms.begin(), terms.end(), is_whole)) return false;
    Truth outside = ends.lo.infinite != 0 ? Truth::kFalse : less(x, ends.lo.value, interpreter.budget);
    if (outside == Truth::kFalse && ends.hi.infinite == 0) outside = less(ends.hi.value, x, interpreter.budget);
    if (outside == Truth::kUnknown) throw Unknown("whether a polynomial is in " + domain.text);
    return outside == Truth::kFalse;
  });
}
}  // namespace checker
