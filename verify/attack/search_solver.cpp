// SPDX-License-Identifier: Apache-2.0
// One instance of a nest of quantifiers by what a solver answers (solver.hpp): what the guards and the statement ask of
// its numbers is written as conditions on polynomials, and the numbers that are answered are tried as any others are.
#include <algorithm>
#include <numeric>
#include <utility>

#include "verify/attack/cuts.hpp"
#include "verify/attack/search.hpp"
#include "verify/attack/solver.hpp"
#include "verify/attack/translation.hpp"

namespace attest::verify::attack {

namespace syntax = theory::syntax;
using theory::Rational;
using Kind = syntax::Domain::Kind;

namespace {

constexpr std::size_t kMostElements = 200;  ///< of a list that is no range, as what a number may be
constexpr std::size_t kMostFixed = 40;      ///< elements that a quantifier is fixed to
constexpr int kMostAssignments = 60, kMostRounded = 3;
constexpr std::size_t kMostWork = 500'000;

/// A quantifier of the nest: its element is an unknown, or fixed to one of its first.
struct Place {
  const Formula* formula;
  const syntax::Quantifier* source;
  bool is_fixed = false;
  std::size_t choice = 0;
  std::vector<std::size_t> variables = {};  ///< that stand in it
  Term term = {};
};

/// There are fewer elements than that to fix a quantifier to.
struct NoElement {};

class Inquiry {
 public:
  Inquiry(const std::vector<syntax::Definition>& definitions, const std::vector<std::pair<std::string, Value>>& outside)
      : translation_(definitions, problem_) {
    for (const auto& [name, value] : outside) translation_.bind(name, Term::of(value));
  }

  void add(Place& place) {
    place.variables.clear();
    place.term = place.is_fixed ? fixed(place) : unknown(place);
    owned_ = nullptr;
    translation_.bind(place.source->name, place.term);
    if (place.source->guard) problem_.require(translation_.condition(place.source->guard));
  }
  void end(const syntax::Formula& inside, bool goal) {
    const Condition holds = translation_.holds(inside);
    problem_.require(goal ? holds : problem_.negated(holds));
  }
  void require_equal(std::size_t variable, const Rational& value) {
    problem_.require(problem_.compared(Relation::equal, Polynomial::variable(variable), Polynomial(value)));
  }
  const Problem& problem() const { return problem_; }
  std::size_t steps() const { return translation_.steps(); }

 private:
  Term fixed(const Place& place) {
    const syntax::Domain& domain = place.source->domain;
    if (domain.kind == Kind::naturals)
      return {Polynomial(Rational(translation_.constant(domain.from) + static_cast<long>(place.choice)))};
    const Term list = translation_.term(domain.list);
    const auto* elements = std::get_if<std::shared_ptr<const Term::List>>(&list.data);
    if (!elements) throw NoProblem("a list is needed");
    if (place.choice >= (*elements)->size()) throw NoElement();
    return (**elements)[place.choice];
  }

  Polynomial fresh(bool integer) {
    const std::size_t variable = problem_.declared(integer);
    owned_->push_back(variable);
    return Polynomial::variable(variable);
  }

  Term unknown(Place& place) {
    owned_ = &place.variables;
    const syntax::Domain& domain = place.source->domain;
    switch (domain.kind) {
      case Kind::reals:
        return real(domain);
      case Kind::naturals: {
        const Polynomial from = translation_.number(domain.from), x = fresh(true);
        problem_.require(problem_.compared(Relation::greater_equal, x, from));
        return {x};
      }
      case Kind::vectors:
      case Kind::matrices: {
        std::vector<std::int64_t> sizes;
        for (const auto& size : domain.sizes) sizes.push_back(translation_.constant(size));
        if (std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies<>()) > 64 ||
            std::any_of(sizes.begin(), sizes.end(), [](std::int64_t size) { return size < 0; }))
          throw NoProblem("a size");
        return array(domain, sizes, 0);
      }
      case Kind::list:
        return element(place);
      default:
        throw NoProblem("a domain");
    }
  }

  Term real(const syntax::Domain& domain) {
    const Polynomial x = fresh(false);
    if (domain.from) {
      problem_.require(problem_.compared(Relation::greater_equal, x, translation_.number(domain.from)));
      problem_.require(problem_.compared(Relation::less_equal, x, translation_.number(domain.to)));
    }
    return {x};
  }

  Term array(const syntax::Domain& domain, const std::vector<std::int64_t>& sizes, std::size_t level) {
    if (level == sizes.size()) return real(domain);
    Term::List items;
    for (std::int64_t i = 0; i < sizes[level]; ++i) items.push_back(array(domain, sizes, level + 1));
    return Term::list(std::move(items));
  }

