// SPDX-License-Identifier: Apache-2.0
#include "verify/lint/places.hpp"

namespace attest::verify::lint {

namespace syntax = theory::syntax;

FormulaPtr formula_of(const syntax::Formula& like, ExpressionPtr expression) {
  return std::make_shared<const syntax::Formula>(syntax::Formula{like.line, std::move(expression)});
}
FormulaPtr formula_of(const syntax::Formula& like, syntax::Quantifier quantifier) {
  return std::make_shared<const syntax::Formula>(syntax::Formula{like.line, std::move(quantifier)});
}

void each_conclusion(const FormulaPtr& formula, const std::function<void(const ExpressionPtr&, const Slip&)>& each,
                     const Emit& emit) {
  std::vector<std::string> whats;
  std::vector<FormulaPtr> changed;
  each_change(
      formula,
      [&](const syntax::Formula& part) {
        std::vector<FormulaPtr> made;
        if (const auto* expression = std::get_if<ExpressionPtr>(&part.form)) {
          each(*expression, [&](const ExpressionPtr& other, const std::string& what) {
            made.push_back(formula_of(part, other));
            whats.push_back(what);
          });
        }
        return made;
      },
      [&](const FormulaPtr& whole) { changed.push_back(whole); });
  for (std::size_t i = 0; i < changed.size(); ++i) emit(changed[i], whats[i]);
}

void each_quantifier(
    const FormulaPtr& formula,
    const std::function<void(const syntax::Quantifier&, const syntax::Formula&, const EmitQuantifier&)>& each,
    const Emit& emit) {
  std::vector<std::string> whats;
  std::size_t next = 0;
  each_change(
      formula,
      [&](const syntax::Formula& part) {
        std::vector<FormulaPtr> made;
        if (const auto* quantifier = std::get_if<syntax::Quantifier>(&part.form)) {
          each(*quantifier, part, [&](FormulaPtr other, std::string what) {
            made.push_back(std::move(other));
            whats.push_back(std::move(what));
          });
        }
        return made;
      },
      [&](const FormulaPtr& whole) { emit(whole, whats[next++]); });
}

}  // namespace attest::verify::lint
