// SPDX-License-Identifier: Apache-2.0
// The part of the search that meets all reals at once: variables of polynomials, and sums of squares where comparisons
// of them are open. It follows the rules `polynomial` and `squares` (docs/certificate_format.md) sign by sign, since
// the certificate names signs by their numbers.
#include <algorithm>

#include "verify/attack/search.hpp"
#include "verify/attack/squares.hpp"

namespace attest::verify::attack {

using theory::Rational;
using Kind = theory::syntax::Domain::Kind;

namespace {

constexpr std::size_t kMostVariables = 24;
constexpr int kMostFailures = 12, kMostSigns = 12;

bool is_polynomial(const Value& value) { return value.is_exact() || value.polynomial(); }
Polynomial polynomial_of(const Value& value) {
  return value.polynomial() ? *value.polynomial() : Polynomial(value.exact());
}

}  // namespace

Value Search::fresh(const std::string& name, const std::vector<std::int64_t>& sizes, std::size_t level,
                    const Code& from, const Code& to) {
  if (level < sizes.size()) {
    Value::List items;
    for (std::int64_t i = 1; i <= sizes[level]; ++i)
      items.push_back(fresh(name + "[" + std::to_string(i) + "]", sizes, level + 1, from, to));
    return items;
  }
  if (names_.size() >= kMostVariables) throw Unknown("many variables");
  Value x = Polynomial::variable(names_.size());
  names_.push_back(name);
  std::optional<Rational> low, high;
  if (from) low = evaluated(from).exact();
  if (to) high = evaluated(to).exact();
  if (low && high && *high < *low) throw Unknown("an empty interval");
  if (low && high && *high == *low) x = Value(*low);
  if (low) signs_.known.push_back({polynomial_of(x) - Polynomial(*low), false});
  if (high) signs_.known.push_back({Polynomial(*high) - polynomial_of(x), false});
  return x;
}

void Search::learn(const Formula& quantifier) {
  for (const Formula::Link& link : quantifier.links) {
    if (link.relation == Relation::not_equal) continue;
    try {
      const Value left = evaluated(link.left), right = evaluated(link.right);
      if (!is_polynomial(left) || !is_polynomial(right)) continue;
      const Polynomial difference = polynomial_of(right) - polynomial_of(left);
      const bool strict = link.relation == Relation::less || link.relation == Relation::greater;
      const bool falls = link.relation == Relation::greater || link.relation == Relation::greater_equal;
      if (!falls) signs_.known.push_back({difference, strict});
      if (falls || link.relation == Relation::equal) signs_.known.push_back({Polynomial() - difference, strict});
    } catch (const Undefined&) {
    } catch (const Unknown&) {
    }
  }
}

Search::Found Search::by_polynomials(const Formula& quantifier, bool goal) {
  const bool outermost = !running_signs;
  if (outermost && (!may_use_polynomials_ || boxes_ > 0 || without_squares_ >= kMostFailures)) return std::nullopt;
  const SignsInUse in_use(&signs_);
  const std::size_t names = names_.size(), known = signs_.known.size();
  Found met;
  try {
    std::vector<std::int64_t> sizes;
    for (const Code& size : quantifier.domain.sizes) sizes.push_back(integer(evaluated(size)));
    if (quantifier.domain.kind == Kind::naturals) naturals_.insert(names);
    machine_.stack[quantifier.slot] =
        fresh(quantifier.variable, sizes, 0, quantifier.domain.from, quantifier.domain.to);
    if (passes(quantifier)) {
      learn(quantifier);
      met = meet(quantifier.children.front(), goal);
    }
  } catch (const Undefined&) {
  } catch (const Unknown&) {
  }
  names_.resize(names);
  naturals_.erase(names);
  signs_.known.resize(known);
  if (met) return Met{theory::polynomial(quantifier.variable, std::move(met->steps)), met->complete};
  if (outermost) ++without_squares_;
  return std::nullopt;
}

Search::Found Search::by_squares(const Formula& formula, bool goal) {
  ++leaves_;
  const std::size_t known = signs_.known.size();
  std::vector<theory::Value> shown;
  std::vector<Question> hopeless;
  Found met;
  for (bool goes_on = true; goes_on && !met && shown.size() < kMostSigns;) {
    signs_.asked.clear();
    goes_on = false;
    try {
      const Truth value = boolean_of(evaluated(formula.expression));
      if (value == truth(goal)) met = Met{shown.empty() ? theory::evaluate() : theory::squares(shown), true};
      if (value != Truth::unknown) break;
    } catch (const Undefined&) {
      break;
    } catch (const Unknown&) {
    }
    // What was asked first decides what is asked next. A sign, or the opposite one, answers it.
    const std::vector<Question> asked = std::move(signs_.asked);
    for (std::size_t i = 0; i < 2 * asked.size() && !goes_on; ++i) {
      Question question = asked[i / 2];
      if (i % 2 == 1) question = {Polynomial() - question.difference, !question.strict};
      const auto is_same = [&](const Question& other) {
        return other.strict == question.strict && other.difference == question.difference;
      };
      if (std::any_of(hopeless.begin(), hopeless.end(), is_same)) continue;
      const auto terms = sum_of_squares(question.difference, question.strict, signs_.known, may_continue_);
      if (terms) {
        shown.push_back(written(*terms, names_));
        signs_.known.push_back({question.difference, question.strict});
        goes_on = true;
      } else {
        hopeless.push_back(std::move(question));
      }
    }
  }
  signs_.known.resize(known);
  return met;
}

}  // namespace attest::verify::attack
