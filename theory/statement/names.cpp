// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/names.hpp"

#include <algorithm>

#include "theory/error.hpp"
#include "theory/statement/lexer.hpp"

namespace attest::theory::syntax {
namespace {

struct Builtin {
  bool gathers;                        ///< whether it takes `expr generators`
  std::vector<std::size_t> arguments;  ///< the numbers of arguments that it takes otherwise
};

const std::map<std::string, Builtin>& builtins() {
  static const std::map<std::string, Builtin> table = {
      {"sum", {true, {}}},          {"product", {true, {}}},     {"max", {true, {1, 2}}},
      {"min", {true, {1, 2}}},      {"all", {true, {}}},         {"any", {true, {}}},
      {"count", {true, {}}},        {"len", {false, {1}}},       {"abs", {false, {1}}},
      {"floor", {false, {1}}},      {"ceil", {false, {1}}},      {"sqrt", {false, {1}}},
      {"exp", {false, {1}}},        {"log", {false, {1}}},       {"permutations", {false, {1}}},
      {"tuples", {false, {2}}},     {"is_number", {false, {1}}}, {"is_integer", {false, {1}}},
      {"is_boolean", {false, {1}}}, {"is_symbol", {false, {1}}}, {"is_list", {false, {1}}},
      {"is_record", {false, {1}}},  {"has", {false, {2}}}};
  return table;
}

/// Walks over an item with the names that are bound around the current place.
class Resolver {
 public:
  Resolver(const Visible& visible, const std::string& file) : visible_(visible), file_(file) {}

  void bind(const std::string& name, int line) {
    if (is_builtin(name)) fail(line, "a name that is not taken", "the built-in function '" + name + "'");
    if (visible_.contains(name)) fail(line, "a name that is not taken", "the definition '" + name + "'");
    bound_.push_back(name);
  }

  void formula(const Formula& formula) {
    if (const auto* quantifier = std::get_if<Quantifier>(&formula.form)) {
      const Domain& domain = quantifier->domain;
      for (const ExpressionPtr& size : domain.sizes) expression(size);
      for (const ExpressionPtr& part : {domain.from, domain.to, domain.list}) expression(part);
      const Scope scope(*this);
      bind(quantifier->name, formula.line);
      expression(quantifier->guard);
      this->formula(*quantifier->body);
    } else if (const auto* parts = std::get_if<Parts>(&formula.form)) {
      for (const auto& [name, part] : parts->parts) this->formula(*part);
    } else {
      expression(std::get<ExpressionPtr>(formula.form));
    }
  }

  /// Null stands for a part that is not there.
  void expression(const ExpressionPtr& expression) {
    if (!expression) return;
    const int outer = line_;
    line_ = expression->line;
    std::visit(*this, expression->form);
    line_ = outer;
  }

  void operator()(const Integer&) {}
  void operator()(const Symbol&) {}
  void operator()(const Truth&) {}
  void operator()(const Name& name) {
    if (is_bound(name.name)) return;
    if (is_builtin(name.name)) fail(line_, "arguments of the built-in function '" + name.name + "'", "none");
    require_arguments(name.name, 0);
  }
  void operator()(const Call& call) {
    for (const ExpressionPtr& argument : call.arguments) expression(argument);
    if (const auto builtin = builtins().find(call.function); builtin != builtins().end()) {
      const auto& allowed = builtin->second.arguments;
      if (std::find(allowed.begin(), allowed.end(), call.arguments.size()) != allowed.end()) return;
      const std::string expected = allowed.empty() ? "'for'" : std::to_string(allowed.back()) + " arguments";
      fail(line_, expected + " in the call of '" + call.function + "'",
           std::to_string(call.arguments.size()) + " arguments");
    }
    if (is_bound(call.function)) fail(line_, "a function", "the bound name '" + call.function + "'");
    require_arguments(call.function, call.arguments.size());
  }
  void operator()(const Gather& gather) {
    const auto builtin = builtins().find(gather.function);
    if (builtin == builtins().end() || !builtin->second.gathers) {
      fail(line_, "one of sum, product, max, min, all, any, count before 'for'", "'" + gather.function + "'");
    }
    over(gather.over, gather.element);
  }
  void operator()(const Comprehension& comprehension) { over(comprehension.over, comprehension.element); }
  void operator()(const List& list) {
    for (const ExpressionPtr& element : list.elements) expression(element);
  }
  void operator()(const Record& record) {
    for (const auto& [name, value] : record.fields) expression(value);
  }
  void operator()(const Postfix& postfix) {
    expression(postfix.base);
    for (const auto& access : postfix.accesses) {
      if (const auto* index = std::get_if<ExpressionPtr>(&access)) expression(*index);
    }
  }
  void operator()(const Power& power) {
    expression(power.base);
    expression(power.exponent);
  }
  void operator()(const Negation& negation) { expression(negation.operand); }
  void operator()(const Not& negation) { expression(negation.operand); }
  void operator()(const Range& range) {
    expression(range.from);
    expression(range.to);
  }
  void operator()(const Chain& chain) {
    for (const ExpressionPtr& operand : chain.operands) expression(operand);
  }
  void operator()(const Let& let) {
    expression(let.value);
    const Scope scope(*this);
    bind(let.name, line_);
    expression(let.body);
  }
  void operator()(const If& conditional) {
    expression(conditional.condition);
    expression(conditional.then);
    expression(conditional.otherwise);
  }
  void operator()(const Fold& fold) {
    expression(fold.start);
    expression(fold.list);
    const Scope scope(*this);
    bind(fold.state, line_);
    bind(fold.name, line_);
    expression(fold.next);
  }

 private:
  /// Names bound while it lives are forgotten at its end.
  class Scope {
   public:
    explicit Scope(Resolver& resolver) : resolver_(resolver), size_(resolver.bound_.size()) {}
    ~Scope() { resolver_.bound_.resize(size_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Resolver& resolver_;
    std::size_t size_;
  };

  void over(const Generators& generators, const ExpressionPtr& element) {
    const Scope scope(*this);
    for (const auto& [name, list] : generators.lists) {
      expression(list);
      bind(name, line_);
    }
    expression(generators.filter);
    expression(element);
  }

  bool is_bound(const std::string& name) const { return std::find(bound_.begin(), bound_.end(), name) != bound_.end(); }

  void require_arguments(const std::string& name, std::size_t arguments) const {
    const auto definition = visible_.find(name);
    if (definition == visible_.end()) {
      fail(line_, "a bound name, an earlier definition or a built-in function", "'" + name + "'");
    }
    if (definition->second != arguments) {
      fail(line_, std::to_string(definition->second) + " arguments of '" + name + "'", std::to_string(arguments));
    }
  }

  [[noreturn]] void fail(int line, const std::string& expected, const std::string& found) const {
    throw InputError(place(file_, line), "expected " + expected + ", found " + found);
  }

  const Visible& visible_;
  const std::string& file_;
  std::vector<std::string> bound_;
  int line_ = 0;
};

}  // namespace

bool is_builtin(const std::string& name) { return builtins().contains(name); }

void require_names(const Definition& definition, const Visible& visible, const std::string& file) {
  Resolver resolver(visible, file);
  for (const std::string& parameter : definition.parameters) resolver.bind(parameter, definition.line);
  resolver.expression(definition.body);
}

void require_names(const Statement& statement, const Visible& visible, const std::string& file) {
  Resolver(visible, file).formula(*statement.formula);
}

}  // namespace attest::theory::syntax
