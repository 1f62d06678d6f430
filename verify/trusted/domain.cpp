// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "verify/trusted/check.hpp"
#include "verify/trusted/failure.hpp"

namespace checker {

namespace {

// A number within the bounds, or a list of the first size whose items fit the remaining sizes.
bool fits(const Value& value, const std::size_t* size, const std::size_t* end, const mpq_class* lower,
          const mpq_class* upper) {
  if (size == end) {
    if (!value.is_exact()) return false;
    return !lower || (*lower <= value.exact() && value.exact() <= *upper);
  }
  const List* items = value.list();
  return items && items->size() == *size && std::all_of(items->begin(), items->end(), [&](const Value& item) {
           return fits(item, size + 1, end, lower, upper);
         });
}

// Lists of the domain may hold enclosures; then membership may be unknown.
Truth same(const Value& element, const Value& value) {
  const bool enclosure = element.is_number() && !element.is_exact();
  if (enclosure) return value.is_number() ? equal(element, value) : Truth::kFalse;
  if (element.list() && value.list()) {
    if (element.list()->size() != value.list()->size()) return Truth::kFalse;
    Truth result = Truth::kTrue;
    for (std::size_t i = 0; i < element.list()->size(); ++i) {
      const Truth next = same((*element.list())[i], (*value.list())[i]);
      if (next == Truth::kFalse) return next;
      if (next == Truth::kUnknown) result = next;
    }
    return result;
  }
  return truth(identical(element, value));
}

bool is_listed(Check& check, const Domain& domain, const Value& value) {
  const Value list = check.value(*domain.list);
  if (!list.list()) throw Undefined("the domain " + domain.text + " is " + list.kind());
  Truth found = Truth::kFalse;
  for (const Value& element : *list.list()) {
    check.interpreter.budget.charge(1);
    const Truth next = same(element, value);
    if (next == Truth::kTrue) return true;
    if (next == Truth::kUnknown) found = next;
  }
  if (found == Truth::kUnknown) throw Unknown("whether a value is in " + domain.text);
  return false;
}

}  // namespace

mpq_class exact_bound(Check& check, const Node& expression) { return check.value(expression).exact(); }

std::vector<std::size_t> sizes(Check& check, const Domain& domain) {
  std::vector<std::size_t> result;
  for (const auto& expression : domain.sizes) {
    const mpq_class size = exact_bound(check, *expression);
    if (size.get_den() != 1 || sgn(size) < 0) throw Undefined("the size " + size.get_str() + " in " + domain.text);
    if (size > 1000000000) throw Undecided("the size " + size.get_str() + " in " + domain.text);
    result.push_back(size.get_num().get_ui());
  }
  return result;
}

bool is_element(Check& check, const Domain& domain, const Value& value) {
  switch (domain.kind) {
    case Domain::Kind::kValues: return true;
    case Domain::Kind::kList: return is_listed(check, domain, value);
    case Domain::Kind::kNaturals: {
      const mpq_class least = exact_bound(check, *domain.from);
      return value.is_exact() && value.exact().get_den() == 1 && value.exact() >= least;
    }
    default: break;
  }
  const std::vector<std::size_t> shape = sizes(check, domain);
  const std::size_t* begin = shape.data();
  if (!domain.from) return fits(value, begin, begin + shape.size(), nullptr, nullptr);
  const mpq_class lower = exact_bound(check, *domain.from), upper = exact_bound(check, *domain.to);
  return fits(value, begin, begin + shape.size(), &lower, &upper);
}

}  // namespace checker
