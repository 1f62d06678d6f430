// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/problem.hpp"

#include <algorithm>

namespace attest::verify::attack {

using theory::Rational;

namespace {

constexpr std::size_t kMostText = 300'000, kMostVariables = 2'000;
constexpr std::size_t kShort = 80;  ///< a condition that is longer gets a name

Rational common_denominator(const Polynomial& polynomial) {
  Rational result(1);
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    const Rational scaled = coefficient * result;
    result *= scaled.denominator();
  }
  return result;
}

}  // namespace

void Problem::grow(const std::string& line) {
  if (lines_.size() + line.size() > kMostText || integers_.size() > kMostVariables) throw NoProblem("a large problem");
  lines_ += line + "\n";
}

std::size_t Problem::declared(bool integer) {
  const std::size_t variable = integers_.size();
  integers_.push_back(integer);
  any_real_ = any_real_ || !integer;
  grow("(declare-const " + name(variable) + (integer ? " Int)" : " Real)"));
  return variable;
}

Polynomial Problem::defined(bool integer, const std::string& text) {
  const std::size_t variable = integers_.size();
  integers_.push_back(integer);
  any_real_ = any_real_ || !integer;
  grow("(define-fun " + name(variable) + " () " + (integer ? "Int " : "Real ") + text + ")");
  return Polynomial::variable(variable);
}

void Problem::require(const Condition& condition) {
  if (condition.known)
    impossible_ = impossible_ || !*condition.known;
  else
    grow("(assert " + condition.text + ")");
}

bool Problem::is_integer(const Polynomial& polynomial) const {
  return std::all_of(polynomial.terms().begin(), polynomial.terms().end(), [&](const auto& term) {
    return term.second.is_integer() &&
           std::all_of(term.first.begin(), term.first.end(), [&](std::size_t variable) { return integers_[variable]; });
  });
}

std::string Problem::number(const Rational& x, bool integer) const {
  const std::string point = integer ? "" : ".0";
  const Rational size = abs(x);
  const std::string digits = size.is_integer() ? size.to_string() + point
                                               : "(/ " + size.numerator().to_string() + point + " " +
                                                     size.denominator().to_string() + point + ")";
  return x.sign() < 0 ? "(- " + digits + ")" : digits;
}

std::string Problem::text(const Polynomial& polynomial, bool integer) const {
  std::string sum;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    std::string product;
    if (monomial.empty() || coefficient != Rational(1)) product += " " + number(coefficient, integer);
    for (const std::size_t variable : monomial)
      product += integers_[variable] && !integer ? " (to_real " + name(variable) + ")" : " " + name(variable);
    const bool is_one = (monomial.empty() ? 1 : monomial.size() + (coefficient != Rational(1))) == 1;
    sum += is_one ? product : " (*" + product + ")";
    if (sum.size() > kMostText) throw NoProblem("a long polynomial");
  }
  if (polynomial.is_zero()) return number(Rational(0), integer);
  return polynomial.terms().size() == 1 ? sum.substr(1) : "(+" + sum + ")";
}

Condition Problem::named(std::string text) {
  if (text.size() <= kShort) return {std::nullopt, std::move(text)};
  const std::string name = "c" + std::to_string(conditions_++);
  grow("(define-fun " + name + " () Bool " + text + ")");
  return {std::nullopt, name};
}

Condition Problem::compared(Relation relation, const Polynomial& a, const Polynomial& b) {
  if (relation == Relation::not_equal) return negated(compared(Relation::equal, a, b));
  Polynomial difference = a - b;
  if (difference.is_constant()) {
    const int sign = difference.constant().sign();
    return Condition::of(relation == Relation::equal        ? sign == 0
                         : relation == Relation::less       ? sign < 0
                         : relation == Relation::less_equal ? sign <= 0
                         : relation == Relation::greater    ? sign > 0
                                                            : sign >= 0);
  }
  difference = Polynomial(common_denominator(difference)) * difference;
  const bool integer = is_integer(difference);
  any_product_ = any_product_ || difference.degree() > 1;
  const std::string sign = relation == Relation::equal        ? "="
                           : relation == Relation::less       ? "<"
                           : relation == Relation::less_equal ? "<="
                           : relation == Relation::greater    ? ">"
                                                              : ">=";
  return named("(" + sign + " " + text(difference, integer) + " " + number(Rational(0), integer) + ")");
}

