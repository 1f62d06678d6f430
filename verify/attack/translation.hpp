// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "theory/statement/syntax.hpp"
#include "verify/attack/problem.hpp"

namespace attest::verify::attack {

/// A value whose numbers are polynomials of a problem's variables, and whose booleans are conditions on them.
struct Term {
  using List = std::vector<Term>;
  using Record = std::map<std::string, Term>;
  std::variant<Polynomial, Condition, std::string, std::shared_ptr<const List>, std::shared_ptr<const Record>> data;

  static Term list(List elements) { return {std::make_shared<const List>(std::move(elements))}; }
  static Term record(Record fields) { return {std::make_shared<const Record>(std::move(fields))}; }
  static Term of(const Value& value);  ///< NoProblem for what is no exact value
};

/// A constant is needed where a term has these variables: a size, an index, an exponent.
struct NeedsConstant {
  std::vector<std::size_t> variables;
};

/// Expressions of the statement language as terms: definitions unfold, loops over lists of known length too, and where
/// a condition decides between numbers the problem has a number for what it decides. NoProblem for what has no such
/// term (exp, a symbol that depends on a number); what is defined in one branch alone is required.
class Translation {
 public:
  Translation(const std::vector<theory::syntax::Definition>& definitions, Problem& problem)
      : definitions_(definitions), problem_(problem) {}

  void bind(const std::string& name, Term term) { scope_.emplace_back(name, std::move(term)); }
  Term term(const theory::syntax::ExpressionPtr& expression);
  Polynomial number(const theory::syntax::ExpressionPtr& expression);
  std::int64_t constant(const theory::syntax::ExpressionPtr& expression);
  Condition condition(const theory::syntax::ExpressionPtr& expression);
  std::size_t steps() const { return steps_; }  ///< that were taken
  /// Whether a formula of lists and parts holds; NoProblem for others.
  Condition holds(const theory::syntax::Formula& formula);

 private:
  template <class Visit>
  void loop(const theory::syntax::Generators& over, std::size_t depth, Visit&& visit);
  void charge(std::size_t steps);
  std::int64_t constant_of(const Polynomial& number) const;
  bool known(const Condition& condition) const;
  Condition equal(const Term& a, const Term& b);
  Term chosen(const Condition& condition, const Term& yes, const Term& no);
  Polynomial extreme(const Polynomial& a, const Polynomial& b, bool greater);
  Polynomial power(const Polynomial& base, std::int64_t exponent);
  Polynomial product(const Polynomial& a, const Polynomial& b);
  Polynomial sum(Polynomial a, const Polynomial& b, int sign = 1);
  Term called(const std::string& function, std::vector<Term> arguments);
  Term of(const theory::syntax::Integer& form);
  Term of(const theory::syntax::Symbol& form);
  Term of(const theory::syntax::Truth& form);
  Term of(const theory::syntax::Name& form);
  Term of(const theory::syntax::Call& form);
  Term of(const theory::syntax::Gather& form);
  Term of(const theory::syntax::List& form);
  Term of(const theory::syntax::Comprehension& form);
  Term of(const theory::syntax::Record& form);
  Term of(const theory::syntax::Postfix& form);
  Term of(const theory::syntax::Power& form);
  Term of(const theory::syntax::Negation& form);
  Term of(const theory::syntax::Not& form);
  Term of(const theory::syntax::Range& form);
  Term of(const theory::syntax::Chain& form);
  Term of(const theory::syntax::Let& form);
  Term of(const theory::syntax::If& form);
  Term of(const theory::syntax::Fold& form);

  const std::vector<theory::syntax::Definition>& definitions_;
  Problem& problem_;
  std::vector<std::pair<std::string, Term>> scope_;
  std::size_t steps_ = 0;
};

}  // namespace attest::verify::attack
