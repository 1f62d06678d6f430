// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "theory/statement/parser.hpp"
#include "theory/statement/print.hpp"
#include "verify/lint/places.hpp"
#include "verify/lint/variants.hpp"

namespace attest::verify::lint {

namespace syntax = theory::syntax;
using Level = syntax::Chain::Level;
using syntax::text_of;

namespace {

bool is_numeric_comparison(const ExpressionPtr& expression) {
  const auto* chain = std::get_if<syntax::Chain>(&expression->form);
  return chain && chain->level == Level::comparison;
}

/// Calls `replace` with every comparison but != that the expression asserts: alone, joined by `and`, for all of a loop.
void each_asserted(const ExpressionPtr& expression,
                   const std::function<void(const ExpressionPtr&, const Slip&)>& replace, const Slip& emit) {
  const auto at = [&](std::size_t index, const ExpressionPtr& part) {
    each_asserted(part, replace, [&](const ExpressionPtr& changed, const std::string& what) {
      emit(with_part(expression, index, changed), what);
    });
  };
  if (const auto* gather = std::get_if<syntax::Gather>(&expression->form); gather && gather->function == "all")
    at(0, gather->element);
  if (const auto* let = std::get_if<syntax::Let>(&expression->form)) at(1, let->body);
  const auto* chain = std::get_if<syntax::Chain>(&expression->form);
  if (!chain) return;
  if (chain->level == Level::conjunction)
    for (std::size_t i = 0; i < chain->operands.size(); ++i) at(i, chain->operands[i]);
  const auto& symbols = chain->operators;
  if (chain->level == Level::comparison && std::find(symbols.begin(), symbols.end(), "!=") == symbols.end())
    replace(expression, emit);
}

std::vector<std::string> numeric_variables(const FormulaPtr& formula) {
  std::vector<std::string> names;
  visit_all(formula, [&](const syntax::Formula& part) {
    const auto* quantifier = std::get_if<syntax::Quantifier>(&part.form);
    if (!quantifier || quantifier->kind == syntax::Quantifier::Kind::exists) return;
    const auto kind = quantifier->domain.kind;
    if (kind == syntax::Domain::Kind::naturals || kind == syntax::Domain::Kind::reals)
      names.push_back(quantifier->name);
  });
  return names;
}

/// The value of a definition changed: every number in it, in lists and lists of lists, by another function of it.
syntax::Definition replaced(const syntax::Definition& definition, const std::string& number) {
  const std::string leaf = "if is_number(LEAF) then " + number + " else if is_boolean(LEAF) then not LEAF else ";
  const auto at = [&](const std::string& name, const std::string& otherwise) {
    std::string text = leaf;
    for (std::size_t place; (place = text.find("LEAF")) != std::string::npos;) text.replace(place, 4, name);
    return text + otherwise;
  };
  const std::string entries = at("e__", "if is_list(e__) then [" + at("f__", "f__") + " for f__ in e__] else e__");
  std::string text = "def " + definition.name;
  for (std::size_t i = 0; i < definition.parameters.size(); ++i)
    text += (i ? ", " : "(") + definition.parameters[i] + (i + 1 == definition.parameters.size() ? ")" : "");
  text += " = let v__ = (" + text_of(definition.body) + ") in " +
          at("v__", "if is_list(v__) then [" + entries + " for e__ in v__] else v__") + ";";
  syntax::Definition made = std::get<syntax::Definition>(syntax::parse_definitions(text, "lint").items.front());
  made.line = definition.line;
  return made;
}

}  // namespace

std::vector<Replacement> sides_replaced(const syntax::Statement& statement) {
  std::vector<Replacement> all;
  const std::vector<std::string> variables = numeric_variables(statement.formula);
  const bool can_exist = says_exists(statement.formula);
  const auto replace = [&](const ExpressionPtr& part, const Slip& emit) {
    const auto& chain = std::get<syntax::Chain>(part->form);
    for (std::size_t i = 0; i < chain.operands.size(); ++i) {
      const ExpressionPtr& side = chain.operands[i];
      std::vector<ExpressionPtr> others = {arithmetic(integer(-3), "-", side),
                                           arithmetic(arithmetic(integer(2), "*", side), "+", integer(5))};
      for (const std::string& name : variables) {
        const ExpressionPtr much = arithmetic(integer(7), "*", node(0, syntax::Name{name}));
        others.push_back(arithmetic(side, "+", much));
        others.push_back(arithmetic(side, "-", much));
      }
      // Beyond every number of the statement; but a witness that is searched need not lie so far out.
      for (const char* symbol : {"+", "-"})
        if (!can_exist) others.push_back(arithmetic(side, symbol, integer(1'000'000'000)));
      Replacement replacement{"the side " + text_of(side) + " of " + text_of(part), {}};
      for (const ExpressionPtr& other : others) {
        syntax::Chain changed = chain;
        changed.operands[i] = other;
        replacement.variants.push_back({text_of(other), nullptr, std::nullopt, false});
        emit(node(part->line, std::move(changed)), "");
      }
      all.push_back(std::move(replacement));
    }
  };
  std::size_t which = 0, at = 0;
  each_conclusion(
      statement.formula,
      [&](const ExpressionPtr& expression, const Slip& emit) { each_asserted(expression, replace, emit); },
      [&](const FormulaPtr& formula, const std::string&) {
        all[which].variants[at].formula = formula;
        if (++at == all[which].variants.size()) {
          ++which;
          at = 0;
        }
      });
  return all;
}

std::vector<Replacement> definitions_replaced(const theory::LoadedClaim& claim, const syntax::Statement& statement) {
  std::vector<Replacement> all;
  std::set<std::string> names;
  visit_all(statement.formula, [&](const syntax::Formula& part) {
    if (const auto* expression = std::get_if<ExpressionPtr>(&part.form)) names.merge(names_in(*expression));
  });
  for (const syntax::Definition& definition : claim.definitions) {
    if (!names.contains(definition.name)) continue;
    Replacement replacement{definition.name, {}};
    for (const char* number : {"1 - 2 * LEAF", "LEAF * LEAF + 3"})
      replacement.variants.push_back({number, statement.formula, replaced(definition, number), false});
    all.push_back(std::move(replacement));
  }
  return all;
}

std::vector<Replacement> comparisons_replaced(const syntax::Statement& statement) {
  std::vector<Replacement> all;
  std::vector<FormulaPtr> formulas;
  each_conclusion(
      statement.formula,
      [&](const ExpressionPtr& expression, const Slip& emit) {
        each_replaced(
            expression,
            [&](const ExpressionPtr& part) {
              std::vector<ExpressionPtr> made;
              if (!is_numeric_comparison(part)) return made;
              all.push_back({text_of(part), {}});
              made.push_back(node(part->line, syntax::Truth{true}));
              made.push_back(node(part->line, syntax::Truth{false}));
              return made;
            },
            emit);
      },
      [&](const FormulaPtr& formula, const std::string&) { formulas.push_back(formula); });
  for (std::size_t i = 0; i < formulas.size(); ++i)
    all[i / 2].variants.push_back(variant(i % 2 ? "false" : "true", formulas[i]));
  return all;
}

std::vector<Replacement> witnesses_replaced(const syntax::Statement& statement) {
  std::vector<Replacement> all;
  each_quantifier(
      statement.formula,
      [&](const syntax::Quantifier& quantifier, const syntax::Formula& part, const auto& emit) {
        using Kind = syntax::Domain::Kind;
        const syntax::Domain& domain = quantifier.domain;
        if (quantifier.kind != syntax::Quantifier::Kind::exists) return;
        if (domain.kind != Kind::reals && domain.kind != Kind::vectors && domain.kind != Kind::matrices) return;
        ExpressionPtr zero = integer(0);
        for (auto size = domain.sizes.rbegin(); size != domain.sizes.rend(); ++size) {
          const ExpressionPtr range = node(part.line, syntax::Range{integer(1), *size});
          zero = node(part.line, syntax::Comprehension{zero, syntax::Generators{{{"i__", range}}, nullptr}});
        }
        syntax::Quantifier at_zero = quantifier;
        at_zero.domain = {Kind::list, {}, nullptr, nullptr, node(part.line, syntax::List{{zero}})};
        emit(formula_of(part, std::move(at_zero)), quantifier.name);
      },
      [&](const FormulaPtr& formula, const std::string& what) {
        all.push_back({what, {variant("0", formula)}});
      });
  return all;
}

}  // namespace attest::verify::lint
