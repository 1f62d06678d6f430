// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "theory/statement/notation_expression.hpp"

namespace attest::theory::notation {
namespace {

using namespace syntax;
using Kind = Notation::Kind;

Notation lines(std::vector<Notation> all) { return {Kind::lines, "", std::move(all)}; }

Notation indented(Notation line) { return row({symbol("quad"), std::move(line)}); }

/// Whether every integer from here on is a natural number, as far as the text itself shows.
bool is_natural(const ExpressionPtr& from) { return std::holds_alternative<Integer>(from->form); }

/// The set of reals, or the interval.
Notation reals(const Domain& domain) {
  if (!domain.from) return symbol("reals");
  const auto bound = [](const ExpressionPtr& end) { return of_expression(end, Level::disjunction); };
  return fenced("[]", separated({bound(domain.from), bound(domain.to)}, ","));
}

/// "n ∈ ℕ, n ≥ 3", "x ∈ ℝ^n", and the guard's conditions behind it.
std::vector<Notation> membership(const Quantifier& quantifier) {
  const Domain& domain = quantifier.domain;
  const auto in = [&](Notation set) { return row({name(quantifier.name), symbol("in"), std::move(set)}); };
  switch (domain.kind) {
    case Domain::Kind::naturals:
      return {in(symbol(is_natural(domain.from) ? "naturals" : "integers")),
              row({name(quantifier.name), symbol(">="), of_expression(domain.from, Level::sum)})};
    case Domain::Kind::reals:
      return {in(reals(domain))};
    case Domain::Kind::vectors:
      return {in(with_superscript(reals(domain), of_expression(domain.sizes[0], Level::disjunction)))};
    case Domain::Kind::matrices: {
      std::vector<Notation> sizes;
      for (const ExpressionPtr& size : domain.sizes) sizes.push_back(of_expression(size, Level::term));
      return {in(with_superscript(reals(domain), separated(std::move(sizes), "cross")))};
    }
    case Domain::Kind::values:
      return {in({Kind::word, "values", {}})};
    case Domain::Kind::list:
      return {in(element_set(domain.list))};
  }
  return {};
}

/// A guard's conjunction is said with commas.
std::vector<Notation> conditions(const ExpressionPtr& guard) {
  if (!guard) return {};
  const auto* chain = std::get_if<Chain>(&guard->form);
  if (!chain || chain->level != Chain::Level::conjunction) return {of_expression(guard, Level::disjunction)};
  std::vector<Notation> all;
  for (const ExpressionPtr& operand : chain->operands) all.push_back(of_expression(operand, Level::conjunction));
  return all;
}

std::vector<Notation> formula_lines(const Formula& formula);

std::vector<Notation> quantifier_lines(const Quantifier& quantifier) {
  std::vector<Notation> said = membership(quantifier);
  for (Notation& condition : conditions(quantifier.guard)) said.push_back(std::move(condition));
  const char* key = quantifier.kind == Quantifier::Kind::forall ? "forall" : "exists";
  std::vector<Notation> all = {row({symbol(key), separated(std::move(said), ", "), symbol(":")})};
  for (Notation& line : formula_lines(*quantifier.body)) all.push_back(std::move(line));
  return all;
}

/// A list of named conditions.
std::vector<Notation> part_lines(const Parts& parts) {
  std::vector<Notation> all;
  for (const auto& [part, body] : parts.parts) {
    std::string words = part;
    std::replace(words.begin(), words.end(), '_', ' ');
    all.push_back(prose("(" + words + ")"));
    for (Notation& line : formula_lines(*body)) all.push_back(indented(std::move(line)));
  }
  return all;
}

std::vector<Notation> formula_lines(const Formula& formula) {
  if (const auto* quantifier = std::get_if<Quantifier>(&formula.form)) return quantifier_lines(*quantifier);
  if (const auto* parts = std::get_if<Parts>(&formula.form)) return part_lines(*parts);
  return lines_of_expression(std::get<ExpressionPtr>(formula.form));
}

}  // namespace

Notation of_formula(const Formula& formula) { return lines(formula_lines(formula)); }

Notation of_definition(const Definition& definition) {
  Notation head = name(definition.name);
  if (!definition.parameters.empty()) {
    std::vector<Notation> parameters;
    for (const std::string& parameter : definition.parameters) parameters.push_back(name(parameter));
    head = application(function_name(definition.name), std::move(parameters));
  }
  std::vector<Notation> body = lines_of_expression(definition.body);
  if (body.size() == 1) return lines({row({std::move(head), symbol("="), std::move(body.front())})});
  std::vector<Notation> all = {row({std::move(head), symbol("=")})};
  for (Notation& line : body) all.push_back(indented(std::move(line)));
  return lines(std::move(all));
}

}  // namespace attest::theory::notation
