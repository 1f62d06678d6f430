// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/notation_expression.hpp"

#include <optional>

#include "theory/statement/notation_product.hpp"

namespace attest::theory::notation {
namespace {

using namespace syntax;
using Kind = Notation::Kind;

struct Built {
  Notation notation;
  Level level;
  Level open = Level::whole;  ///< if it ends in the body of an operator with limits: the level of that operator
};

Built build(const ExpressionPtr& expression);

Notation in_parentheses(Notation inside) { return fenced("()", std::move(inside)); }

std::vector<Notation> all_of(const std::vector<ExpressionPtr>& expressions, Level required) {
  std::vector<Notation> all;
  for (const ExpressionPtr& expression : expressions) all.push_back(of_expression(expression, required));
  return all;
}

/// An operand of a chain of level `own`. Before the end of a chain an operator with limits needs parentheses if its
/// body would seem to go on; at the end it needs none.
Notation operand(Built built, Level required, Level own, bool last) {
  const bool is_open = built.open != Level::whole;
  const bool seems_to_go_on = built.open == Level::conjunction || (is_open && own >= Level::concatenation);
  const bool fits = built.level >= required && (last || !seems_to_go_on);
  const bool ends = last && is_open && built.level >= own;
  return fits || ends ? std::move(built.notation) : in_parentheses(std::move(built.notation));
}

Notation list_of(const std::vector<ExpressionPtr>& elements, const char* fence) {
  return fenced(fence, separated(all_of(elements, Level::disjunction), ","));
}

/// "1, ..., n"; without dots where two numbers, or one, are all.
Notation dots(const Range& range) {
  Notation from = of_expression(range.from, Level::sum), to = of_expression(range.to, Level::sum);
  if (from.kind == Kind::number && to.kind == Kind::number && to.text.size() < 10 && from.text.size() < 10) {
    const int difference = std::stoi(to.text) - std::stoi(from.text);
    if (difference == 0) return to;
    if (difference == 1) return separated({std::move(from), std::move(to)}, ",");
  }
  return separated({std::move(from), symbol("..."), std::move(to)}, ",");
}

/// A list of lists of one length, at least one each: a matrix, entry by entry.
std::optional<Notation> explicit_matrix(const List& list) {
  Notation matrix{Kind::matrix, "", {}};
  std::size_t columns = 0;
  for (const ExpressionPtr& element : list.elements) {
    const auto* entries = std::get_if<List>(&element->form);
    if (!entries || entries->elements.empty() || (columns != 0 && entries->elements.size() != columns)) return {};
    columns = entries->elements.size();
    matrix.parts.push_back({Kind::row, "", all_of(entries->elements, Level::disjunction)});
  }
  if (matrix.parts.empty()) return {};
  return matrix;
}

/// "i = 1, ..., n; x ∈ L: P", on one line.
Notation generators_inline(const Generators& over) {
  std::vector<Notation> parts;
  for (const auto& [name, list] : over.lists) parts.push_back(generator(name, list));
  Notation all = separated(std::move(parts), ";");
  if (!over.filter) return all;
  return row({std::move(all), symbol(":"), of_expression(over.filter, Level::disjunction)});
}

Notation with_generators(const char* operator_key, const Generators& over) {
  Notation limits{Kind::limits, "", {symbol(operator_key)}};
  const Range* range =
      over.lists.size() == 1 && !over.filter ? std::get_if<Range>(&over.lists[0].second->form) : nullptr;
  if (range) {
    limits.parts.push_back(row({name(over.lists[0].first), symbol("="), of_expression(range->from, Level::sum)}));
    limits.parts.push_back(of_expression(range->to, Level::sum));
    return limits;
  }
  Notation stack{Kind::stack, "", {}};
  for (const auto& [name, list] : over.lists) stack.parts.push_back(generator(name, list));
  if (over.filter) stack.parts.push_back(of_expression(over.filter, Level::disjunction));
  limits.parts.push_back(stack.parts.size() == 1 ? std::move(stack.parts.front()) : std::move(stack));
  return limits;
}

/// "then" and the conditions of an if-else chain, as cases.
void add_cases(const If& conditional, Notation& cases) {
  const auto value = [](const ExpressionPtr& expression) {
    std::vector<Notation> lines = lines_of_expression(expression);
    return lines.size() == 1 ? std::move(lines.front()) : Notation{Kind::lines, "", std::move(lines)};
  };
  cases.parts.push_back(value(conditional.then));
  cases.parts.push_back(row({prose("if "), of_expression(conditional.condition, Level::disjunction)}));
  if (const auto* next = std::get_if<If>(&conditional.otherwise->form)) return add_cases(*next, cases);
  cases.parts.push_back(value(conditional.otherwise));
  cases.parts.push_back(prose("otherwise"));
}

struct Builder {
  Built operator()(const Integer& integer) const { return {{Kind::number, integer.digits, {}}, Level::whole}; }
  Built operator()(const Symbol& symbol) const { return {{Kind::quoted, symbol.text, {}}, Level::whole}; }
  Built operator()(const Truth& truth) const {
    return {{Kind::word, truth.value ? "true" : "false", {}}, Level::whole};
  }
  Built operator()(const Name& form) const { return {name(form.name), Level::whole}; }

