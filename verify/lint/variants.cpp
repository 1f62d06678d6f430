// SPDX-License-Identifier: Apache-2.0
#include "verify/lint/variants.hpp"

#include <algorithm>

#include "theory/statement/hash.hpp"
#include "theory/statement/parser.hpp"
#include "theory/statement/print.hpp"
#include "verify/lint/slips.hpp"

namespace attest::verify::lint {

namespace syntax = theory::syntax;
using Level = syntax::Chain::Level;
using syntax::text_of;

namespace {

FormulaPtr formula_of(const syntax::Formula& like, ExpressionPtr expression) {
  return std::make_shared<const syntax::Formula>(syntax::Formula{like.line, std::move(expression)});
}
FormulaPtr formula_of(const syntax::Formula& like, syntax::Quantifier quantifier) {
  return std::make_shared<const syntax::Formula>(syntax::Formula{like.line, std::move(quantifier)});
}

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

/// All statements in which one expression at the end is changed by what `each` emits.
void each_conclusion(const FormulaPtr& formula, const std::function<void(const ExpressionPtr&, const Slip&)>& each,
                     const std::function<void(const FormulaPtr&, const std::string&)>& emit) {
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

void each_quantifier(const FormulaPtr& formula,
                     const std::function<void(const syntax::Quantifier&, const syntax::Formula&,
                                              const std::function<void(FormulaPtr, std::string)>&)>& each,
                     const std::function<void(const FormulaPtr&, const std::string&)>& emit) {
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

/// Where all is emitted in the order in which it is made, which each_change does.
Variant variant(const std::string& what, const FormulaPtr& formula) { return {what, formula, std::nullopt, false}; }

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
