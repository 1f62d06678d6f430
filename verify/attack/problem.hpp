// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "verify/attack/polynomial.hpp"
#include "verify/attack/value.hpp"

namespace attest::verify::attack {

/// What is asked cannot be put as a problem of polynomials, or is too large for one.
struct NoProblem : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A boolean over the variables of a problem: known, or a formula of SMT-LIB.
struct Condition {
  std::optional<bool> known;
  std::string text = {};
  static Condition of(bool value) { return {value}; }
};

/// Polynomial conditions on real numbers and integers, as a script of SMT-LIB 2. Its variables are those of
/// polynomials: some are declared, others stand for what is no polynomial of them.
class Problem {
 public:
  std::size_t declared(bool integer);  ///< a new variable
  void require(const Condition& condition);
  bool is_impossible() const { return impossible_; }
  bool is_integer(const Polynomial& polynomial) const;  ///< wherever the variables are

  Condition compared(Relation relation, const Polynomial& a, const Polynomial& b);
  Condition all(const std::vector<Condition>& conditions);
  Condition any(const std::vector<Condition>& conditions);
  Condition negated(const Condition& condition);
  Condition chosen(const Condition& condition, const Condition& yes, const Condition& no);
  Condition integral(const Polynomial& x);

  Polynomial chosen(const Condition& condition, const Polynomial& yes, const Polynomial& no);
  Polynomial quotient(const Polynomial& a, const Polynomial& b);
  Polynomial floor_quotient(const Polynomial& a, const Polynomial& b);  ///< of integers, b a constant > 0
  Polynomial floor(const Polynomial& x);
  Polynomial root(const Polynomial& x);  ///< of degree 2, not negative

  static std::string name(std::size_t variable) { return "v" + std::to_string(variable); }
  std::string script() const;

 private:
  std::string number(const theory::Rational& x, bool integer) const;
  std::string text(const Polynomial& polynomial, bool integer) const;
  Condition joined(const std::vector<Condition>& conditions, bool decisive);
  Condition named(std::string text);
  Polynomial defined(bool integer, const std::string& text);
  void grow(const std::string& line);

  std::vector<bool> integers_;  ///< which variables are
  std::string lines_;
  std::size_t conditions_ = 0;
  bool impossible_ = false, any_real_ = false, any_product_ = false, is_plain_ = true;
};

}  // namespace attest::verify::attack