  Built operator()(const Call& call) const {
    const auto argument = [&] { return of_expression(call.arguments.front(), Level::disjunction); };
    if (call.function == "abs") return {fenced("||", argument()), Level::whole};
    if (call.function == "floor" || call.function == "ceil") return {fenced(call.function, argument()), Level::whole};
    if (call.function == "sqrt") return {{Kind::root, "", {argument()}}, Level::whole};
    if (call.function == "exp") {
      Notation exponent = argument();
      if (!is_large(exponent)) return {with_superscript(symbol("e"), std::move(exponent)), Level::power};
    }
    return {application(function_name(call.function), all_of(call.arguments, Level::disjunction)), Level::whole};
  }

  Built operator()(const Gather& gather) const {
    Notation head = with_generators(gather.function.c_str(), gather.over);
    Built body = build(gather.element);
    if (gather.function == "count") {
      return {row({std::move(head), in_parentheses(std::move(body.notation))}), Level::whole};
    }
    const bool logical = gather.function == "all" || gather.function == "any";
    const bool additive = gather.function == "sum" || gather.function == "product";
    const Level own = logical ? Level::conjunction : Level::term;
    const Level required = logical ? Level::negation : additive ? Level::term : Level::power;
    Notation set = operand(std::move(body), required, own, true);
    if (!logical && leads_with_minus(set)) set = in_parentheses(std::move(set));
    return {row({std::move(head), std::move(set)}), own, own};
  }

  Built operator()(const List& list) const {
    if (std::optional<Notation> matrix = explicit_matrix(list)) return {std::move(*matrix), Level::whole};
    return {list_of(list.elements, "[]"), Level::whole};
  }

  Built operator()(const Comprehension& comprehension) const {
    // A family of families, each over one list: a matrix by its general entry.
    const Generators& over = comprehension.over;
    const auto* inner = std::get_if<Comprehension>(&comprehension.element->form);
    if (inner && over.lists.size() == 1 && !over.filter && inner->over.lists.size() == 1 && !inner->over.filter) {
      Notation index = separated({generators_inline(over), generators_inline(inner->over)}, ";");
      Notation entry = fenced("[]", of_expression(inner->element, Level::branch));
      return {with_subscript(std::move(entry), std::move(index)), Level::whole};
    }
    Notation entry = in_parentheses(of_expression(comprehension.element, Level::branch));
    return {with_subscript(std::move(entry), generators_inline(over)), Level::whole};
  }

  Built operator()(const Record& record) const {
    std::vector<Notation> fields;
    for (const auto& [field, value] : record.fields) {
      fields.push_back(row({name(field), symbol(":"), of_expression(value, Level::disjunction)}));
    }
    return {fenced("{}", separated(std::move(fields), ",")), Level::whole};
  }

  Built operator()(const Postfix& postfix) const {
    Notation notation = of_expression(postfix.base, Level::whole);
    std::vector<Notation> indices;
    const auto set_indices = [&] {
      if (!indices.empty()) notation = with_subscript(std::move(notation), separated(std::move(indices), ","));
      indices.clear();
    };
    for (const auto& access : postfix.accesses) {
      if (const auto* index = std::get_if<ExpressionPtr>(&access)) {
        indices.push_back(of_expression(*index, Level::disjunction));
      } else {
        set_indices();
        notation = row({std::move(notation), symbol("."), name(std::get<std::string>(access))});
      }
    }
    set_indices();
    return {std::move(notation), Level::whole};
  }

  Built operator()(const Power& power) const {
    Notation base = of_expression(power.base, Level::whole);
    return {with_superscript(std::move(base), of_expression(power.exponent, Level::disjunction)), Level::power};
  }

  Built operator()(const Negation& negation) const {
    Built inside = build(negation.operand);
    const Level open = inside.level >= Level::term ? inside.open : Level::whole;
    return {row({symbol("negative"), operand(std::move(inside), Level::power, Level::term, true)}), Level::minus, open};
  }

  Built operator()(const Not& negation) const {
    return {row({symbol("not"), of_expression(negation.operand, Level::whole)}), Level::negation};
  }

  Built operator()(const Range& range) const { return {fenced("[]", dots(range)), Level::whole}; }

