// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/lint/slips.hpp"

namespace attest::verify::lint {

/// A formula on the line of another.
FormulaPtr formula_of(const theory::syntax::Formula& like, ExpressionPtr expression);
FormulaPtr formula_of(const theory::syntax::Formula& like, theory::syntax::Quantifier quantifier);

/// Calls `emit` with every formula in which one expression at the end is changed into one that `each` emits, in order.
using Emit = std::function<void(const FormulaPtr& changed, const std::string& what)>;
void each_conclusion(const FormulaPtr& formula, const std::function<void(const ExpressionPtr&, const Slip&)>& each,
                     const Emit& emit);

/// Likewise with one quantifier changed.
using EmitQuantifier = std::function<void(FormulaPtr, std::string)>;
void each_quantifier(const FormulaPtr& formula,
                     const std::function<void(const theory::syntax::Quantifier&, const theory::syntax::Formula&,
                                              const EmitQuantifier&)>& each,
                     const Emit& emit);

}  // namespace attest::verify::lint
