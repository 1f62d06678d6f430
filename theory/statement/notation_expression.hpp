// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "theory/statement/notation_tree.hpp"
#include "theory/statement/syntax.hpp"

namespace attest::theory::notation {

/// How tightly a notation holds together, from the loosest: where more is required, it gets parentheses.
enum class Level {
  open,         ///< "... where x = ..."
  branch,       ///< cases
  disjunction,  ///< also what stands between commas
  conjunction,
  negation,
  comparison,
  concatenation,
  sum,
  term,
  minus,
  power,
  whole  ///< a name, a call, something in fences
};

/// The notation of an expression on one line (cases aside), in parentheses if it is looser than required.
Notation of_expression(const syntax::ExpressionPtr& expression, Level required);

/// The same over several lines: "where" and folds always, conjunctions, disjunctions and comparisons if they are long.
std::vector<Notation> lines_of_expression(const syntax::ExpressionPtr& expression);

/// A called name with its arguments: f(x, y).
Notation application(Notation function, std::vector<Notation> arguments);

/// The name before its arguments: "softmax", "W_Q".
Notation function_name(const std::string& function);

/// "i = 1, ..., n" for a range, "x ∈ L" for any other list.
Notation generator(const std::string& name, const syntax::ExpressionPtr& list);

/// A list as the set of its elements: {1, ..., n}, {a, b}, L^m for the tuples over L.
Notation element_set(const syntax::ExpressionPtr& list);

}  // namespace attest::theory::notation