  /// Of a range an integer between its ends; of a list of numbers one that is equal to one of them; of others it is
  /// fixed.
  Term element(Place& place) {
    const syntax::Domain& domain = place.source->domain;
    if (const auto* range = std::get_if<syntax::Range>(&domain.list->form)) {
      const Polynomial from = translation_.number(range->from), to = translation_.number(range->to), x = fresh(true);
      if (!problem_.is_integer(from) || !problem_.is_integer(to)) throw NoProblem("a range");
      problem_.require(problem_.compared(Relation::greater_equal, x, from));
      problem_.require(problem_.compared(Relation::less_equal, x, to));
      return {x};
    }
    const Term list = translation_.term(domain.list);
    const auto* elements = std::get_if<std::shared_ptr<const Term::List>>(&list.data);
    if (!elements) throw NoProblem("a list is needed");
    bool integer = true, numbers = (*elements)->size() <= kMostElements;
    for (const Term& one : **elements) {
      const auto* number = std::get_if<Polynomial>(&one.data);
      numbers = numbers && number;
      integer = integer && number && problem_.is_integer(*number);
    }
    if (!numbers) {
      place.is_fixed = true;
      return fixed(place);
    }
    const Polynomial x = fresh(integer);
    std::vector<Condition> equal;
    for (const Term& one : **elements)
      equal.push_back(problem_.compared(Relation::equal, x, std::get<Polynomial>(one.data)));
    problem_.require(problem_.any(equal));
    return {x};
  }

  Problem problem_;
  Translation translation_;
  std::vector<std::size_t>* owned_ = nullptr;
};

/// A term of a place where the variables are these numbers.
Value at(const Term& term, const std::vector<Rational>& point) {
  if (const auto* number = std::get_if<Polynomial>(&term.data)) return number->at(point);
  if (const auto* list = std::get_if<std::shared_ptr<const Term::List>>(&term.data)) {
    Value::List elements;
    for (const Term& element : **list) elements.push_back(at(element, point));
    return elements;
  }
  if (const auto* record = std::get_if<std::shared_ptr<const Term::Record>>(&term.data)) {
    Value::Record fields;
    for (const auto& [name, field] : **record) fields.emplace(name, at(field, point));
    return fields;
  }
  if (const auto* condition = std::get_if<Condition>(&term.data)) return truth(condition->known.value());
  return std::get<std::string>(term.data);
}

/// The next choices for what is fixed, in the order of their sum.
bool advance(std::vector<Place>& nest) {
  std::vector<std::size_t*> choices;
  for (Place& place : nest)
    if (place.is_fixed) choices.push_back(&place.choice);
  if (choices.empty()) return false;
  std::size_t last = choices.size() - 1;
  while (last > 0 && *choices[last] == 0) --last;
  const std::size_t moved = std::exchange(*choices[last], 0);
  if (last == 0) {  // the next sum
    *choices.back() = moved + 1;
    return moved + 1 < kMostFixed;
  }
  ++*choices[last - 1];
  *choices.back() += moved - 1;
  return true;
}

/// The numbers, and those that are no rational ones for certain rounded to fractions that are the simpler the earlier.
std::vector<std::vector<Rational>> rounded(const std::vector<SolverNumber>& numbers) {
  std::vector<std::vector<Rational>> result;
  const bool is_exact = std::all_of(numbers.begin(), numbers.end(), [](const auto& one) { return one.is_exact; });
  for (const Rational& within :
       {Rational(1, 10), Rational(1, 1000), Rational(1, 1000000), Rational(1, 1000000000000)}) {
    std::vector<Rational> point;
    for (const SolverNumber& number : numbers)
      point.push_back(number.is_exact ? number.value : simplest_between(number.value - within, number.value + within));
    result.push_back(std::move(point));
    if (is_exact) break;
  }
  return result;
}

}  // namespace

/// Whether a value is an element of a quantifier's domain that passes its guard, for certain.
bool Search::is_element(const Formula& quantifier, const Value& value) {
  const Domain& domain = quantifier.domain;
  const auto is = [](Relation relation, const Value& a, const Value& b) {
    return related(relation, a, b) == Truth::yes;
  };
  const auto fits = [&](const auto& self, const Value& part, std::size_t level) -> bool {
    if (level == domain.sizes.size())
      return part.is_exact() &&
             (!domain.from || (is(Relation::less_equal, evaluated(domain.from), part) &&
                               (!domain.to || is(Relation::less_equal, part, evaluated(domain.to)))));
    const std::int64_t size = integer(evaluated(domain.sizes[level]));
    return part.list() && static_cast<std::int64_t>(part.list()->size()) == size &&
           std::all_of(part.list()->begin(), part.list()->end(),
                       [&](const Value& one) { return self(self, one, level + 1); });
  };
  try {
    bool is_one = fits(fits, value, 0);
    if (domain.kind == Kind::naturals) is_one = is_one && value.exact().is_integer();
    if (domain.kind == Kind::list) {
      const Value list = evaluated(domain.list);
      is_one = std::any_of(list_of(list).begin(), list_of(list).end(),
                           [&](const Value& one) { return is(Relation::equal, one, value); });
    }
    machine_.stack[quantifier.slot] = value;
    return is_one && (!quantifier.guard || boolean_of(evaluated(quantifier.guard)) == Truth::yes);
  } catch (const Undefined&) {
  } catch (const Unknown&) {
  }
  return false;
}