Condition Problem::joined(const std::vector<Condition>& conditions, bool decisive) {
  std::string text;
  std::size_t count = 0;
  std::string last;
  for (const Condition& condition : conditions) {
    if (condition.known && *condition.known == decisive) return Condition::of(decisive);
    if (condition.known) continue;
    last = condition.text;
    text += " " + last;
    ++count;
  }
  if (count == 0) return Condition::of(!decisive);
  if (count == 1) return {std::nullopt, last};
  return named((decisive ? "(or" : "(and") + text + ")");
}

Condition Problem::all(const std::vector<Condition>& conditions) { return joined(conditions, false); }
Condition Problem::any(const std::vector<Condition>& conditions) { return joined(conditions, true); }

Condition Problem::negated(const Condition& condition) {
  if (condition.known) return Condition::of(!*condition.known);
  return {std::nullopt, "(not " + condition.text + ")"};
}

Condition Problem::chosen(const Condition& condition, const Condition& yes, const Condition& no) {
  return any({all({condition, yes}), all({negated(condition), no})});
}

Polynomial Problem::chosen(const Condition& condition, const Polynomial& yes, const Polynomial& no) {
  if (condition.known) return *condition.known ? yes : no;
  if (yes == no) return yes;
  const bool integer = is_integer(yes) && is_integer(no);
  any_product_ = any_product_ || yes.degree() > 1 || no.degree() > 1;
  return defined(integer, "(ite " + condition.text + " " + text(yes, integer) + " " + text(no, integer) + ")");
}

Polynomial Problem::quotient(const Polynomial& a, const Polynomial& b) {
  if (b.is_zero()) throw NoProblem("a division by 0");
  if (b.is_constant()) return Polynomial(Rational(1) / b.constant()) * a;
  any_product_ = true;
  require(compared(Relation::not_equal, b, Polynomial()));
  // Not by the solver's own division: it gives a quotient by 0 a value.
  const Polynomial result = Polynomial::variable(declared(false));
  require(compared(Relation::equal, result * b, a));
  return result;
}

Polynomial Problem::floor_quotient(const Polynomial& a, const Polynomial& b) {
  if (!is_integer(a) || !b.is_constant() || b.constant().sign() <= 0) throw NoProblem("div or mod");
  if (a.is_constant()) return Polynomial(theory::floor(a.constant() / b.constant()));
  is_plain_ = false;
  return defined(true, "(div " + text(a, true) + " " + number(b.constant(), true) + ")");
}

Polynomial Problem::floor(const Polynomial& x) {
  if (x.is_constant()) return Polynomial(theory::floor(x.constant()));
  if (is_integer(x)) return x;
  is_plain_ = false;
  return defined(true, "(to_int " + text(x, false) + ")");
}

Condition Problem::integral(const Polynomial& x) {
  if (x.is_constant()) return Condition::of(x.constant().is_integer());
  if (is_integer(x)) return Condition::of(true);
  is_plain_ = false;
  return named("(is_int " + text(x, false) + ")");
}

Polynomial Problem::root(const Polynomial& x) {
  if (x.is_constant() && x.constant().sign() >= 0)
    if (const auto exact = sqrt_if_square(x.constant())) return Polynomial(*exact);
  any_product_ = true;
  const Polynomial result = Polynomial::variable(declared(false));
  require(compared(Relation::greater_equal, result, Polynomial()));
  require(compared(Relation::equal, result * result, x));
  return result;
}

std::string Problem::script() const {
  const bool any_integer = std::any_of(integers_.begin(), integers_.end(), [](bool one) { return one; });
  std::string logic;
  if (is_plain_ && any_integer != any_real_)
    logic = std::string("(set-logic QF_") + (any_product_ ? "N" : "L") + (any_integer ? "IA" : "RA") + ")\n";
  return logic + lines_;
}

}  // namespace attest::verify::attack
