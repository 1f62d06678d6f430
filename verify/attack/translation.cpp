// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/translation.hpp"

#include <algorithm>

namespace attest::verify::attack {

namespace syntax = theory::syntax;
using syntax::ExpressionPtr;
using theory::Rational;
using Level = syntax::Chain::Level;

namespace {

constexpr std::size_t kMostSteps = 200'000;
constexpr std::int64_t kMostElements = 10'000;

template <class T>
const T& as(const Term& term, const char* wanted) {
  if (const T* content = std::get_if<T>(&term.data)) return *content;
  throw NoProblem(wanted);
}
const Polynomial& number_in(const Term& term) { return as<Polynomial>(term, "a number is needed"); }
const Condition& condition_in(const Term& term) { return as<Condition>(term, "a boolean is needed"); }
const Term::List& list_in(const Term& term) { return *as<std::shared_ptr<const Term::List>>(term, "a list is needed"); }

}  // namespace

Term Term::of(const Value& value) {
  if (value.is_exact()) return {Polynomial(value.exact())};
  if (value.boolean() && *value.boolean() != Truth::unknown) return {Condition::of(*value.boolean() == Truth::yes)};
  if (value.symbol()) return {*value.symbol()};
  if (value.list()) {
    List elements;
    for (const Value& element : *value.list()) elements.push_back(of(element));
    return list(std::move(elements));
  }
  if (value.record()) {
    Record fields;
    for (const auto& [name, field] : *value.record()) fields.emplace(name, of(field));
    return record(std::move(fields));
  }
  throw NoProblem("a value that is not known");
}

Term Translation::term(const ExpressionPtr& expression) {
  charge(1);
  return std::visit([this](const auto& form) { return of(form); }, expression->form);
}

void Translation::charge(std::size_t steps) {
  steps_ += steps;
  if (steps_ > kMostSteps) throw NoProblem("a long expression");
}

Polynomial Translation::number(const ExpressionPtr& expression) { return number_in(term(expression)); }
Condition Translation::condition(const ExpressionPtr& expression) { return condition_in(term(expression)); }
std::int64_t Translation::constant(const ExpressionPtr& expression) { return constant_of(number(expression)); }

std::int64_t Translation::constant_of(const Polynomial& number) const {
  if (!number.is_constant()) {
    NeedsConstant needed;
    for (const auto& [monomial, coefficient] : number.terms())
      needed.variables.insert(needed.variables.end(), monomial.begin(), monomial.end());
    throw needed;
  }
  const Rational value = number.constant();
  if (!value.is_integer() || abs(value) > Rational(1'000'000'000)) throw NoProblem("an integer is needed");
  return value.to_long();
}

bool Translation::known(const Condition& condition) const {
  if (!condition.known) throw NoProblem("a condition that must be known");
  return *condition.known;
}

Condition Translation::holds(const syntax::Formula& formula) {
  if (const auto* expression = std::get_if<ExpressionPtr>(&formula.form)) return condition(*expression);
  std::vector<Condition> conditions;
  if (const auto* parts = std::get_if<syntax::Parts>(&formula.form)) {
    for (const auto& [name, part] : parts->parts) conditions.push_back(holds(*part));
    return problem_.all(conditions);
  }
  const auto& quantifier = std::get<syntax::Quantifier>(formula.form);
  if (quantifier.domain.kind != syntax::Domain::Kind::list) throw NoProblem("a quantifier over no list");
  const bool for_all = quantifier.kind == syntax::Quantifier::Kind::forall;
  const Term list = term(quantifier.domain.list);
  for (const Term& element : list_in(list)) {
    bind(quantifier.name, element);
    const Condition is_one = quantifier.guard ? condition(quantifier.guard) : Condition::of(true);
    if (!is_one.known || *is_one.known) {
      const Condition inside = holds(*quantifier.body);
      conditions.push_back(for_all ? problem_.any({problem_.negated(is_one), inside}) : problem_.all({is_one, inside}));
    }
    scope_.pop_back();
  }
  return for_all ? problem_.all(conditions) : problem_.any(conditions);
}

/// `visit` is given the condition under which an element is one; it returns whether to go on.
template <class Visit>
void Translation::loop(const syntax::Generators& over, std::size_t depth, Visit&& visit) {
  bool goes_on = true;
  const auto inside = [&](const auto& self, std::size_t level) -> void {
    if (level == over.lists.size()) {
      const Condition is_one = over.filter ? condition(over.filter) : Condition::of(true);
      if (!is_one.known || *is_one.known) goes_on = visit(is_one);
      return;
    }
    const Term list = term(over.lists[level].second);
    for (const Term& element : list_in(list)) {
      bind(over.lists[level].first, element);
      self(self, level + 1);
      scope_.pop_back();
      if (!goes_on) return;
    }
  };
  inside(inside, depth);
}

Condition Translation::equal(const Term& a, const Term& b) {
  if (a.data.index() != b.data.index()) throw NoProblem("values of different kinds");
  if (const auto* x = std::get_if<Polynomial>(&a.data)) return problem_.compared(Relation::equal, *x, number_in(b));
  if (const auto* x = std::get_if<Condition>(&a.data)) {
    const Condition& y = condition_in(b);
    return problem_.chosen(*x, y, problem_.negated(y));
  }
  if (const auto* x = std::get_if<std::string>(&a.data)) return Condition::of(*x == std::get<std::string>(b.data));
  const Term::List &left = list_in(a), &right = list_in(b);
  if (left.size() != right.size()) return Condition::of(false);
  std::vector<Condition> conditions;
  for (std::size_t i = 0; i < left.size(); ++i) conditions.push_back(equal(left[i], right[i]));
  return problem_.all(conditions);
}

Term Translation::chosen(const Condition& condition, const Term& yes, const Term& no) {
  if (condition.known) return *condition.known ? yes : no;
  if (yes.data.index() != no.data.index()) throw NoProblem("a choice between kinds");
  if (const auto* x = std::get_if<Polynomial>(&yes.data)) return {problem_.chosen(condition, *x, number_in(no))};
  if (const auto* x = std::get_if<Condition>(&yes.data)) return {problem_.chosen(condition, *x, condition_in(no))};
  if (const auto* x = std::get_if<std::string>(&yes.data)) {
    if (*x == std::get<std::string>(no.data)) return yes;
    throw NoProblem("a symbol that depends on a number");
  }
  if (const auto* x = std::get_if<std::shared_ptr<const Term::List>>(&yes.data)) {
    const Term::List& other = list_in(no);
    if ((*x)->size() != other.size()) throw NoProblem("a length that depends on a number");
    Term::List elements;
    for (std::size_t i = 0; i < other.size(); ++i) elements.push_back(chosen(condition, (**x)[i], other[i]));
    return Term::list(std::move(elements));
  }
  throw NoProblem("a record that depends on a number");
}

Polynomial Translation::extreme(const Polynomial& a, const Polynomial& b, bool greater) {
  return problem_.chosen(problem_.compared(greater ? Relation::greater_equal : Relation::less_equal, a, b), a, b);
}

Polynomial Translation::product(const Polynomial& a, const Polynomial& b) {
  const std::size_t terms = a.terms().size() * b.terms().size();
  if (terms > 5'000) throw NoProblem("a product of many terms");
  charge(terms / 8);
  return a * b;
}

Polynomial Translation::sum(Polynomial a, const Polynomial& b, int sign) {
  charge((a.terms().size() + b.terms().size()) / 16);
  return a.add(b, Rational(sign));
}

Polynomial Translation::power(const Polynomial& base, std::int64_t exponent) {
  if (exponent < 0) return problem_.quotient(Polynomial(Rational(1)), power(base, -exponent));
  if (base.is_constant() ? exponent > 2000 : exponent > 64) throw NoProblem("a great exponent");
  Polynomial result(Rational(1));
  for (std::int64_t i = 0; i < exponent; ++i) result = product(result, base);
  return result;
}

Term Translation::of(const syntax::Integer& form) { return {Polynomial(Rational::parse(form.digits))}; }
Term Translation::of(const syntax::Symbol& form) { return {form.text}; }
Term Translation::of(const syntax::Truth& form) { return {Condition::of(form.value)}; }

Term Translation::of(const syntax::Name& form) {
  for (auto bound = scope_.rbegin(); bound != scope_.rend(); ++bound)
    if (bound->first == form.name) return bound->second;
  return called(form.name, {});
}

Term Translation::called(const std::string& function, std::vector<Term> arguments) {
  for (const syntax::Definition& definition : definitions_) {
    if (definition.name != function) continue;
    std::vector<std::pair<std::string, Term>> inside;
    for (std::size_t i = 0; i < arguments.size(); ++i)
      inside.emplace_back(definition.parameters[i], std::move(arguments[i]));
    scope_.swap(inside);
    Term result = term(definition.body);
    scope_.swap(inside);
    return result;
  }
  const Term& x = arguments.at(0);
  if (function == "len") return {Polynomial(Rational(static_cast<long>(list_in(x).size())))};
  if (function == "max" || function == "min") {
    const bool greater = function == "max";
    if (arguments.size() == 2) return {extreme(number_in(x), number_in(arguments[1]), greater)};
    if (list_in(x).empty()) throw NoProblem("max or min of nothing");
    Polynomial result = number_in(list_in(x).front());
    for (const Term& element : list_in(x)) result = extreme(result, number_in(element), greater);
    return {result};
  }
  if (function == "abs") {
    const Polynomial& y = number_in(x);
    return {extreme(y, Polynomial() - y, true)};
  }
  if (function == "floor") return {problem_.floor(number_in(x))};
  if (function == "ceil") return {Polynomial() - problem_.floor(Polynomial() - number_in(x))};
  if (function == "sqrt") return {problem_.root(number_in(x))};
  const auto is = [&]<class T>(const T*) { return Term{Condition::of(std::holds_alternative<T>(x.data))}; };
  if (function == "is_number") return is(static_cast<const Polynomial*>(nullptr));
  if (function == "is_boolean") return is(static_cast<const Condition*>(nullptr));
  if (function == "is_symbol") return is(static_cast<const std::string*>(nullptr));
  if (function == "is_list") return is(static_cast<const std::shared_ptr<const Term::List>*>(nullptr));
  if (function == "is_record") return is(static_cast<const std::shared_ptr<const Term::Record>*>(nullptr));
  if (function == "is_integer") {
    const auto* number = std::get_if<Polynomial>(&x.data);
    return {number ? problem_.integral(*number) : Condition::of(false)};
  }
  if (function == "has") {
    const auto& record = *as<std::shared_ptr<const Term::Record>>(x, "a record is needed");
    return {Condition::of(record.contains(as<std::string>(arguments.at(1), "a name is needed")))};
  }
  throw NoProblem(function);
}

Term Translation::of(const syntax::Call& form) {
  std::vector<Term> arguments;
  for (const ExpressionPtr& argument : form.arguments) arguments.push_back(term(argument));
  return called(form.function, std::move(arguments));
}

Term Translation::of(const syntax::Gather& form) {
  const std::string& name = form.function;
  if (name == "all" || name == "any") {
    const bool is_all = name == "all";
    std::vector<Condition> conditions;
    loop(form.over, 0, [&](const Condition& is_one) {
      const Condition each = condition(form.element);
      conditions.push_back(is_all ? problem_.any({problem_.negated(is_one), each}) : problem_.all({is_one, each}));
      return !conditions.back().known || *conditions.back().known == is_all;
    });
    return {is_all ? problem_.all(conditions) : problem_.any(conditions)};
  }
  const Polynomial one(Rational(1)), zero;
  if (name == "max" || name == "min") {
    std::optional<Polynomial> result;
    loop(form.over, 0, [&](const Condition& is_one) {
      known(is_one);
      const Polynomial each = number(form.element);
      result = result ? extreme(*result, each, name == "max") : each;
      return true;
    });
    if (!result) throw NoProblem("max or min of nothing");
    return {*result};
  }
  Polynomial result = name == "product" ? one : zero;
  loop(form.over, 0, [&](const Condition& is_one) {
    if (name == "count")
      result = sum(std::move(result), problem_.chosen(problem_.all({is_one, condition(form.element)}), one, zero));
    else if (name == "sum")
      result = sum(std::move(result), problem_.chosen(is_one, number(form.element), zero));
    else
      result = product(result, problem_.chosen(is_one, number(form.element), one));
    return true;
  });
  return {result};
}

Term Translation::of(const syntax::List& form) {
  Term::List elements;
  for (const ExpressionPtr& element : form.elements) elements.push_back(term(element));
  return Term::list(std::move(elements));
}

Term Translation::of(const syntax::Comprehension& form) {
  Term::List elements;
  loop(form.over, 0, [&](const Condition& is_one) {
    known(is_one);
    elements.push_back(term(form.element));
    return true;
  });
  return Term::list(std::move(elements));
}

Term Translation::of(const syntax::Record& form) {
  Term::Record fields;
  for (const auto& [name, field] : form.fields) fields.emplace(name, term(field));
  return Term::record(std::move(fields));
}

Term Translation::of(const syntax::Postfix& form) {
  Term result = term(form.base);
  for (const auto& access : form.accesses) {
    if (const auto* field = std::get_if<std::string>(&access)) {
      const auto& record = *as<std::shared_ptr<const Term::Record>>(result, "a record is needed");
      const auto found = record.find(*field);
      if (found == record.end()) throw NoProblem("a field");
      result = Term(found->second);
    } else {
      const Term::List& list = list_in(result);
      const std::int64_t place = constant(std::get<ExpressionPtr>(access));
      if (place < 1 || place > static_cast<std::int64_t>(list.size())) throw NoProblem("an index");
      result = Term(list[static_cast<std::size_t>(place - 1)]);
    }
  }
  return result;
}

Term Translation::of(const syntax::Power& form) {
  const Polynomial base = number(form.base);
  return {power(base, constant(form.exponent))};
}
Term Translation::of(const syntax::Negation& form) { return {Polynomial() - number(form.operand)}; }
Term Translation::of(const syntax::Not& form) { return {problem_.negated(condition(form.operand))}; }

Term Translation::of(const syntax::Range& form) {
  const std::int64_t from = constant(form.from), to = constant(form.to);
  if (to - from > kMostElements) throw NoProblem("a long range");
  Term::List elements;
  for (std::int64_t i = from; i <= to; ++i) elements.emplace_back().data = Polynomial(Rational(static_cast<long>(i)));
  return Term::list(std::move(elements));
}

Term Translation::of(const syntax::Chain& form) {
  if (form.level == Level::disjunction || form.level == Level::conjunction) {
    const bool decisive = form.level == Level::disjunction;
    std::vector<Condition> conditions;
    for (const ExpressionPtr& operand : form.operands) {
      conditions.push_back(condition(operand));
      if (conditions.back().known && *conditions.back().known == decisive) return {Condition::of(decisive)};
    }
    return {decisive ? problem_.any(conditions) : problem_.all(conditions)};
  }
  if (form.level == Level::comparison) {
    std::vector<Condition> conditions;
    Term left = term(form.operands.front());
    for (std::size_t i = 0; i < form.operators.size(); ++i) {
      Term right = term(form.operands[i + 1]);
      const Relation relation = relation_named(form.operators[i]);
      const bool is_equality = relation == Relation::equal || relation == Relation::not_equal;
      Condition holds =
          is_equality ? equal(left, right) : problem_.compared(relation, number_in(left), number_in(right));
      conditions.push_back(relation == Relation::not_equal ? problem_.negated(holds) : std::move(holds));
      left = std::move(right);
    }
    return {problem_.all(conditions)};
  }
  Term result = term(form.operands.front());
  for (std::size_t i = 0; i < form.operators.size(); ++i) {
    const std::string& name = form.operators[i];
    const Term next = term(form.operands[i + 1]);
    if (form.level == Level::concatenation) {
      Term::List elements = list_in(result);
      elements.insert(elements.end(), list_in(next).begin(), list_in(next).end());
      result = Term::list(std::move(elements));
      continue;
    }
    const Polynomial a = number_in(result);
    const Polynomial& b = number_in(next);
    Polynomial both;
    if (name == "+" || name == "-")
      both = sum(a, b, name == "+" ? 1 : -1);
    else if (name == "*")
      both = product(a, b);
    else if (name == "/")
      both = problem_.quotient(a, b);
    else if (name == "div")
      both = problem_.floor_quotient(a, b);
    else
      both = sum(a, product(b, problem_.floor_quotient(a, b)), -1);
    result.data = std::move(both);
  }
  return result;
}

Term Translation::of(const syntax::Let& form) {
  bind(form.name, term(form.value));
  Term result = term(form.body);
  scope_.pop_back();
  return result;
}

Term Translation::of(const syntax::If& form) {
  const Condition decides = condition(form.condition);
  if (decides.known) return term(*decides.known ? form.then : form.otherwise);
  const Term yes = term(form.then);
  return chosen(decides, yes, term(form.otherwise));
}

Term Translation::of(const syntax::Fold& form) {
  Term state = term(form.start);
  const Term list = term(form.list);
  for (const Term& element : list_in(list)) {
    bind(form.state, std::move(state));
    bind(form.name, element);
    state = term(form.next);
    scope_.resize(scope_.size() - 2);
  }
  return state;
}

}  // namespace attest::verify::attack
