// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/notation_expression.hpp"

namespace attest::theory::notation {
namespace {

using namespace syntax;

constexpr std::size_t long_line = 80;  // letters; about the width of a text column

/// The operands of a long chain, a line each, which begins with the operator; a relation's right sides are indented.
std::vector<Notation> chain_lines(const Chain& chain) {
  const bool relation = chain.level == Chain::Level::comparison;
  std::vector<Notation> lines;
  for (std::size_t i = 0; i < chain.operands.size(); ++i) {
    const bool last = i + 1 == chain.operands.size();
    const Level required = relation                                   ? Level::concatenation
                           : chain.level == Chain::Level::disjunction ? Level::conjunction
                           : last                                     ? Level::conjunction
                                                                      : Level::negation;
    Notation operand = of_expression(chain.operands[i], required);
    if (i == 0) {
      lines.push_back(std::move(operand));
    } else if (relation) {
      lines.push_back(row({symbol("quad"), symbol(chain.operators[i - 1]), std::move(operand)}));
    } else {
      lines.push_back(row({symbol(chain.operators[i - 1]), std::move(operand)}));
    }
  }
  return lines;
}

std::vector<Notation> fold_lines(const Fold& fold) {
  return {row({name(fold.state), symbol("<-"), of_expression(fold.start, Level::branch)}),
          row({prose("for "), generator(fold.name, fold.list), prose(" in order: "), name(fold.state), symbol("<-"),
               of_expression(fold.next, Level::branch)}),
          row({prose("the result is "), name(fold.state)})};
}

/// The body, then "where x = ..., and y = ...", a line for each definition, more for one by a fold.
std::vector<Notation> let_lines(const Let& outermost) {
  std::vector<Notation> definitions;
  const Let* let = &outermost;
  while (true) {
    std::vector<Notation> head = {prose(definitions.empty() ? "where " : "and "), name(let->name), symbol("=")};
    if (const auto* fold = std::get_if<Fold>(&let->value->form)) {
      definitions.push_back(row(std::move(head)));
      for (Notation& line : fold_lines(*fold)) definitions.push_back(row({symbol("quad"), std::move(line)}));
    } else {
      head.push_back(of_expression(let->value, Level::branch));
      definitions.push_back(row(std::move(head)));
    }
    const auto* next = std::get_if<Let>(&let->body->form);
    if (!next) break;
    let = next;
  }
  std::vector<Notation> lines = lines_of_expression(let->body);
  lines.insert(lines.end(), definitions.begin(), definitions.end());
  return lines;
}

}  // namespace

std::vector<Notation> lines_of_expression(const ExpressionPtr& expression) {
  if (const auto* let = std::get_if<Let>(&expression->form)) return let_lines(*let);
  if (const auto* fold = std::get_if<Fold>(&expression->form)) return fold_lines(*fold);
  Notation one_line = of_expression(expression, Level::open);
  const auto* chain = std::get_if<Chain>(&expression->form);
  const bool breaks = chain && (chain->level == Chain::Level::comparison || chain->level == Chain::Level::conjunction ||
                                chain->level == Chain::Level::disjunction);
  if (!breaks || width(one_line) <= long_line) return {std::move(one_line)};
  return chain_lines(*chain);
}

}  // namespace attest::theory::notation
