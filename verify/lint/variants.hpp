// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "theory/statement/load.hpp"
#include "verify/lint/rewrite.hpp"

namespace attest::verify::lint {

/// A statement that differs from the one that is looked at in one place.
struct Variant {
  std::string what;  ///< what stands there instead of what: "a <= b instead of a < b"
  FormulaPtr formula;
  std::optional<theory::syntax::Definition> definition = {};  ///< in the place of the one of its name
  bool is_near = false;                                       ///< a slip of the pen: < for <=, a number by one
};

inline Variant variant(const std::string& what, const FormulaPtr& formula) {
  return {what, formula, std::nullopt, false};
}

/// The claim with one statement alone, named "it", which is the variant.
theory::LoadedClaim claim_of(const theory::LoadedClaim& claim, const Variant& variant);

/// Small slips in the conclusion: in the expressions at the statement's end, and in those definitions of the claim's
/// own file that they reach. A sign, an index, < for <=, a number by one, max for min, all for any, a part of `and` or
/// `or` left out, a filter left out, a loop one shorter.
std::vector<Variant> conclusion_slips(const theory::LoadedClaim& claim, const theory::syntax::Statement& statement);

/// Small slips before the conclusion: a comparison or number in a condition, where a range begins, two neighbouring
/// quantifiers of different kinds swapped.
std::vector<Variant> prefix_slips(const theory::syntax::Statement& statement);

/// The statement without one of its hypotheses: a condition `where` of a `forall` or a part of it joined by `and`, an
/// interval's ends, an alternative in the conclusion that is a negation (`not a or b` says: if a, then b).
struct Hypothesis {
  std::string text;
  std::string variable;  ///< whose condition it is; empty for a part of the conclusion
  Variant without;
};
std::vector<Hypothesis> hypotheses(const theory::syntax::Statement& statement);

/// Other objects in the place of what the conclusion compares.
struct Replacement {
  std::string what;               ///< what is replaced: "the side a of a < b", "the definition f"
  std::vector<Variant> variants;  ///< by this and that
};
/// For each comparison that the conclusion asserts (joined by `and`, in an `all`), but !=, each of its sides replaced
/// by numbers that have little to do with it.
std::vector<Replacement> sides_replaced(const theory::syntax::Statement& statement);
/// For each definition that the conclusion names: its value changed beyond recognition, numbers in lists, too.
std::vector<Replacement> definitions_replaced(const theory::LoadedClaim& claim,
                                              const theory::syntax::Statement& statement);
/// For each comparison of the conclusion: true and false in its place.
std::vector<Replacement> comparisons_replaced(const theory::syntax::Statement& statement);
/// For each real number, vector or matrix that is said to exist: zero in its place.
std::vector<Replacement> witnesses_replaced(const theory::syntax::Statement& statement);

}  // namespace attest::verify::lint
