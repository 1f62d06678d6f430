// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/sides.hpp"

#include <algorithm>

#include "theory/statement/print.hpp"
#include "verify/attack/code.hpp"
#include "verify/attack/words.hpp"

namespace attest::verify::attack {

namespace syntax = theory::syntax;
using syntax::ExpressionPtr;
using Level = syntax::Chain::Level;

namespace {

constexpr std::size_t kMost = 3;       ///< comparisons that are shown
constexpr std::size_t kLongest = 300;  ///< characters of an expression or a value

template <class Form>
ExpressionPtr node(Form form) {
  return std::make_shared<const syntax::Expression>(syntax::Expression{0, std::move(form)});
}
ExpressionPtr name(const std::string& text) { return node(syntax::Name{text}); }

/// The expression of a value that was chosen.
ExpressionPtr literal(const theory::Value& value) {
  const auto& data = value.data();
  if (const auto* number = std::get_if<theory::Rational>(&data)) {
    const ExpressionPtr top = node(syntax::Integer{abs(number->numerator()).to_string()});
    const ExpressionPtr quotient =
        number->is_integer()
            ? top
            : node(syntax::Chain{Level::term, {top, node(syntax::Integer{number->denominator().to_string()})}, {"/"}});
    return *number < theory::Rational(0) ? node(syntax::Negation{quotient}) : quotient;
  }
  if (const auto* truth = std::get_if<bool>(&data)) return node(syntax::Truth{*truth});
  if (const auto* symbol = std::get_if<std::string>(&data)) return node(syntax::Symbol{*symbol});
  if (const auto* list = std::get_if<theory::Value::List>(&data)) {
    syntax::List elements;
    for (const theory::Value& element : *list) elements.elements.push_back(literal(element));
    return node(std::move(elements));
  }
  syntax::Record record;
  for (const auto& [field, content] : std::get<theory::Value::Record>(data))
    record.fields.emplace_back(field, literal(content));
  return node(std::move(record));
}

std::string shortened(const std::string& text) {
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest;
  while (end > 0 && (uint8_t(text[end]) & 0xC0) == 0x80) --end;  // not within a letter of a symbol
  return text.substr(0, end) + " ...";
}

/// Goes down from an expression whose value is known to the comparisons that make it so.
class Descent {
 public:
  Descent(const theory::LoadedClaim& claim) : claim_(claim) {}

  void bind(const std::string& variable, ExpressionPtr value) { bound_.emplace_back(variable, std::move(value)); }
  std::vector<std::string> lines() && { return std::move(lines_); }

  void explain(const ExpressionPtr& expression, bool value) {
    if (found_ < kMost) std::visit([&](const auto& form) { of(form, value); }, expression->form);
  }

 private:
  /// Its value where it stands: what is bound around it becomes `let`.
  Value evaluated(const ExpressionPtr& expression) {
    ExpressionPtr whole = expression;
    for (auto pair = bound_.rbegin(); pair != bound_.rend(); ++pair)
      whole = node(syntax::Let{pair->first, pair->second, std::move(whole)});
    theory::LoadedClaim one = claim_;
    one.statements.resize(1);
    one.statements.front().formula = std::make_shared<const syntax::Formula>(syntax::Formula{0, std::move(whole)});
    const Compiled compiled(one);
    const CompiledStatement& statement = compiled.statements().front();
    Machine machine;
    machine.steps = 20'000'000;
    machine.stack.assign(std::max<std::size_t>(statement.frame, 1) + 64, Value());
    machine.top = statement.frame;
    return statement.formula.expression(machine);
  }
  bool is(const ExpressionPtr& expression, bool value) { return boolean_of(evaluated(expression)) == truth(value); }

  template <class Form>
  void of(const Form&, bool) {}  // no comparison: nothing to show

  void of(const syntax::Not& form, bool value) { explain(form.operand, !value); }

  void of(const syntax::If& form, bool value) { explain(is(form.condition, true) ? form.then : form.otherwise, value); }

  void of(const syntax::Let& form, bool value) {
    bind(form.name, form.value);
    explain(form.body, value);
    bound_.pop_back();
  }

  void of(const syntax::Name& form, bool value) {
    for (const syntax::Definition& definition : claim_.definitions)
      if (definition.name == form.name) explain(definition.body, value);
  }

  void of(const syntax::Call& form, bool value) {
    for (const syntax::Definition& definition : claim_.definitions) {
      if (definition.name != form.function) continue;
      // The arguments first, under names that nobody can write: a parameter may be called as what an argument mentions.
      const std::size_t before = bound_.size();
      for (std::size_t i = 0; i < form.arguments.size(); ++i) bind("#" + std::to_string(before + i), form.arguments[i]);
      for (std::size_t i = 0; i < form.arguments.size(); ++i) {
        bind(definition.parameters[i], name("#" + std::to_string(before + i)));
        line(definition.parameters[i] + " = " + shortened(syntax::text_of(form.arguments[i])) + ", in " +
             form.function);
      }
      explain(definition.body, value);
      bound_.resize(before);
    }
  }

