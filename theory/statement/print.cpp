// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/print.hpp"

namespace attest::theory::syntax {
namespace {

/// How tightly a form binds, from the loosest: what stands in the place of a tighter one is put in parentheses.
enum Binding {
  whole,
  disjunction,
  conjunction,
  negation,
  comparison,
  concatenation,
  range,
  sum,
  term,
  unary,
  power,
  postfix,
  primary
};

std::string printed(const ExpressionPtr& expression, Binding least);

template <class Range, class Print>
std::string joined(const Range& range, Print print) {
  std::string text;
  for (const auto& each : range) text += (text.empty() ? "" : ", ") + print(each);
  return text;
}

std::string list_of(const std::vector<ExpressionPtr>& elements) {
  return joined(elements, [](const ExpressionPtr& element) { return printed(element, whole); });
}

std::string generators(const Generators& over) {
  std::string text =
      " for " + joined(over.lists, [](const auto& each) { return each.first + " in " + printed(each.second, whole); });
  if (over.filter) text += " if " + printed(over.filter, whole);
  return text;
}

struct Printer {
  Binding binding = primary;

  std::string operator()(const Integer& form) { return form.digits; }
  std::string operator()(const Symbol& form) { return '"' + form.text + '"'; }
  std::string operator()(const Truth& form) { return form.value ? "true" : "false"; }
  std::string operator()(const Name& form) { return form.name; }
  std::string operator()(const Call& form) { return form.function + "(" + list_of(form.arguments) + ")"; }
  std::string operator()(const Gather& form) {
    return form.function + "(" + printed(form.element, whole) + generators(form.over) + ")";
  }
  std::string operator()(const Comprehension& form) {
    return "[" + printed(form.element, whole) + generators(form.over) + "]";
  }
  std::string operator()(const List& form) { return "[" + list_of(form.elements) + "]"; }
  std::string operator()(const Record& form) {
    return "{" + joined(form.fields, [](const auto& each) { return each.first + ": " + printed(each.second, whole); }) +
           "}";
  }
  std::string operator()(const Postfix& form) {
    binding = postfix;
    std::string text = printed(form.base, primary);
    for (const auto& access : form.accesses) {
      if (const auto* field = std::get_if<std::string>(&access))
        text += "." + *field;
      else
        text += "[" + printed(std::get<ExpressionPtr>(access), whole) + "]";
    }
    return text;
  }
  std::string operator()(const Power& form) {
    binding = power;
    return printed(form.base, postfix) + "^" + printed(form.exponent, unary);
  }
  std::string operator()(const Negation& form) {
    binding = unary;
    return "-" + printed(form.operand, unary);
  }
  std::string operator()(const Not& form) {
    binding = negation;
    return "not " + printed(form.operand, negation);
  }
  std::string operator()(const Range& form) {
    binding = range;
    return printed(form.from, sum) + ".." + printed(form.to, sum);
  }
  std::string operator()(const Chain& form) {
    using Level = Chain::Level;
    binding = form.level == Level::disjunction     ? disjunction
              : form.level == Level::conjunction   ? conjunction
              : form.level == Level::comparison    ? comparison
              : form.level == Level::concatenation ? concatenation
              : form.level == Level::sum           ? sum
                                                   : term;
    const auto tighter = static_cast<Binding>(binding + 1);
    std::string text = printed(form.operands.front(), tighter);
    for (std::size_t i = 0; i < form.operators.size(); ++i)
      text += " " + form.operators[i] + " " + printed(form.operands[i + 1], tighter);
    return text;
  }
  std::string operator()(const Let& form) {
    binding = whole;
    return "let " + form.name + " = " + printed(form.value, whole) + " in " + printed(form.body, whole);
  }
  std::string operator()(const If& form) {
    binding = whole;
    return "if " + printed(form.condition, whole) + " then " + printed(form.then, whole) + " else " +
           printed(form.otherwise, whole);
  }
  std::string operator()(const Fold& form) {
    binding = whole;
    return "fold " + form.state + " = " + printed(form.start, whole) + " for " + form.name + " in " +
           printed(form.list, whole) + " then " + printed(form.next, whole);
  }
};

std::string printed(const ExpressionPtr& expression, Binding least) {
  if (!expression) return "";
  Printer printer;
  const std::string text = std::visit(printer, expression->form);
  return printer.binding < least ? "(" + text + ")" : text;
}

}  // namespace

std::string text_of(const ExpressionPtr& expression) { return printed(expression, whole); }

std::string text_of(const Domain& domain) {
  std::string text;
  switch (domain.kind) {
    case Domain::Kind::naturals:
      return "naturals from " + text_of(domain.from);
    case Domain::Kind::values:
      return "values";
    case Domain::Kind::list:
      return text_of(domain.list);
    case Domain::Kind::reals:
      text = "reals";
      break;
    case Domain::Kind::vectors:
      text = "vectors(" + list_of(domain.sizes) + ")";
      break;
    case Domain::Kind::matrices:
      text = "matrices(" + list_of(domain.sizes) + ")";
      break;
  }
  if (domain.from) text += " from " + text_of(domain.from) + " to " + text_of(domain.to);
  return text;
}

std::string text_of(const Formula& formula) {
  if (const auto* quantifier = std::get_if<Quantifier>(&formula.form)) {
    return (quantifier->kind == Quantifier::Kind::forall ? "forall " : "exists ") + quantifier->name + " in " +
           text_of(quantifier->domain) + (quantifier->guard ? " where " + text_of(quantifier->guard) : "") + ": " +
           text_of(*quantifier->body);
  }
  if (const auto* parts = std::get_if<Parts>(&formula.form)) {
    std::string text = "parts {";
    for (const auto& [name, part] : parts->parts) text += " " + name + ": " + text_of(*part) + ";";
    return text + " }";
  }
  return text_of(std::get<ExpressionPtr>(formula.form));
}

}  // namespace attest::theory::syntax
