// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "verify/trusted/interpreter.hpp"
namespace checker {
/// One step of a certificate; which members are used depends on the rule (docs/certificate_format.md).
struct Step {
  std::string place;  ///< "steps.then.cases[2]", for messages
  std::string rule, variable, part, system, file, theorem, name;
  List values;  ///< witness: the one; instances: as listed; box: lists of a cell and its order, or 0
  bool is_range = false;
  mpz_class from, to;
  bool has_cases = false;
  std::vector<Step> children;      ///< `then`, or the cases, or the parts
  std::vector<std::string> names;  ///< of the parts
};

struct Certificate {
  std::string claim, header, statement, hash;
  bool goal = false;
  unsigned precision = 64;
  Step steps;
};
/// Reads a certificate's text. Malformed names `file`, the place and what was expected there.
Certificate parse_certificate(const std::string& text, const std::string& file);
/// One line of what a check reports as assumed or covered: one for each quantifier and rule, counted over all uses.
struct Coverage {
  const Formula* quantifier;
  std::string kind;           ///< the rule; "range" for instances with from and to
  std::string part;           ///< the parts around the quantifier, outermost first, joined by '.'
  mpz_class count, from, to;  ///< from and to of a range: what every use spanned
  /// Of instances: the different values in the order of their first use, if all are numbers and not too many.
  std::vector<std::string> values = {};
  bool lists_values = true;
};
/// A part, or all, of a statement that was met by another statement of the claim, which says the same.
struct Citation {
  std::string name, part;
};
/// Meets one statement with a certificate's steps. Everything that a rule may use.
class Check {
 public:
  Check(const Program& claim, std::uint64_t budget, unsigned limit)
      : program(claim), interpreter(budget), limit_(limit) {}
  /// Returns if the step meets the formula under this goal; throws otherwise.
  void meet(const Formula& formula, bool goal, const Step& step);
  /// Meets the body for the bound element, with `then` or with the case of this number, and counts the element.
  void meet_body(const Formula& quantifier, bool goal, const Step& step, std::size_t number);
  /// The value at the least working precision that decides it: 64 bits, doubled up to the limit.
  Value value(const Node& expression);
  bool satisfies_guard(const Formula& quantifier);
  bool may_satisfy_guard(const Formula& quantifier);  ///< false: nothing that the variable is bound to does
  /// Binds a value that the certificate offers. Rejected if it is no element or does not satisfy the guard.
  void take(const Formula& quantifier, const Value& value, const Step& step);
  /// Notes an instance for the report.
  void note(const Formula& quantifier, const Value& value, const Step& step);

  mpq_class bound(const NodePtr& expression) { return value(*expression).exact(); }
  Enclosure interval(const Domain& domain);              ///< of naturals and reals: the ends; not always in order
  std::vector<std::size_t> shape(const Domain& domain);  ///< nothing for reals, n for vectors, m and n for matrices

  const Program& program;
  Interpreter interpreter;
  std::vector<Coverage> covered;
  std::vector<Citation> cited;
  mpz_class evaluated;                                   ///< how often an expression at the end of the formula was met
  std::string part;                                      ///< the parts around the formula that is being met
  int quantifiers = 0;                                   ///< around it
  std::vector<std::pair<std::string, Value>> variables;  ///< of polynomials, by their numbers
  std::set<std::size_t> naturals;                        ///< those of them that are natural numbers
  unsigned precision = 64;                               ///< the largest that was needed
 private:
  bool is_element(const Domain& domain, const Value& value);
  Coverage& coverage(const Formula& quantifier, const Step& step);

  unsigned limit_;
};

[[noreturn]] void reject(const Step& step, const std::string& reason);
/// Rejected if the step has another number of cases (and not `then`).
void require_cases(const Step& step, std::size_t count, const std::string& of_what);
// One file for each rule (rules/). That the rule is one for this kind of formula and goal has been looked at.
using Meet = void(Check& check, const Formula& formula, bool goal, const Step& step);
Meet meet_witness, meet_function, meet_exhaustive, meet_instances, meet_box, meet_polynomial, meet_split, meet_evaluate,
    meet_squares, meet_statement;
/// [["3/2", "x", "x"], ["-1", "y"]] as 3/2 x^2 - y, of the variables of polynomials. Rejected if it is of another form.
Value polynomial_of(Check& check, const Step& step, const Value& text);
/// The assumption under which steps that are a proof are accepted, as a JSON object.
std::string accept_proof(bool goal, const Step& step);
}  // namespace checker
