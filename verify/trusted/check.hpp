// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verify/trusted/certificate.hpp"
#include "verify/trusted/interpreter.hpp"
#include "verify/trusted/syntax.hpp"

namespace checker {

/// One line of what a checker reports as assumed or covered: one for each quantifier and rule, counted over all uses.
struct Coverage {
  const Formula* quantifier;
  std::string kind;           ///< "range", "instances", "exhaustive", "box", "witness"
  mpz_class count, from, to;  ///< from and to of a range: what every use spanned
};

/// Meets one statement with a certificate's steps. Everything that a rule may use.
class Check {
 public:
  Check(std::uint64_t budget, unsigned limit) : interpreter(budget), limit_(limit) {}

  /// Whatever the formula is, with the step that the certificate has for it. Returns if the obligation is met; throws
  /// otherwise.
  void meet(const Formula& formula, bool goal, const Step& step);

  /// The value at the least working precision that decides it: 64 bits, doubled up to the limit; Unknown if that is not
  /// enough.
  Value value(const Node& expression);
  /// The same for a boolean.
  bool truth_of(const Node& expression);
  /// Whether the bound element satisfies the quantifier's `where`.
  bool satisfies_guard(const Formula& quantifier);
  /// Meets the body for the bound element: with `then`, or with the case of this number.
  void meet_body(const Formula& quantifier, bool goal, const Step& step, std::size_t number);
  /// Binds a value that the certificate offers. Rejected if it is no element of the domain or does not satisfy the
  /// guard.
  void take(const Formula& quantifier, const Value& value, const Step& step);
  Coverage& coverage(const Formula& quantifier, const std::string& kind);

  const std::vector<Coverage>& covered() const { return coverage_; }
  unsigned precision() const { return precision_; }

  Interpreter interpreter;

 private:
  unsigned limit_, precision_ = 64;
  std::vector<Coverage> coverage_;
};

[[noreturn]] void reject(const Step& step, const std::string& reason);

// One file for each rule (rules/). The rule's name and, for quantifiers, that the obligation is of its kind have been
// looked at.
void meet_witness(Check& check, const Formula& quantifier, bool goal, const Step& step);
void meet_exhaustive(Check& check, const Formula& quantifier, bool goal, const Step& step);
void meet_instances(Check& check, const Formula& quantifier, bool goal, const Step& step);
void meet_box(Check& check, const Formula& quantifier, bool goal, const Step& step);
void meet_split(Check& check, const Formula& parts, bool goal, const Step& step);
void meet_evaluate(Check& check, const Formula& expression, bool goal, const Step& step);

// Domains (domain.cpp).
/// Whether a value without enclosures is an element of the domain.
bool is_element(Check& check, const Domain& domain, const Value& value);
/// A bound or a size of a domain: exact, or Unknown.
mpq_class exact_bound(Check& check, const Node& expression);
/// Nothing for reals, n for vectors, m and n for matrices.
std::vector<std::size_t> sizes(Check& check, const Domain& domain);

}  // namespace checker
