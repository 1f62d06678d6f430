// SPDX-License-Identifier: Apache-2.0
// Where all reals are met at once: an element that depends on them, as a polynomial of their variables with small
// coefficients (rule `function`). What fails at a number is not tried further.
#include <algorithm>
#include <map>
#include <random>

#include "verify/attack/search.hpp"
#include "verify/attack/squares.hpp"

namespace attest::verify::attack {

using theory::Rational;
using Kind = theory::syntax::Domain::Kind;

namespace {

constexpr std::size_t kMostVariables = 4, kMostTemplates = 8'000, kPoints = 24, kMostDraws = 2'000;
/// How many of those that no number refutes are put to the rules; and where numbers cannot tell.
constexpr int kMostMet = 12, kMostUntold = 24;

struct Template {
  Polynomial polynomial;
  std::size_t cost;
};

/// Polynomials of these variables that are not constant, the plainest first.
const std::vector<Template>& templates(std::size_t variables) {
  thread_local std::map<std::size_t, std::vector<Template>> made;
  std::vector<Template>& result = made[variables];
  if (!result.empty()) return result;
  static const std::vector<Rational> coefficients = {1, -1, 2, -2, Rational(1, 2), Rational(-1, 2)};
  static const std::vector<Rational> constants = {0, 1, -1, 2, -2, Rational(1, 2), Rational(-1, 2)};
  std::vector<Monomial> monomials;
  for (std::size_t i = 0; i < variables; ++i) monomials.push_back({i});
  for (std::size_t i = 0; i < variables; ++i)
    for (std::size_t j = i; j < variables; ++j) monomials.push_back({i, j});
  const std::size_t most_terms = variables <= 2 ? 3 : 2;
  std::vector<Template> forms = {{Polynomial(), 0}};  // without a constant
  for (std::size_t m = 0; m < monomials.size(); ++m) {
    const std::size_t before = forms.size();
    for (std::size_t f = 0; f < before; ++f) {
      const std::size_t terms = forms[f].polynomial.terms().size();
      if (terms >= most_terms) continue;
      for (std::size_t c = 0; c < (terms == 2 ? 4 : coefficients.size()); ++c)
        forms.push_back({forms[f].polynomial + Polynomial::term(monomials[m], coefficients[c]),
                         forms[f].cost + c + 2 * monomials[m].size()});
    }
  }
  Polynomial sum;
  for (std::size_t i = 0; i < variables; ++i) sum = sum + Polynomial::variable(i);
  for (const Rational& factor : {Rational(1), Rational(-1), Rational(1, static_cast<long>(variables))})
    forms.push_back({sum * Polynomial(factor), 2 * variables + 1});
  for (std::size_t f = 1; f < forms.size(); ++f)
    for (std::size_t c = 0; c < constants.size(); ++c)
      result.push_back({forms[f].polynomial + Polynomial(constants[c]), forms[f].cost + c});
  std::stable_sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.cost < b.cost; });
  if (result.size() > kMostTemplates) result.resize(kMostTemplates);
  return result;
}

/// The end a, if `sign` says x - a >= 0.
void note_end(const Polynomial& sign, std::vector<Rational>& ends, std::vector<bool>& has_end) {
  if (sign.degree() != 1 || sign.terms().size() - (sign.terms().contains({}) ? 1 : 0) != 1) return;
  const auto& [monomial, coefficient] = *sign.terms().rbegin();
  if (!(coefficient == Rational(1))) return;
  ends[monomial.front()] = -sign.constant();
  has_end[monomial.front()] = true;
}

/// Points at which all signs hold, at most so many; with few numbers of small size and some that are greater.
std::vector<std::vector<Rational>> points_of(const Signs& signs, std::size_t variables,
                                             const std::set<std::size_t>& naturals) {
  std::vector<Rational> ends(variables);
  std::vector<bool> has_end(variables);
  for (const Sign& sign : signs.known) note_end(sign.polynomial, ends, has_end);
  std::mt19937_64 random(variables);
  const auto below = [&](std::uint64_t n) { return static_cast<long>(random() % n); };
  std::vector<std::vector<Rational>> points;
  for (std::size_t draw = 0; draw < kMostDraws && points.size() < kPoints; ++draw) {
    std::vector<Rational> point;
    for (std::size_t i = 0; i < variables; ++i) {
      const long size = draw % 3 == 0 ? 3 : draw % 3 == 1 ? 20 : 1000;
      Rational x(below(static_cast<std::uint64_t>(size)));
      if (!naturals.contains(i)) x = x * Rational(1, 1 + below(4));
      point.push_back(has_end[i] ? ends[i] + x : below(2) == 0 ? x : -x);
    }
    const auto holds = [&](const Sign& sign) {
      const int found = sign.polynomial.at(point).sign();
      return found > 0 || (found == 0 && !sign.strict);
    };
    if (std::all_of(signs.known.begin(), signs.known.end(), holds)) points.push_back(std::move(point));
  }
  return points;
}

}  // namespace

