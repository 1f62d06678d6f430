// SPDX-License-Identifier: Apache-2.0
#include "verify/lint/slips.hpp"

#include <map>

#include "theory/scalar/rational.hpp"
#include "theory/statement/print.hpp"

namespace attest::verify::lint {

namespace syntax = theory::syntax;
using Level = syntax::Chain::Level;

namespace {

ExpressionPtr chain_without(const syntax::Chain& chain, int line, std::size_t index) {
  syntax::Chain shorter = chain;
  shorter.operands.erase(shorter.operands.begin() + static_cast<std::ptrdiff_t>(index));
  shorter.operators.erase(shorter.operators.begin() + static_cast<std::ptrdiff_t>(index ? index - 1 : 0));
  return shorter.operands.size() == 1 ? shorter.operands.front() : node(line, std::move(shorter));
}

/// The slips at the top of one expression.
struct AtTop {
  int line;
  std::vector<ExpressionPtr> made = {};

  template <class Form>
  void offer(Form form) {
    made.push_back(node(line, std::move(form)));
  }

  void operator()(const syntax::Integer& form) {
    const theory::Rational value = theory::Rational::parse(form.digits);
    offer(syntax::Integer{(value + theory::Rational(1)).to_string()});
    if (value.sign() > 0) offer(syntax::Integer{(value - theory::Rational(1)).to_string()});
  }
  void operator()(const syntax::Symbol&) {}
  void operator()(const syntax::Truth& form) { offer(syntax::Truth{!form.value}); }
  void operator()(const syntax::Name&) {}
  void operator()(const syntax::Call& form) {
    if (form.function == "max" || form.function == "min")
      offer(syntax::Call{form.function == "max" ? "min" : "max", form.arguments});
    for (std::size_t i = 0; i + 1 < form.arguments.size() && form.function != "max" && form.function != "min"; ++i) {
      syntax::Call swapped = form;
      std::swap(swapped.arguments[i], swapped.arguments[i + 1]);
      offer(std::move(swapped));
    }
  }
  void operator()(const syntax::Gather& form) {
    static const std::map<std::string, std::string> others = {
        {"all", "any"}, {"any", "all"}, {"max", "min"}, {"min", "max"}, {"sum", "max"}};
    if (const auto other = others.find(form.function); other != others.end()) {
      syntax::Gather changed = form;
      changed.function = other->second;
      offer(std::move(changed));
    }
    if (form.over.filter) {
      syntax::Gather changed = form;
      changed.over.filter = nullptr;
      offer(std::move(changed));
    }
  }
  void operator()(const syntax::Comprehension& form) {
    if (!form.over.filter) return;
    syntax::Comprehension changed = form;
    changed.over.filter = nullptr;
    offer(std::move(changed));
  }
  void operator()(const syntax::List&) {}
  void operator()(const syntax::Record&) {}
  void operator()(const syntax::Postfix& form) {
    for (std::size_t i = 0; i + 1 < form.accesses.size(); ++i) {
      const auto* first = std::get_if<ExpressionPtr>(&form.accesses[i]);
      const auto* second = std::get_if<ExpressionPtr>(&form.accesses[i + 1]);
      if (!first || !second || theory::syntax::text_of(*first) == theory::syntax::text_of(*second)) continue;
      syntax::Postfix swapped = form;
      std::swap(swapped.accesses[i], swapped.accesses[i + 1]);
      offer(std::move(swapped));
    }
  }
  void operator()(const syntax::Power&) {}
  void operator()(const syntax::Negation& form) { made.push_back(form.operand); }
  void operator()(const syntax::Not& form) { made.push_back(form.operand); }
  void operator()(const syntax::Range& form) {
    offer(syntax::Range{form.from, arithmetic(form.to, "-", integer(1))});
    offer(syntax::Range{arithmetic(form.from, "+", integer(1)), form.to});
    offer(syntax::Range{form.from, arithmetic(form.to, "+", integer(1))});
  }
  void operator()(const syntax::Chain& form) {
    static const std::map<std::string, std::vector<std::string>> others = {
        {"<", {"<=", ">"}}, {"<=", {"<", ">="}}, {">", {">=", "<"}}, {">=", {">", "<="}}, {"=", {"!=", "<="}},
        {"!=", {"="}},      {"+", {"-"}},        {"-", {"+"}},       {"*", {"+"}},        {"/", {"*"}}};
    for (std::size_t i = 0; i < form.operators.size(); ++i) {
      const auto found = others.find(form.operators[i]);
      if (found == others.end()) continue;
      for (const std::string& other : found->second) {
        // <= in the place of = needs numbers; of lists it is undefined, and such a variant is no variant.
        syntax::Chain changed = form;
        changed.operators[i] = other;
        offer(std::move(changed));
      }
    }
    if (form.level != Level::conjunction && form.level != Level::disjunction) return;
    for (std::size_t i = 0; i < form.operands.size(); ++i) {
      made.push_back(chain_without(form, line, i));
      if (!std::holds_alternative<syntax::Call>(form.operands[i]->form)) continue;
      syntax::Chain negated = form;  // a property of which nothing is known here but that it is one
      negated.operands[i] = node(line, syntax::Not{form.operands[i]});
      offer(std::move(negated));
    }
  }
  void operator()(const syntax::Let&) {}
  void operator()(const syntax::If& form) { offer(syntax::If{form.condition, form.otherwise, form.then}); }
  void operator()(const syntax::Fold&) {}
};

}  // namespace

ExpressionPtr integer(long value) {
  if (value < 0) return node(0, syntax::Negation{integer(-value)});
  return node(0, syntax::Integer{std::to_string(value)});
}

ExpressionPtr arithmetic(const ExpressionPtr& a, const std::string& symbol, const ExpressionPtr& b) {
  return node(a->line, syntax::Chain{symbol == "*" ? Level::term : Level::sum, {a, b}, {symbol}});
}

void each_replaced(const ExpressionPtr& expression, const Replace& replace, const Slip& emit) {
  if (!expression) return;
  for (const ExpressionPtr& offered : replace(expression))
    emit(offered, theory::syntax::text_of(offered) + " instead of " + theory::syntax::text_of(expression));
  const std::vector<ExpressionPtr> parts = parts_of(expression);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    each_replaced(parts[i], replace, [&](const ExpressionPtr& part, const std::string& what) {
      emit(with_part(expression, i, part), what);
    });
  }
}

void each_near_slip(const ExpressionPtr& expression, const Slip& emit) {
  static const std::map<std::string, std::string> others = {{"<", "<="}, {"<=", "<"}, {">", ">="},
                                                            {">=", ">"}, {"+", "-"},  {"-", "+"}};
  const auto slips = [](const ExpressionPtr& part) {
    AtTop at_top{part->line};
    if (const auto* number = std::get_if<syntax::Integer>(&part->form)) at_top(*number);
    if (const auto* chain = std::get_if<syntax::Chain>(&part->form)) {
      for (std::size_t i = 0; i < chain->operators.size(); ++i) {
        const auto found = others.find(chain->operators[i]);
        if (found == others.end()) continue;
        syntax::Chain changed = *chain;
        changed.operators[i] = found->second;
        at_top.offer(std::move(changed));
      }
    }
    return at_top.made;
  };
  each_replaced(expression, slips, emit);
}

void each_slip(const ExpressionPtr& expression, const Slip& emit) {
  const auto slips = [](const ExpressionPtr& part) {
    AtTop at_top{part->line};
    std::visit(at_top, part->form);
    return at_top.made;
  };
  each_replaced(expression, slips, emit);
}

}  // namespace attest::verify::lint
