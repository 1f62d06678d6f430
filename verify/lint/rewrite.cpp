// SPDX-License-Identifier: Apache-2.0
#include "verify/lint/rewrite.hpp"

#include <algorithm>

namespace attest::verify::lint {

namespace syntax = theory::syntax;

namespace {

struct Parts {
  const Change& change;
  int line;

  ExpressionPtr of(const ExpressionPtr& part) const { return part ? change(part) : nullptr; }
  std::vector<ExpressionPtr> of(std::vector<ExpressionPtr> parts) const {
    for (ExpressionPtr& part : parts) part = of(part);
    return parts;
  }
  syntax::Generators of(syntax::Generators over) const {
    for (auto& [name, list] : over.lists) list = of(list);
    over.filter = of(over.filter);
    return over;
  }

  ExpressionPtr operator()(const syntax::Integer& form) const { return node(line, form); }
  ExpressionPtr operator()(const syntax::Symbol& form) const { return node(line, form); }
  ExpressionPtr operator()(const syntax::Truth& form) const { return node(line, form); }
  ExpressionPtr operator()(const syntax::Name& form) const { return node(line, form); }
  ExpressionPtr operator()(syntax::Call form) const {
    form.arguments = of(std::move(form.arguments));
    return node(line, std::move(form));
  }
  ExpressionPtr operator()(syntax::Gather form) const {
    form.element = of(form.element);
    form.over = of(std::move(form.over));
    return node(line, std::move(form));
  }
  ExpressionPtr operator()(syntax::Comprehension form) const {
    form.element = of(form.element);
    form.over = of(std::move(form.over));
    return node(line, std::move(form));
  }
  ExpressionPtr operator()(syntax::List form) const {
    form.elements = of(std::move(form.elements));
    return node(line, std::move(form));
  }
  ExpressionPtr operator()(syntax::Record form) const {
    for (auto& [name, value] : form.fields) value = of(value);
    return node(line, std::move(form));
  }
  ExpressionPtr operator()(syntax::Postfix form) const {
    form.base = of(form.base);
    for (auto& access : form.accesses)
      if (auto* index = std::get_if<ExpressionPtr>(&access)) access = of(*index);
    return node(line, std::move(form));
  }
  ExpressionPtr operator()(syntax::Power form) const {
    form.base = of(form.base);
    form.exponent = of(form.exponent);
    return node(line, std::move(form));
  }
  ExpressionPtr operator()(syntax::Negation form) const {
    form.operand = of(form.operand);
    return node(line, std::move(form));
  }
  ExpressionPtr operator()(syntax::Not form) const {
    form.operand = of(form.operand);
    return node(line, std::move(form));
  }
  ExpressionPtr operator()(syntax::Range form) const {
    form.from = of(form.from);
    form.to = of(form.to);
    return node(line, std::move(form));
  }
  ExpressionPtr operator()(syntax::Chain form) const {
    form.operands = of(std::move(form.operands));
    return node(line, std::move(form));
  }
  ExpressionPtr operator()(syntax::Let form) const {
    form.value = of(form.value);
    form.body = of(form.body);
    return node(line, std::move(form));
  }
  ExpressionPtr operator()(syntax::If form) const {
    form.condition = of(form.condition);
    form.then = of(form.then);
    form.otherwise = of(form.otherwise);
    return node(line, std::move(form));
  }
  ExpressionPtr operator()(syntax::Fold form) const {
    form.start = of(form.start);
    form.list = of(form.list);
    form.next = of(form.next);
    return node(line, std::move(form));
  }
};

bool any_binds(const syntax::Generators& over, const std::string& name) {
  return std::any_of(over.lists.begin(), over.lists.end(), [&](const auto& each) { return each.first == name; });
}

bool mentioned_in(const syntax::Generators& over, const ExpressionPtr& element, const std::string& name) {
  for (const auto& [bound, list] : over.lists) {
    if (mentions(list, name)) return true;
    if (bound == name) return false;
  }
  return !any_binds(over, name) && (mentions(over.filter, name) || mentions(element, name));
}

}  // namespace

ExpressionPtr with_parts(const ExpressionPtr& expression, const Change& change) {
  return std::visit(Parts{change, expression->line}, expression->form);
}

std::vector<ExpressionPtr> parts_of(const ExpressionPtr& expression) {
  std::vector<ExpressionPtr> parts;
  with_parts(expression, [&](const ExpressionPtr& part) {
    parts.push_back(part);
    return part;
  });
  return parts;
}

ExpressionPtr with_part(const ExpressionPtr& expression, std::size_t index, const ExpressionPtr& part) {
  std::size_t at = 0;
  return with_parts(expression, [&](const ExpressionPtr& old) { return at++ == index ? part : old; });
}

void visit_all(const ExpressionPtr& expression, const std::function<void(const ExpressionPtr&)>& visit) {
  if (!expression) return;
  visit(expression);
  for (const ExpressionPtr& part : parts_of(expression)) visit_all(part, visit);
}

void each_change(const FormulaPtr& formula, const FormulaChange& change,
                 const std::function<void(const FormulaPtr&)>& emit) {
  for (const FormulaPtr& changed : change(*formula)) emit(changed);
  const auto whole = [&](auto form) {
    return std::make_shared<const syntax::Formula>(syntax::Formula{formula->line, std::move(form)});
  };
  if (const auto* quantifier = std::get_if<syntax::Quantifier>(&formula->form)) {
    each_change(quantifier->body, change, [&](const FormulaPtr& body) {
      syntax::Quantifier changed = *quantifier;
      changed.body = body;
      emit(whole(std::move(changed)));
    });
  } else if (const auto* parts = std::get_if<syntax::Parts>(&formula->form)) {
    for (std::size_t i = 0; i < parts->parts.size(); ++i) {
      each_change(parts->parts[i].second, change, [&](const FormulaPtr& part) {
        syntax::Parts changed = *parts;
        changed.parts[i].second = part;
        emit(whole(std::move(changed)));
      });
    }
  }
}

void visit_all(const FormulaPtr& formula, const std::function<void(const syntax::Formula&)>& visit) {
  visit(*formula);
  if (const auto* quantifier = std::get_if<syntax::Quantifier>(&formula->form)) visit_all(quantifier->body, visit);
  if (const auto* parts = std::get_if<syntax::Parts>(&formula->form))
    for (const auto& [name, part] : parts->parts) visit_all(part, visit);
}

bool says_exists(const FormulaPtr& formula) {
  bool found = false;
  visit_all(formula, [&](const syntax::Formula& part) {
    const auto* quantifier = std::get_if<syntax::Quantifier>(&part.form);
    found = found || (quantifier && quantifier->kind == syntax::Quantifier::Kind::exists);
  });
  return found;
}

bool mentions(const ExpressionPtr& expression, const std::string& name) {
  if (!expression) return false;
  if (const auto* form = std::get_if<syntax::Name>(&expression->form)) return form->name == name;
  if (const auto* form = std::get_if<syntax::Let>(&expression->form))
    return mentions(form->value, name) || (form->name != name && mentions(form->body, name));
  if (const auto* form = std::get_if<syntax::Fold>(&expression->form)) {
    return mentions(form->start, name) || mentions(form->list, name) ||
           (form->state != name && form->name != name && mentions(form->next, name));
  }
  if (const auto* form = std::get_if<syntax::Gather>(&expression->form))
    return mentioned_in(form->over, form->element, name);
  if (const auto* form = std::get_if<syntax::Comprehension>(&expression->form))
    return mentioned_in(form->over, form->element, name);
  const std::vector<ExpressionPtr> parts = parts_of(expression);
  return std::any_of(parts.begin(), parts.end(), [&](const ExpressionPtr& part) { return mentions(part, name); });
}

bool mentions(const syntax::Formula& formula, const std::string& name) {
  if (const auto* quantifier = std::get_if<syntax::Quantifier>(&formula.form)) {
    const syntax::Domain& domain = quantifier->domain;
    for (const ExpressionPtr& size : domain.sizes)
      if (mentions(size, name)) return true;
    if (mentions(domain.from, name) || mentions(domain.to, name) || mentions(domain.list, name)) return true;
    return quantifier->name != name && (mentions(quantifier->guard, name) || mentions(*quantifier->body, name));
  }
  if (const auto* parts = std::get_if<syntax::Parts>(&formula.form)) {
    return std::any_of(parts->parts.begin(), parts->parts.end(),
                       [&](const auto& part) { return mentions(*part.second, name); });
  }
  return mentions(std::get<ExpressionPtr>(formula.form), name);
}

std::set<std::string> names_in(const ExpressionPtr& expression) {
  std::set<std::string> names;
  visit_all(expression, [&](const ExpressionPtr& part) {
    if (const auto* form = std::get_if<syntax::Name>(&part->form)) names.insert(form->name);
    if (const auto* form = std::get_if<syntax::Call>(&part->form)) names.insert(form->function);
  });
  return names;
}

std::set<std::string> names_in(const syntax::Formula& formula) {
  std::set<std::string> names;
  const auto take = [&](const ExpressionPtr& expression) { names.merge(names_in(expression)); };
  visit_all(std::make_shared<const syntax::Formula>(formula), [&](const syntax::Formula& part) {
    if (const auto* quantifier = std::get_if<syntax::Quantifier>(&part.form)) {
      for (const ExpressionPtr& size : quantifier->domain.sizes) take(size);
      take(quantifier->domain.from);
      take(quantifier->domain.to);
      take(quantifier->domain.list);
      take(quantifier->guard);
    } else if (const auto* expression = std::get_if<ExpressionPtr>(&part.form)) {
      take(*expression);
    }
  });
  return names;
}

}  // namespace attest::verify::lint
