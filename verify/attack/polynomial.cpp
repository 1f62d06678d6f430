// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/polynomial.hpp"

#include <algorithm>
#include <iterator>

namespace attest::verify::attack {

using theory::Rational;

Monomial product(const Monomial& a, const Monomial& b) {
  Monomial result;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

Polynomial::Polynomial(const Rational& constant) {
  if (constant.sign() != 0) terms_[{}] = constant;
}

Polynomial Polynomial::variable(std::size_t number) { return term({number}, 1); }

Polynomial Polynomial::term(const Monomial& monomial, const Rational& coefficient) {
  Polynomial result;
  if (coefficient.sign() != 0) result.terms_[monomial] = coefficient;
  return result;
}

Rational Polynomial::constant() const {
  const auto found = terms_.find({});
  return found == terms_.end() ? Rational() : found->second;
}

std::size_t Polynomial::degree() const {
  std::size_t result = 0;
  for (const auto& [monomial, coefficient] : terms_) result = std::max(result, monomial.size());
  return result;
}

Rational Polynomial::at(const std::vector<Rational>& point) const {
  Rational sum;
  for (const auto& [monomial, coefficient] : terms_) {
    Rational product = coefficient;
    for (const std::size_t variable : monomial) product = product * point[variable];
    sum += product;
  }
  return sum;
}

Polynomial& Polynomial::add(const Polynomial& other, const Rational& factor) {
  for (const auto& [monomial, coefficient] : other.terms_) {
    const auto term = terms_.try_emplace(monomial).first;
    term->second += factor * coefficient;
    if (term->second.sign() == 0) terms_.erase(term);
  }
  return *this;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  for (const auto& [left, x] : a.terms_)
    for (const auto& [right, y] : b.terms_) result.add(Polynomial::term(product(left, right), x * y), 1);
  return result;
}

}  // namespace attest::verify::attack
