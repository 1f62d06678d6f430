// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "theory/certificate/value.hpp"

namespace attest::theory {

/// One step of a certificate (docs/certificate_format.md, "Obligations and steps"). Built by the functions below, which
/// have the rules' names; a step is a tree that follows the statement's quantifiers from the outside in.
class Step {
 public:
  struct Witness {
    std::string variable;
    Value value;
  };
  struct Function {  ///< a witness that depends on the variables of polynomials around
    std::string variable;
    Value value;  ///< lists [coefficient, name, ...]: the terms of a polynomial
  };
  struct Exhaustive {
    std::string variable;
  };
  struct Instances {
    std::string variable;
    std::vector<Value> values;
  };
  struct Range {  ///< `instances` with "from" and "to"
    std::string variable;
    long from, to;
  };
  struct Box {
    std::string variable;
    std::vector<std::pair<std::string, std::string>> cells;  ///< canonical numbers, "-inf", "inf"
    std::vector<int> orders = {};                            ///< of the cells; 0 where one has none; empty: none has
  };
  struct Polynomial {  ///< the variable stands for all reals in the comparisons below
    std::string variable;
  };
  struct Squares {
    std::vector<Value> signs;  ///< lists of terms [weight, [numbers of signs], root]
  };
  struct Split {
    std::vector<std::string> parts;  ///< the names, one for each child; one name alone under goal false
    bool one_suffices;
  };
  struct Evaluate {};
  struct Statement {
    std::string name;
  };
  struct Proof {
    std::string system, file, theorem;
  };
  using Rule = std::variant<Witness, Exhaustive, Instances, Range, Box, Polynomial, Squares, Split, Evaluate, Statement,
                            Proof, Function>;

  Rule rule;
  std::vector<Step> children;  ///< one ("then") or one for each element ("cases")
  bool cases = false;          ///< whether the children are written as "cases"

  std::string to_json() const;
};

Step evaluate();
Step witness(std::string variable, Value value, Step then);
Step function(std::string variable, Value terms, Step then);
Step exhaustive(std::string variable, Step then);
Step exhaustive(std::string variable, std::vector<Step> cases);
Step instances(std::string variable, std::vector<Value> values, Step then);
Step instances(std::string variable, std::vector<Value> values, std::vector<Step> cases);
Step range(std::string variable, long from, long to, Step then);
Step range(std::string variable, long from, long to, std::vector<Step> cases);
inline const std::vector<std::pair<std::string, std::string>> whole_line = {{"-inf", "inf"}};  ///< one cell for `box`
Step box(std::string variable, std::vector<std::pair<std::string, std::string>> cells, Step then);
Step box(std::string variable, std::vector<std::pair<std::string, std::string>> cells, std::vector<Step> cases);
/// With an order for each cell, 0 for none.
Step box(std::string variable, std::vector<std::pair<std::string, std::string>> cells, std::vector<int> orders,
         std::vector<Step> cases);
Step polynomial(std::string variable, Step then);
Step squares(std::vector<Value> signs);
Step split(std::vector<std::pair<std::string, Step>> parts);  ///< goal true: every part
Step split_one(std::string part, Step then);                  ///< goal false: one part fails
Step cite(std::string statement);                   ///< another that says the same; its negation for goal false
Step proof(std::string file, std::string theorem);  ///< a Coq theorem; the whole of the steps, goal true

/// What a certificate is bound to (theory/statement/hash.hpp).
struct Binding {
  std::string header;     ///< the hash of the claim's header
  std::string statement;  ///< the hash of the statement
};

/// How one statement of one claim is decided.
struct Certificate {
  std::string claim;      ///< "urpe.theorem-2"
  std::string statement;  ///< "printed"
  bool goal = true;       ///< shown to be true, or false
  Step steps;
  int precision = 512;  ///< the largest working precision in bits that the checker may use

  /// The file's text.
  std::string to_json(const Binding& binding) const;
};

}  // namespace attest::theory