/// What a solver costs, and what it proposed in vain, is not counted: all else that the search does is the same with a
/// solver that finds nothing and without one.
Search::Found Search::by_solver(const Formula& quantifier, bool goal) {
  if (!solver_ || !asks_solver_ || !solver_->may_ask() || boxes_ > 0 || running_signs ||
      without_problem_.contains(&quantifier))
    return std::nullopt;
  const std::uint64_t steps = machine_.steps, leaves = leaves_, undecided = undecided_;
  const bool opposite = opposite_;
  Found met;
  try {
    met = proposed(quantifier, goal);
  } catch (const Spent&) {
    if (!may_continue_()) throw;
  }
  if (met) return met;
  machine_.steps = steps;
  leaves_ = leaves;
  undecided_ = undecided;
  opposite_ = opposite;
  return std::nullopt;
}

Search::Found Search::proposed(const Formula& quantifier, bool goal) {
  std::vector<Place> nest;
  const Formula* inside = &quantifier;
  for (; inside->kind == quantifier.kind && inside->domain.kind != Kind::values; inside = &inside->children.front())
    nest.push_back({inside, &std::get<syntax::Quantifier>(inside->source->form)});
  const Flag once(asks_solver_, false);
  std::vector<std::pair<std::string, Value>> outside;
  std::vector<const Formula*> path;
  find_path(statement_.formula, quantifier, path);
  for (const Formula* each : path) outside.emplace_back(each->variable, machine_.stack[each->slot]);

  const auto tried = [&](const std::vector<Rational>& point) -> Found {
    std::vector<Value> elements;
    for (const Place& place : nest) {
      elements.push_back(at(place.term, point));
      if (!is_element(*place.formula, elements.back())) return std::nullopt;
    }
    Found met = meet(*inside, goal);
    if (!met || !met->complete) return std::nullopt;
    for (std::size_t i = nest.size(); i-- > 0;)
      met->steps = theory::witness(nest[i].formula->variable, elements[i].in_certificate(), std::move(met->steps));
    met->how = ", at numbers that z3 proposed";
    return met;
  };
  std::size_t work = 0;
  // Puts one question, and again with numbers that had to be rounded where they are then.
  const auto asked = [&]() -> Found {
    std::vector<std::pair<std::size_t, Rational>> equal;
    for (int again = 0; again <= kMostRounded && solver_->may_ask(); ++again) {
      Inquiry question(solver_->definitions(), outside);
      for (Place& place : nest) question.add(place);
      question.end(*inside->source, goal);
      for (const auto& [variable, value] : equal) question.require_equal(variable, value);
      if (!may_continue_()) throw Spent();
      work += question.steps();
      if (work > kMostWork) return std::nullopt;
      if (question.problem().is_impossible()) return std::nullopt;
      std::vector<std::size_t> variables;
      for (const Place& place : nest) variables.insert(variables.end(), place.variables.begin(), place.variables.end());
      std::vector<std::string> names;
      for (const std::size_t variable : variables) names.push_back(Problem::name(variable));
      if (names.empty()) return std::nullopt;
      const std::vector<SolverNumber> numbers = solver_->numbers(question.problem().script(), names);
      if (numbers.size() != names.size()) return std::nullopt;
      const std::size_t size = *std::max_element(variables.begin(), variables.end()) + 1;
      for (const std::vector<Rational>& values : rounded(numbers)) {
        std::vector<Rational> point(size);
        for (std::size_t i = 0; i < variables.size(); ++i) point[variables[i]] = values[i];
        if (Found met = tried(point)) return met;
      }
      const auto root = std::find_if(numbers.begin(), numbers.end(), [](const auto& one) { return !one.is_exact; });
      if (root == numbers.end()) return std::nullopt;
      const std::size_t place = static_cast<std::size_t>(root - numbers.begin());
      equal.emplace_back(variables[place], rounded(numbers)[1][place]);
    }
    return std::nullopt;
  };

  for (int assignments = 0; assignments < kMostAssignments && work <= kMostWork && solver_->may_ask();) {
    try {
      if (Found met = asked()) return met;
      ++assignments;
      if (!advance(nest)) return std::nullopt;
    } catch (const NoElement&) {
      ++assignments;
      if (!advance(nest)) return std::nullopt;
    } catch (const NeedsConstant& needed) {
      // The outermost that stands there, or else the outermost that can be fixed.
      const auto can_be = [](const Place& place) {
        return !place.is_fixed &&
               (place.formula->domain.kind == Kind::naturals || place.formula->domain.kind == Kind::list);
      };
      const auto stands = [&](const Place& place) {
        return can_be(place) && std::any_of(place.variables.begin(), place.variables.end(), [&](std::size_t variable) {
                 return std::find(needed.variables.begin(), needed.variables.end(), variable) != needed.variables.end();
               });
      };
      auto place = std::find_if(nest.begin(), nest.end(), stands);
      if (place == nest.end()) place = std::find_if(nest.begin(), nest.end(), can_be);
      if (place == nest.end()) {
        without_problem_.insert(&quantifier);
        return std::nullopt;
      }
      place->is_fixed = true;
    } catch (const Spent&) {
      throw;
    } catch (const std::exception&) {  // what has no such problem, or a number that is too great
      without_problem_.insert(&quantifier);
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace attest::verify::attack