  void of(const syntax::Gather& form, bool value) {
    // Of `all` that holds, and of `any` that fails, no single element is the reason.
    if (form.over.lists.empty() || (form.function == "all" ? value : form.function == "any" ? !value : true)) return;
    const std::size_t before = bound_.size();
    syntax::Gather rest = form;
    while (!rest.over.lists.empty()) {
      const auto [variable, list] = rest.over.lists.front();
      rest.over.lists.erase(rest.over.lists.begin());
      // Whether each element is the reason; one that the filter leaves out is none.
      const ExpressionPtr filtered = rest.over.filter
                                         ? node(syntax::If{rest.over.filter, rest.element, node(syntax::Truth{!value})})
                                         : rest.element;
      const ExpressionPtr each = rest.over.lists.empty() ? filtered : node(rest);
      const Value truths = evaluated(node(syntax::Comprehension{each, {{{variable, list}}, nullptr}}));
      const Value::List& all = list_of(truths);
      const auto reason =
          std::find_if(all.begin(), all.end(), [&](const Value& one) { return boolean_of(one) == truth(value); });
      if (reason == all.end()) break;
      const std::string place = std::to_string(reason - all.begin() + 1);
      const ExpressionPtr element = node(syntax::Postfix{list, {node(syntax::Integer{place})}});
      line(variable + " = " + shortened(with_decimals(evaluated(element))) + ", element " + place + " of " +
           shortened(syntax::text_of(list)));
      bind(variable, element);
    }
    if (rest.over.lists.empty()) explain(rest.element, value);
    bound_.resize(before);
  }

  void of(const syntax::Chain& form, bool value) {
    if (form.level == Level::comparison) {
      for (std::size_t i = 0; i < form.operators.size(); ++i) {
        const ExpressionPtr link =
            node(syntax::Chain{Level::comparison, {form.operands[i], form.operands[i + 1]}, {form.operators[i]}});
        if (is(link, value)) return show(form.operands[i], form.operators[i], form.operands[i + 1], value);
      }
    } else if (form.level == Level::conjunction || form.level == Level::disjunction) {
      const bool one_decides = (form.level == Level::disjunction) == value;
      for (const ExpressionPtr& operand : form.operands) {
        if (one_decides && !is(operand, value)) continue;
        explain(operand, value);
        if (one_decides) return;
      }
    }
  }

  void show(const ExpressionPtr& left, const std::string& relation, const ExpressionPtr& right, bool value) {
    ++found_;
    line(shortened(syntax::text_of(node(syntax::Chain{Level::comparison, {left, right}, {relation}}))) +
         (value ? " holds:" : " fails:"));
    side("left:  ", left);
    side("right: ", right);
  }

  void side(const std::string& which, const ExpressionPtr& expression) {
    const std::string text = syntax::text_of(expression), value = with_decimals(evaluated(expression));
    const bool repeats = text == value || value.starts_with(text + " = ");
    line("  " + which + (repeats ? "" : shortened(text) + " = ") + shortened(value));
  }

  void line(std::string text) { lines_.push_back(std::move(text)); }

  const theory::LoadedClaim& claim_;
  std::vector<std::pair<std::string, ExpressionPtr>> bound_;
  std::vector<std::string> lines_;
  std::size_t found_ = 0;

 public:
  bool any() const { return found_ > 0; }
};

}  // namespace

std::optional<constructions::Exhibit> sides_of(const theory::LoadedClaim& claim, const std::string& statement,
                                               const theory::Step& steps) {
  Descent descent(claim);
  const syntax::Formula* formula = claim.statement(statement).formula.get();
  std::vector<std::pair<std::string, Value>> chosen;
  for (const theory::Step* step = &steps; !std::holds_alternative<ExpressionPtr>(formula->form);) {
    if (const auto* quantifier = std::get_if<syntax::Quantifier>(&formula->form)) {
      const auto* witness = std::get_if<theory::Step::Witness>(&step->rule);
      if (!witness || quantifier->kind != syntax::Quantifier::Kind::forall) return std::nullopt;
      descent.bind(quantifier->name, literal(witness->value));
      chosen.emplace_back(quantifier->name, Value(witness->value));
      formula = quantifier->body.get();
    } else {
      const auto* split = std::get_if<theory::Step::Split>(&step->rule);
      const auto& parts = std::get<syntax::Parts>(formula->form).parts;
      if (!split) return std::nullopt;
      const auto part =
          std::find_if(parts.begin(), parts.end(), [&](const auto& one) { return one.first == split->parts.front(); });
      if (part == parts.end()) return std::nullopt;
      formula = part->second.get();
    }
    if (step->children.size() != 1) return std::nullopt;
    step = &step->children.front();
  }
  try {
    descent.explain(std::get<ExpressionPtr>(formula->form), false);
    if (!descent.any()) return std::nullopt;
    const std::string instance = chosen.empty() ? "" : "At " + shortened(in_words(chosen)) + ".";
    constructions::Exhibit exhibit{"Both sides of the failing comparison, " + statement, instance,
                                   constructions::Exhibit::Text{std::move(descent).lines()}};
    exhibit.by_engine = true;
    return exhibit;
  } catch (const std::exception&) {  // a side has no value, or takes too long
    return std::nullopt;
  }
}

}  // namespace attest::verify::attack
