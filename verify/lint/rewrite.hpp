// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "theory/statement/syntax.hpp"

namespace attest::verify::lint {

using theory::syntax::ExpressionPtr;
using theory::syntax::FormulaPtr;

/// The expression with every direct part replaced by what `change` makes of it. Parts that are not there are left out.
using Change = std::function<ExpressionPtr(const ExpressionPtr&)>;
ExpressionPtr with_parts(const ExpressionPtr& expression, const Change& change);

/// The direct parts, in the order in which they stand.
std::vector<ExpressionPtr> parts_of(const ExpressionPtr& expression);
ExpressionPtr with_part(const ExpressionPtr& expression, std::size_t index, const ExpressionPtr& part);

/// A node without a place of its own.
template <class Form>
ExpressionPtr node(int line, Form form) {
  return std::make_shared<const theory::syntax::Expression>(theory::syntax::Expression{line, std::move(form)});
}

/// Every expression below, the whole first.
void visit_all(const ExpressionPtr& expression, const std::function<void(const ExpressionPtr&)>& visit);

/// The formula with one of its quantifiers, parts or expressions at the end replaced: `change` sees each sub-formula
/// and returns null where it has no offer; `emit` gets the whole with that one change.
using FormulaChange = std::function<std::vector<FormulaPtr>(const theory::syntax::Formula&)>;
void each_change(const FormulaPtr& formula, const FormulaChange& change,
                 const std::function<void(const FormulaPtr&)>& emit);

/// Every sub-formula, the whole first.
void visit_all(const FormulaPtr& formula, const std::function<void(const theory::syntax::Formula&)>& visit);

/// Whether it says of something that it exists.
bool says_exists(const FormulaPtr& formula);

/// Whether a name occurs in it freely (what binds the same name inside hides it).
bool mentions(const ExpressionPtr& expression, const std::string& name);
bool mentions(const theory::syntax::Formula& formula, const std::string& name);

/// The names that occur in it, bound or not, functions among them.
std::set<std::string> names_in(const theory::syntax::Formula& formula);
std::set<std::string> names_in(const ExpressionPtr& expression);

}  // namespace attest::verify::lint
