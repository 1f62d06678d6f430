// SPDX-License-Identifier: Apache-2.0
#include "verify/lint/variants.hpp"

#include <algorithm>

#include "theory/statement/hash.hpp"
#include "theory/statement/print.hpp"
#include "verify/lint/places.hpp"
#include "verify/lint/slips.hpp"

namespace attest::verify::lint {

namespace syntax = theory::syntax;
using Level = syntax::Chain::Level;
using syntax::text_of;

namespace {

/// The operands of a conjunction (or of another level), or the expression alone.
std::vector<ExpressionPtr> operands(const ExpressionPtr& expression, Level level) {
  if (const auto* chain = std::get_if<syntax::Chain>(&expression->form); chain && chain->level == level)
    return chain->operands;
  return {expression};
}

ExpressionPtr joined(const std::vector<ExpressionPtr>& parts, Level level) {
  if (parts.empty()) return nullptr;
  if (parts.size() == 1) return parts.front();
  const std::string word = level == Level::conjunction ? "and" : "or";
  return node(parts.front()->line, syntax::Chain{level, parts, std::vector<std::string>(parts.size() - 1, word)});
}

}  // namespace

theory::LoadedClaim claim_of(const theory::LoadedClaim& claim, const Variant& variant) {
  theory::LoadedClaim result;
  result.file = claim.file;
  for (const syntax::Definition& definition : claim.definitions) {
    const bool other = variant.definition && variant.definition->name == definition.name;
    const syntax::Definition& taken = other ? *variant.definition : definition;
    syntax::Definition bare;
    bare.name = taken.name;
    bare.parameters = taken.parameters;
    bare.body = taken.body;
    result.definitions.push_back(std::move(bare));
  }
  syntax::Statement statement;
  statement.name = "it";
  statement.formula = variant.formula;
  result.statements.push_back(std::move(statement));
  return result;
}

std::vector<Variant> conclusion_slips(const theory::LoadedClaim& claim, const syntax::Statement& statement) {
  std::vector<Variant> slips;
  std::set<std::string> near;
  each_conclusion(statement.formula, each_near_slip,
                  [&](const FormulaPtr&, const std::string& what) { near.insert(what); });
  const auto every = [](const ExpressionPtr& expression, const Slip& emit) {
    each_slip(expression, emit);
    if (!std::holds_alternative<syntax::Call>(expression->form)) return;
    emit(node(expression->line, syntax::Not{expression}), "not " + text_of(expression));
  };
  each_conclusion(statement.formula, every, [&](const FormulaPtr& formula, const std::string& what) {
    slips.push_back({what, formula, std::nullopt, near.contains(what)});
  });
  const std::string own = claim.file.filename().string();
  for (const syntax::Definition* definition : theory::reached_definitions(claim, statement.name)) {
    if (definition->file != own) continue;
    each_slip(definition->body, [&](const ExpressionPtr& body, const std::string& what) {
      syntax::Definition changed = *definition;
      changed.body = body;
      slips.push_back({what + " in " + definition->name, statement.formula, std::move(changed), false});
    });
  }
  return slips;
}

std::vector<Variant> prefix_slips(const syntax::Statement& statement) {
  std::vector<Variant> slips;
  const auto keep = [&](const FormulaPtr& formula, const std::string& what) {
    slips.push_back(variant(what, formula));
  };
  using Kind = syntax::Quantifier::Kind;
  const auto word = [](const syntax::Quantifier& quantifier) {
    return (quantifier.kind == Kind::forall ? "forall " : "exists ") + quantifier.name;
  };
  each_quantifier(
      statement.formula,
      [&](const syntax::Quantifier& quantifier, const syntax::Formula& part, const auto& emit) {
        if (const auto* inner = std::get_if<syntax::Quantifier>(&quantifier.body->form);
            inner && inner->kind != quantifier.kind) {
          syntax::Quantifier alone = *inner;
          alone.body = formula_of(part, ExpressionPtr(node(part.line, syntax::Truth{true})));
          const syntax::Formula without{part.line, alone};
          if (!mentions(without, quantifier.name)) {
            syntax::Quantifier down = quantifier, up = *inner;
            down.body = inner->body;
            up.body = formula_of(part, std::move(down));
            emit(formula_of(part, std::move(up)), word(*inner) + " before " + word(quantifier));
          }
        }
        if (quantifier.domain.kind == syntax::Domain::Kind::naturals) {
          for (const char* symbol : {"+", "-"}) {
            syntax::Quantifier moved = quantifier;
            moved.domain.from = arithmetic(quantifier.domain.from, symbol, integer(1));
            const std::string what = quantifier.name + " from " + text_of(moved.domain.from);
            emit(formula_of(part, std::move(moved)), what);
          }
        } else if (quantifier.domain.list) {
          each_slip(quantifier.domain.list, [&](const ExpressionPtr& list, const std::string& what) {
            syntax::Quantifier moved = quantifier;
            moved.domain.list = list;
            emit(formula_of(part, std::move(moved)), what);
          });
        }
        if (quantifier.guard) {
          each_slip(quantifier.guard, [&](const ExpressionPtr& guard, const std::string& what) {
            syntax::Quantifier moved = quantifier;
            moved.guard = guard;
            emit(formula_of(part, std::move(moved)), what + " in the condition on " + quantifier.name);
          });
        }
      },
      keep);
  return slips;
}

std::vector<Hypothesis> hypotheses(const syntax::Statement& statement) {
  std::vector<Hypothesis> found;
  std::vector<std::pair<std::string, std::string>> texts;
  std::size_t next = 0;
  each_quantifier(
      statement.formula,
      [&](const syntax::Quantifier& quantifier, const syntax::Formula& part, const auto& emit) {
        if (quantifier.kind != syntax::Quantifier::Kind::forall) return;
        if (quantifier.guard) {
          const std::vector<ExpressionPtr> conditions = operands(quantifier.guard, Level::conjunction);
          for (std::size_t i = 0; i < conditions.size(); ++i) {
            std::vector<ExpressionPtr> left = conditions;
            left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
            syntax::Quantifier weaker = quantifier;
            weaker.guard = joined(left, Level::conjunction);
            texts.emplace_back(text_of(conditions[i]), quantifier.name);
            emit(formula_of(part, std::move(weaker)), "without " + texts.back().first);
          }
        }
        if (quantifier.domain.from && quantifier.domain.to) {
          syntax::Quantifier weaker = quantifier;
          weaker.domain.from = weaker.domain.to = nullptr;
          texts.emplace_back("from " + text_of(quantifier.domain.from) + " to " + text_of(quantifier.domain.to),
                             quantifier.name);
          emit(formula_of(part, std::move(weaker)), "without " + texts.back().first);
        }
      },
      [&](const FormulaPtr& formula, const std::string& what) {
        found.push_back({texts[next].first, texts[next].second, variant(what, formula)});
        ++next;
      });
  each_conclusion(
      statement.formula,
      [&](const ExpressionPtr& expression, const Slip& emit) {
        const std::vector<ExpressionPtr> alternatives = operands(expression, Level::disjunction);
        for (std::size_t i = 0; i < alternatives.size() && alternatives.size() > 1; ++i) {
          const auto* negated = std::get_if<syntax::Not>(&alternatives[i]->form);
          if (!negated) continue;
          std::vector<ExpressionPtr> left = alternatives;
          left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
          emit(joined(left, Level::disjunction), text_of(negated->operand));
        }
      },
      [&](const FormulaPtr& formula, const std::string& what) {
        found.push_back({what, "", variant("without " + what, formula)});
      });
  return found;
}

}  // namespace attest::verify::lint
