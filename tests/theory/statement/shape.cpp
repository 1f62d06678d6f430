// SPDX-License-Identifier: Apache-2.0
#include "tests/theory/statement/shape.hpp"

#include "theory/error.hpp"
#include "theory/statement/parser.hpp"

namespace attest::theory::tests {
namespace {

using namespace syntax;

std::string list(const std::vector<ExpressionPtr>& all) {
  std::string text;
  for (const ExpressionPtr& each : all) text += " " + shape(each);
  return text;
}

std::string generators(const Generators& over) {
  std::string text;
  for (const auto& [name, source] : over.lists) text += " (" + name + " in " + shape(source) + ")";
  return text + (over.filter ? " (if " + shape(over.filter) + ")" : "");
}

struct Shape {
  std::string operator()(const Integer& form) const { return form.digits; }
  std::string operator()(const Symbol& form) const { return "\"" + form.text + "\""; }
  std::string operator()(const Truth& form) const { return form.value ? "true" : "false"; }
  std::string operator()(const Name& form) const { return form.name; }
  std::string operator()(const Call& form) const { return "(call " + form.function + list(form.arguments) + ")"; }
  std::string operator()(const Gather& form) const {
    return "(gather " + form.function + " " + shape(form.element) + generators(form.over) + ")";
  }
  std::string operator()(const List& form) const { return "(list" + list(form.elements) + ")"; }
  std::string operator()(const Comprehension& form) const {
    return "(each " + shape(form.element) + generators(form.over) + ")";
  }
  std::string operator()(const Record& form) const {
    std::string text = "(record";
    for (const auto& [name, value] : form.fields) text += " " + name + ":" + shape(value);
    return text + ")";
  }
  std::string operator()(const Postfix& form) const {
    std::string text = "(at " + shape(form.base);
    for (const auto& access : form.accesses) {
      const auto* index = std::get_if<ExpressionPtr>(&access);
      text += index ? " [" + shape(*index) + "]" : " ." + std::get<std::string>(access);
    }
    return text + ")";
  }
  std::string operator()(const Power& form) const {
    return "(^ " + shape(form.base) + " " + shape(form.exponent) + ")";
  }
  std::string operator()(const Negation& form) const { return "(- " + shape(form.operand) + ")"; }
  std::string operator()(const Not& form) const { return "(not " + shape(form.operand) + ")"; }
  std::string operator()(const Range& form) const { return "(.. " + shape(form.from) + " " + shape(form.to) + ")"; }
  std::string operator()(const Chain& form) const {
    std::string text = "(" + shape(form.operands.front());
    for (std::size_t i = 0; i < form.operators.size(); ++i) {
      text += " " + form.operators[i] + " " + shape(form.operands[i + 1]);
    }
    return text + ")";
  }
  std::string operator()(const Let& form) const {
    return "(let " + form.name + " " + shape(form.value) + " " + shape(form.body) + ")";
  }
  std::string operator()(const If& form) const {
    return "(if " + shape(form.condition) + " " + shape(form.then) + " " + shape(form.otherwise) + ")";
  }
  std::string operator()(const Fold& form) const {
    return "(fold " + form.state + " " + shape(form.start) + " " + form.name + " " + shape(form.list) + " " +
           shape(form.next) + ")";
  }
};

std::string domain(const Domain& domain) {
  static constexpr const char* names[] = {"naturals", "reals", "vectors", "matrices", "values", "list"};
  std::string text = std::string("(") + names[static_cast<int>(domain.kind)] + list(domain.sizes);
  if (domain.from) text += " from " + shape(domain.from);
  if (domain.to) text += " to " + shape(domain.to);
  if (domain.list) text += " " + shape(domain.list);
  return text + ")";
}

template <class Read>
std::string error(Read read) {
  try {
    read();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

std::string shape(const ExpressionPtr& expression) { return std::visit(Shape{}, expression->form); }

std::string shape(const Formula& formula) {
  if (const auto* quantifier = std::get_if<Quantifier>(&formula.form)) {
    const char* kind = quantifier->kind == Quantifier::Kind::forall ? "forall " : "exists ";
    std::string text = "(" + (kind + quantifier->name) + " " + domain(quantifier->domain);
    if (quantifier->guard) text += " where " + shape(quantifier->guard);
    return text + " " + shape(*quantifier->body) + ")";
  }
  if (const auto* parts = std::get_if<Parts>(&formula.form)) {
    std::string text = "(parts";
    for (const auto& [name, part] : parts->parts) text += " " + name + ":" + shape(*part);
    return text + ")";
  }
  return shape(std::get<ExpressionPtr>(formula.form));
}

std::string shape_of(const std::string& expression) {
  const File file = parse_definitions("def it = " + expression + ";", "x.stm");
  return shape(std::get<Definition>(file.items.front()).body);
}

std::string shape_of_formula(const std::string& formula) {
  const File file = parse_claim("claim {\"id\": \"x\"} statement it = " + formula + ";", "x.claim");
  return shape(*std::get<Statement>(file.items.front()).formula);
}

std::string claim_error(const std::string& text) {
  return error([&] { parse_claim(text, "x.claim"); });
}

std::string expression_error(const std::string& expression) {
  return error([&] { parse_definitions("def it = " + expression + ";", "x.stm"); });
}

}  // namespace attest::theory::tests
