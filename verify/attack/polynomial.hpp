// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "theory/scalar/rational.hpp"

namespace attest::verify::attack {

/// The numbers of its variables in order, each as often as its power.
using Monomial = std::vector<std::size_t>;

/// A polynomial with rational coefficients, none of which is stored if it is 0.
class Polynomial {
 public:
  Polynomial() = default;
  Polynomial(const theory::Rational& constant);
  static Polynomial variable(std::size_t number);
  static Polynomial term(const Monomial& monomial, const theory::Rational& coefficient);

  const std::map<Monomial, theory::Rational>& terms() const { return terms_; }
  bool is_zero() const { return terms_.empty(); }
  bool is_constant() const { return terms_.empty() || (terms_.size() == 1 && terms_.begin()->first.empty()); }
  theory::Rational constant() const;  ///< the coefficient of 1
  std::size_t degree() const;
  theory::Rational at(const std::vector<theory::Rational>& point) const;  ///< its value where the variables are these

  Polynomial& add(const Polynomial& other, const theory::Rational& factor);
  friend Polynomial operator+(Polynomial a, const Polynomial& b) { return a.add(b, 1); }
  friend Polynomial operator-(Polynomial a, const Polynomial& b) { return a.add(b, -1); }
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend bool operator==(const Polynomial&, const Polynomial&) = default;

 private:
  std::map<Monomial, theory::Rational> terms_;
};

Monomial product(const Monomial& a, const Monomial& b);

/// What is known of a polynomial wherever the statement asks: >= 0, or > 0.
struct Sign {
  Polynomial polynomial;
  bool strict;
};

/// A comparison that no sign decides: is `difference` > 0 (or not < 0)?
struct Question {
  Polynomial difference;
  bool strict;
};

/// While it lives, numbers may be polynomials and signs decide comparisons of them (docs/certificate_format.md,
/// `polynomial`). What they leave open is asked.
struct Signs {
  std::vector<Sign> known;
  std::vector<Question> asked;
};
inline thread_local Signs* running_signs = nullptr;

/// Has numbers be polynomials, or not (null), while it lives.
class SignsInUse {
 public:
  explicit SignsInUse(Signs* signs) : before_(running_signs) { running_signs = signs; }
  ~SignsInUse() { running_signs = before_; }
  SignsInUse(const SignsInUse&) = delete;
  SignsInUse& operator=(const SignsInUse&) = delete;

 private:
  Signs* before_;
};

}  // namespace attest::verify::attack