Value at_point(const Value& value, const std::vector<Rational>& point) {
  if (value.polynomial()) return value.polynomial()->at(point);
  if (!value.list()) return value;
  Value::List items;
  for (const Value& item : *value.list()) items.push_back(at_point(item, point));
  return items;
}

/// Whether the rule will find the polynomial to be an element.
bool Search::has_element(const Domain& domain, const Polynomial& polynomial) {
  if (domain.kind != Kind::naturals && domain.kind != Kind::reals) return false;
  const auto is_whole = [&](const auto& term) {
    return term.second.is_integer() && std::all_of(term.first.begin(), term.first.end(),
                                                   [&](std::size_t variable) { return naturals_.contains(variable); });
  };
  if (domain.kind == Kind::naturals && !std::all_of(polynomial.terms().begin(), polynomial.terms().end(), is_whole))
    return false;
  const Value value(polynomial);
  if (domain.to && related(Relation::less_equal, value, evaluated(domain.to)) != Truth::yes) return false;
  if (!domain.from) return true;
  const Rational from = evaluated(domain.from).exact();
  if (related(Relation::greater_equal, value, from) == Truth::yes) return true;
  // Or by the ends of its variables, which must be at least 0.
  std::vector<Rational> ends(names_.size());
  std::vector<bool> has_end(names_.size());
  for (const Sign& sign : signs_.known) note_end(sign.polynomial, ends, has_end);
  const auto grows = [&](const auto& term) {
    return term.first.empty() ||
           (term.second.sign() > 0 && std::all_of(term.first.begin(), term.first.end(), [&](std::size_t variable) {
              return has_end[variable] && ends[variable].sign() >= 0;
            }));
  };
  return std::all_of(polynomial.terms().begin(), polynomial.terms().end(), grows) && from <= polynomial.at(ends);
}

Search::Found Search::by_functions(const Formula& quantifier, bool goal) {
  if (names_.empty() || names_.size() > kMostVariables) return std::nullopt;
  const Formula& inside = quantifier.children.front();
  const bool tells = inside.kind == Formula::Kind::expression;
  std::vector<std::vector<Rational>> points;
  if (tells) points = points_of(signs_, names_.size(), naturals_);
  const std::vector<Value> around(machine_.stack.begin(),
                                  machine_.stack.begin() + static_cast<std::ptrdiff_t>(quantifier.slot));
  std::vector<std::vector<Value>> around_at;
  for (const std::vector<Rational>& point : points) {
    around_at.emplace_back();
    for (const Value& value : around) around_at.back().push_back(at_point(value, point));
  }
  const auto fails_at = [&](std::size_t p, const Polynomial& polynomial) {
    const SignsInUse numbers(nullptr);
    std::copy(around_at[p].begin(), around_at[p].end(), machine_.stack.begin());
    machine_.stack[quantifier.slot] = polynomial.at(points[p]);
    bool fails = false;
    try {
      fails = quantifier.guard && boolean_of(evaluated(quantifier.guard)) == Truth::no;
      fails = fails || boolean_of(evaluated(inside.expression)) == truth(!goal);
    } catch (const Undefined&) {
      fails = true;
    } catch (const Unknown&) {
    }
    return fails;
  };
  int met_by_rules = 0;
  for (const auto& [polynomial, cost] : templates(names_.size())) {
    machine_.charge();
    bool fails = false;
    for (std::size_t p = 0; p < points.size() && !fails; ++p) fails = fails_at(p, polynomial);
    if (!points.empty()) std::copy(around.begin(), around.end(), machine_.stack.begin());
    if (fails) continue;
    try {
      if (!has_element(quantifier.domain, polynomial)) continue;
      machine_.stack[quantifier.slot] = Value(polynomial);
      if (quantifier.guard && boolean_of(evaluated(quantifier.guard)) != Truth::yes) continue;
    } catch (const Undefined&) {
      continue;
    } catch (const Unknown&) {
      continue;
    }
    if (++met_by_rules > (tells ? kMostMet : kMostUntold)) break;
    if (Found met = meet(inside, goal))
      return Met{theory::function(quantifier.variable, written(polynomial, names_), std::move(met->steps)),
                 met->complete};
  }
  return std::nullopt;
}

}  // namespace attest::verify::attack