  Built operator()(const Chain& chain) const {
    if (chain.level == Chain::Level::term) return term(chain);
    const auto [own, required] = levels(chain.level);
    std::vector<Notation> parts;
    Level open = Level::whole;
    for (std::size_t i = 0; i < chain.operands.size(); ++i) {
      Built built = build(chain.operands[i]);
      const bool last = i + 1 == chain.operands.size();
      if (last && built.level >= own) open = built.open;
      Notation notation = operand(std::move(built), required, own, last);
      if (i > 0) parts.push_back(symbol(chain.operators[i - 1]));
      if (i > 0 && chain.level == Chain::Level::sum && leads_with_minus(notation)) {
        notation = in_parentheses(std::move(notation));
        open = Level::whole;
      }
      parts.push_back(std::move(notation));
    }
    return {row(std::move(parts)), own, open};
  }

  Built operator()(const If& conditional) const {
    Notation cases{Kind::cases, "", {}};
    add_cases(conditional, cases);
    return {std::move(cases), Level::branch};
  }

  Built operator()(const Let& let) const {
    std::vector<Notation> parts = {of_expression(let.body, Level::branch), prose(" where "), name(let.name),
                                   symbol("="), of_expression(let.value, Level::branch)};
    return {row(std::move(parts)), Level::open};
  }

  Built operator()(const Fold& fold) const {
    std::vector<Notation> parts = {name(fold.state),
                                   symbol("<-"),
                                   of_expression(fold.start, Level::branch),
                                   symbol(";"),
                                   prose("for "),
                                   generator(fold.name, fold.list),
                                   prose(" in order: "),
                                   name(fold.state),
                                   symbol("<-"),
                                   of_expression(fold.next, Level::branch),
                                   prose("; the result is "),
                                   name(fold.state)};
    return {row(std::move(parts)), Level::open};
  }

 private:
  /// The level of a chain and that of its operands.
  static std::pair<Level, Level> levels(Chain::Level level) {
    switch (level) {
      case Chain::Level::disjunction:
        return {Level::disjunction, Level::conjunction};
      case Chain::Level::conjunction:
        return {Level::conjunction, Level::negation};
      case Chain::Level::comparison:
        return {Level::comparison, Level::concatenation};
      case Chain::Level::concatenation:
        return {Level::concatenation, Level::sum};
      default:
        return {Level::sum, Level::term};
    }
  }

  static Built term(const Chain& chain) {
    Product product(operand(build(chain.operands.front()), Level::minus, Level::whole, false));
    Level open = Level::whole;
    for (std::size_t i = 0; i < chain.operators.size(); ++i) {
      const ExpressionPtr& next = chain.operands[i + 1];
      const std::string& symbol = chain.operators[i];
      if (symbol == "/") {
        product.divide(of_expression(next, Level::disjunction));
      } else if (symbol == "div") {
        product.divide_to_integer(of_expression(next, Level::disjunction));
      } else if (symbol == "mod") {
        product.take_remainder(of_expression(next, Level::power));
      } else {
        Built built = build(next);
        const bool last = i + 1 == chain.operators.size();
        if (last && built.level >= Level::term) open = built.open;
        product.multiply(operand(std::move(built), Level::power, Level::term, last));
      }
    }
    return {product.notation(), product.level(), open};
  }
};

Built build(const ExpressionPtr& expression) { return std::visit(Builder{}, expression->form); }

}  // namespace

Notation of_expression(const ExpressionPtr& expression, Level required) {
  Built built = build(expression);
  return built.level < required ? in_parentheses(std::move(built.notation)) : std::move(built.notation);
}

Notation application(Notation function, std::vector<Notation> arguments) {
  return row({std::move(function), symbol("apply"), in_parentheses(separated(std::move(arguments), ","))});
}

Notation function_name(const std::string& function) {
  if (function == "log") return {Kind::function, "ln", {}};
  Notation notation = name(function);
  if (notation.kind == Kind::word) notation.kind = Kind::function;
  return notation;
}

Notation generator(const std::string& bound, const ExpressionPtr& list) {
  if (const auto* range = std::get_if<Range>(&list->form)) return row({name(bound), symbol("="), dots(*range)});
  return row({name(bound), symbol("in"), element_set(list)});
}

/// Null if the list is not written as one whose elements make a plain set.
static std::optional<Notation> plain_set(const ExpressionPtr& list) {
  if (const auto* range = std::get_if<Range>(&list->form)) return fenced("{}", dots(*range));
  if (const auto* written = std::get_if<List>(&list->form)) return list_of(written->elements, "{}");
  const auto* call = std::get_if<Call>(&list->form);
  if (!call || call->function != "tuples") return {};
  std::optional<Notation> base = plain_set(call->arguments[0]);
  if (!base) base = of_expression(call->arguments[0], Level::whole);
  return with_superscript(std::move(*base), of_expression(call->arguments[1], Level::disjunction));
}

Notation element_set(const ExpressionPtr& list) {
  std::optional<Notation> set = plain_set(list);
  return set ? std::move(*set) : of_expression(list, Level::sum);
}

}  // namespace attest::theory::notation
