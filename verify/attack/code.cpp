// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/code.hpp"

#include <algorithm>
#include <cmath>

#include "verify/attack/builtins.hpp"
#include "verify/attack/holes.hpp"

namespace attest::verify::attack {

namespace syntax = theory::syntax;

namespace {

using Definitions = std::map<std::string, std::shared_ptr<const Compiled::Definition>>;

Value called(Machine& machine, const Compiled::Definition& callee, const std::vector<Code>& arguments) {
  machine.charge();
  const std::size_t base = machine.base, top = machine.top;
  // The arguments go where the callee's frame will be; what they call themselves runs above those that are there.
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    Value value = arguments[i](machine);
    if (machine.stack.size() <= top + i) machine.stack.resize(2 * (top + i + 1));
    machine.stack[top + i] = std::move(value);
    machine.top = top + i + 1;
  }
  machine.top = top;
  machine.enter(callee.frame);
  // What throws leaves the frames as they are: whoever catches begins again with an empty stack.
  Value result = callee.body(machine);
  machine.base = base;
  machine.top = top;
  return result;
}

/// Kleene's `or` (what decides is yes) or `and` (no). What stands behind an unknown operand may be undefined: unknown
/// then.
template <class Next>
Truth connected(Truth decisive, std::size_t count, Next next) {
  Truth result = !decisive;
  for (std::size_t i = 0; i < count && result != decisive; ++i) {
    Truth part;
    try {
      part = next(i);
    } catch (const Undefined& failure) {
      if (result == Truth::unknown) throw Unknown(failure.what());
      throw;
    }
    if (part != !decisive) result = part;
  }
  return result;
}

/// How far a comparison is from being the other way round, relative to its sides.
void note_slack(Relation relation, const Value& left, const Value& right) {
  if (relation == Relation::equal || relation == Relation::not_equal) return;
  if (!left.is_number() || !right.is_number()) return;  // what is open is decided by a choice
  const Interval x = left.enclosure(), y = right.enclosure();
  const double p = (x.low + x.high) / 2, q = (y.low + y.high) / 2;
  const double distance = std::abs(q - p) / (std::abs(p) + std::abs(q) + 1e-300);
  if (std::isfinite(distance)) *running_slack = std::min(*running_slack, distance);
}

struct Loops {
  std::vector<std::size_t> slots;
  std::vector<Code> lists;
  Code filter;

  /// Runs `visit` for every element; it returns whether to go on.
  template <class Visit>
  bool run(Machine& machine, std::size_t depth, Visit&& visit) const {
    if (depth == lists.size()) {
      machine.charge();
      if (filter) {
        const Truth passes = boolean_of(filter(machine));
        if (passes == Truth::unknown) throw Unknown("a filter");
        if (passes == Truth::no) return true;
      }
      return visit();
    }
    const Value list = lists[depth](machine);
    for (const Value& element : list_of(list)) {
      machine.slot(slots[depth]) = element;
      if (!run(machine, depth + 1, visit)) return false;
    }
    return true;
  }
};

bool decided(const Value& value) {
  const Truth known = boolean_of(value);
  if (known == Truth::unknown) throw Unknown("a condition");
  return known == Truth::yes;
}

class Compiler {
 public:
  Compiler(const Definitions& definitions, const LaneDefinitions& lane_definitions)
      : definitions_(definitions), lane_definitions_(lane_definitions) {}

  std::size_t bind(const std::string& name) {
    scope_.emplace_back(name, next_);
    frame_ = std::max(frame_, next_ + 1);
    return next_++;
  }
  std::size_t frame() const { return frame_; }

  Formula formula(const syntax::FormulaPtr& source) {
    Formula result;
    result.source = source;
    if (const auto* quantifier = std::get_if<syntax::Quantifier>(&source->form)) {
      result.kind =
          quantifier->kind == syntax::Quantifier::Kind::forall ? Formula::Kind::forall : Formula::Kind::exists;
      result.variable = quantifier->name;
      result.domain.kind = quantifier->domain.kind;
      for (const auto& size : quantifier->domain.sizes) result.domain.sizes.push_back(expression(size));
      result.domain.from = expression(quantifier->domain.from);
      result.domain.to = expression(quantifier->domain.to);
      used_ = false;
      result.domain.list = expression(quantifier->domain.list);
      result.domain.is_closed = !used_;
      const Scope scope(*this);
      result.slot = bind(quantifier->name);
      outer_ = next_;
      result.guard = expression(quantifier->guard);
      result.guard_in_lanes = in_lanes(quantifier->guard);
      if (quantifier->guard) add_links(quantifier->guard, result.links);
      result.children.push_back(formula(quantifier->body));
    } else if (const auto* parts = std::get_if<syntax::Parts>(&source->form)) {
      result.kind = Formula::Kind::parts;
      for (const auto& [name, part] : parts->parts) {
        result.names.push_back(name);
        result.children.push_back(formula(part));
      }
    } else {
      result.kind = Formula::Kind::expression;
      result.expression = expression(std::get<syntax::ExpressionPtr>(source->form));
      result.expression_in_lanes = in_lanes(std::get<syntax::ExpressionPtr>(source->form));
    }
    return result;
  }

  Code expression(const syntax::ExpressionPtr& source) {
    if (!source) return {};
    return std::visit([this](const auto& form) { return compile(form); }, source->form);
  }

 private:
  struct Scope {
    explicit Scope(Compiler& compiler) : compiler(compiler), size(compiler.scope_.size()), next(compiler.next_) {}
    ~Scope() {
      compiler.scope_.resize(size);
      compiler.next_ = next;
    }
    Compiler& compiler;
    std::size_t size, next;
  };

  LaneCode in_lanes(const syntax::ExpressionPtr& source) {
    if (!source) return {};
    return lane_code(source, lane_definitions_, scope_, next_, frame_);
  }

  void add_links(const syntax::ExpressionPtr& guard, std::vector<Formula::Link>& links) {
    const auto* chain = std::get_if<syntax::Chain>(&guard->form);
    if (!chain) return;
    if (chain->level == syntax::Chain::Level::conjunction) {
      for (const auto& operand : chain->operands) add_links(operand, links);
    } else if (chain->level == syntax::Chain::Level::comparison) {
      for (std::size_t i = 0; i < chain->operators.size(); ++i)
        links.push_back(
            {relation_named(chain->operators[i]), expression(chain->operands[i]), expression(chain->operands[i + 1])});
    }
  }

  std::vector<Code> all(const std::vector<syntax::ExpressionPtr>& sources) {
    std::vector<Code> codes;
    for (const auto& source : sources) codes.push_back(expression(source));
    return codes;
  }

  /// Binds the generators' names for as long as the caller's scope lives.
  Loops loops(const syntax::Generators& over) {
    Loops result;
    for (const auto& [name, list] : over.lists) {
      result.lists.push_back(expression(list));
      result.slots.push_back(bind(name));
    }
    result.filter = expression(over.filter);
    return result;
  }

  Code compile(const syntax::Integer& form) {
    const Value value(theory::Rational::parse(form.digits));
    return [value](Machine&) { return value; };
  }
  Code compile(const syntax::Symbol& form) {
    const Value value(form.text);
    return [value](Machine&) { return value; };
  }
  Code compile(const syntax::Truth& form) {
    const Value value(truth(form.value));
    return [value](Machine&) { return value; };
  }
  Code compile(const syntax::Name& form) {
    for (auto bound = scope_.rbegin(); bound != scope_.rend(); ++bound) {
      if (bound->first != form.name) continue;
      used_ = used_ || bound->second < outer_;
      return [slot = bound->second](Machine& machine) { return machine.slot(slot); };
    }
    return [callee = definitions_.at(form.name)](Machine& machine) { return called(machine, *callee, {}); };
  }
  Code compile(const syntax::Call& form) {
    std::vector<Code> arguments = all(form.arguments);
    const auto found = definitions_.find(form.function);
    if (found != definitions_.end()) {
      return [callee = found->second, arguments](Machine& machine) { return called(machine, *callee, arguments); };
    }
    return builtin(form.function, std::move(arguments));
  }
  Code compile(const syntax::Gather& form) {
    const Scope scope(*this);
    const Loops over = loops(form.over);
    const Code element = expression(form.element);
    const std::string& name = form.function;
    if (name == "all" || name == "any" || name == "count") {
      return [over, element, name](Machine& machine) { return gathered_truths(machine, over, element, name); };
    }
    const bool sums = name == "sum", multiplies = name == "product", greater = name == "max";
    return [=](Machine& machine) {
      std::optional<Value> result;
      if (sums || multiplies) result = Value(std::int64_t{multiplies});
      over.run(machine, 0, [&] {
        const Value next = element(machine);
        if (!next.is_number() && !next.is_open()) throw Undefined("a number is needed");
        result = !result      ? next
                 : sums       ? add(*result, next)
                 : multiplies ? multiply(*result, next)
                 : greater    ? greatest(*result, next)
                              : least(*result, next);
        return true;
      });
      if (!result) throw Undefined("max or min of nothing");
      return *result;
    };
  }
  static Value gathered_truths(Machine& machine, const Loops& over, const Code& element, const std::string& name) {
    if (name == "count") {
      std::int64_t count = 0;
      over.run(machine, 0, [&] {
        count += decided(element(machine));
        return true;
      });
      return count;
    }
    const Truth decisive = truth(name == "any");
    Truth result = !decisive;
    over.run(machine, 0, [&] {
      const Truth part = connected(decisive, 1, [&](std::size_t) { return boolean_of(element(machine)); });
      if (part != !decisive) result = part;
      return result != decisive;
    });
    return result;
  }
  Code compile(const syntax::List& form) {
    return [elements = all(form.elements)](Machine& machine) {
      Value::List list;
      list.reserve(elements.size());
      for (const Code& element : elements) list.push_back(element(machine));
      return Value(std::move(list));
    };
  }
  Code compile(const syntax::Comprehension& form) {
    const Scope scope(*this);
    const Loops over = loops(form.over);
    return [over, element = expression(form.element)](Machine& machine) {
      Value::List list;
      over.run(machine, 0, [&] {
        list.push_back(element(machine));
        return true;
      });
      return Value(std::move(list));
    };
  }
  Code compile(const syntax::Record& form) {
    std::vector<std::pair<std::string, Code>> fields;
    for (const auto& [name, field] : form.fields) fields.emplace_back(name, expression(field));
    return [fields](Machine& machine) {
      Value::Record record;
      for (const auto& [name, field] : fields) record[name] = field(machine);
      return Value(std::move(record));
    };
  }
  Code compile(const syntax::Postfix& form) {
    Code code = expression(form.base);
    for (const auto& access : form.accesses) {
      if (const auto* field = std::get_if<std::string>(&access)) {
        code = [base = std::move(code), name = *field](Machine& machine) { return field_of(base(machine), name); };
      } else {
        code = [base = std::move(code), index = expression(std::get<syntax::ExpressionPtr>(access))](Machine& machine) {
          const Value value = base(machine);
          const Value::List& list = list_of(value);
          const std::int64_t place = integer(index(machine));
          if (place < 1 || place > static_cast<std::int64_t>(list.size())) throw Undefined("an index in its list");
          return list[static_cast<std::size_t>(place - 1)];
        };
      }
    }
    return code;
  }
  Code compile(const syntax::Power& form) {
    return [base = expression(form.base), exponent = expression(form.exponent)](Machine& machine) {
      const Value value = base(machine);
      return power(value, exponent(machine));
    };
  }
  Code compile(const syntax::Negation& form) {
    return [operand = expression(form.operand)](Machine& machine) { return negate(operand(machine)); };
  }
  Code compile(const syntax::Not& form) {
    return [operand = expression(form.operand)](Machine& machine) { return Value(!boolean_of(operand(machine))); };
  }
  Code compile(const syntax::Range& form) {
    return [from = expression(form.from), to = expression(form.to)](Machine& machine) {
      const std::int64_t first = integer(from(machine)), last = integer(to(machine));
      if (last >= first) machine.charge(static_cast<std::uint64_t>(last - first) + 1);
      Value::List list;
      if (last >= first) list.reserve(static_cast<std::size_t>(last - first) + 1);
      for (std::int64_t i = first; i <= last; ++i) list.emplace_back(i);
      return Value(std::move(list));
    };
  }
  Code compile(const syntax::Chain& form) {
    std::vector<Code> operands = all(form.operands);
    using Level = syntax::Chain::Level;
    if (form.level == Level::disjunction || form.level == Level::conjunction) {
      return [operands, decisive = truth(form.level == Level::disjunction)](Machine& machine) {
        return Value(
            connected(decisive, operands.size(), [&](std::size_t i) { return boolean_of(operands[i](machine)); }));
      };
    }
    if (form.level == Level::comparison) {
      std::vector<Relation> chain;
      for (const std::string& name : form.operators) chain.push_back(relation_named(name));
      return [operands, chain](Machine& machine) {
        Value left = operands.front()(machine);
        return Value(connected(Truth::no, chain.size(), [&](std::size_t i) {
          Value right = operands[i + 1](machine);
          if (running_slack && machine.base == 0) note_slack(chain[i], left, right);
          if (running_gaps) note_gap(left, right);
          const Truth holds = related(chain[i], left, right);
          left = std::move(right);
          return holds;
        }));
      };
    }
    std::vector<Value (*)(const Value&, const Value&)> steps;
    for (const std::string& name : form.operators) {
      steps.push_back(name == "+"     ? add
                      : name == "-"   ? subtract
                      : name == "*"   ? multiply
                      : name == "/"   ? divide
                      : name == "div" ? floor_divide
                      : name == "mod" ? remainder
                                      : joined);
    }
    return [operands, steps](Machine& machine) {
      Value result = operands.front()(machine);
      for (std::size_t i = 0; i < steps.size(); ++i) {
        result = steps[i](result, operands[i + 1](machine));
        // Great numbers take long: a fold over a long range makes them as long as it is.
        if (const std::uint64_t words = result.words(); words > 4) machine.charge(words + words * words / 16);
        if (const auto* list = result.list()) machine.charge(list->size());
      }
      return result;
    };
  }
  Code compile(const syntax::Let& form) {
    const Code value = expression(form.value);
    const Scope scope(*this);
    const std::size_t slot = bind(form.name);
    return [value, slot, body = expression(form.body)](Machine& machine) {
      machine.slot(slot) = value(machine);
      return body(machine);
    };
  }
  Code compile(const syntax::If& form) {
    return [condition = expression(form.condition), then = expression(form.then),
            otherwise = expression(form.otherwise)](Machine& machine) {
      return decided(condition(machine)) ? then(machine) : otherwise(machine);
    };
  }
  Code compile(const syntax::Fold& form) {
    const Code start = expression(form.start), list = expression(form.list);
    const Scope scope(*this);
    const std::size_t state = bind(form.state), element = bind(form.name);
    return [=, next = expression(form.next)](Machine& machine) {
      Value result = start(machine);
      const Value elements = list(machine);
      for (const Value& each : list_of(elements)) {
        machine.charge();
        machine.slot(state) = std::move(result);
        machine.slot(element) = each;
        result = next(machine);
      }
      return result;
    };
  }

  const Definitions& definitions_;
  const LaneDefinitions& lane_definitions_;
  std::vector<std::pair<std::string, std::size_t>> scope_;
  std::size_t next_ = 0, frame_ = 0;
  std::size_t outer_ = 0;  ///< slots below are of quantifiers
  bool used_ = false;      ///< such a slot was read
};

}  // namespace

Compiled::Compiled(const theory::LoadedClaim& claim) {
  for (const syntax::Definition& source : claim.definitions) {
    Compiler compiler(definitions_, lane_definitions_);
    for (const std::string& parameter : source.parameters) compiler.bind(parameter);
    auto definition = std::make_shared<Definition>();
    definition->parameters = source.parameters.size();
    definition->body = compiler.expression(source.body);
    definition->frame = compiler.frame();
    definitions_[source.name] = std::move(definition);
    lane_definitions_[source.name] = std::make_shared<const LaneDefinition>(lane_definition(source, lane_definitions_));
  }
  for (const syntax::Statement& source : claim.statements) {
    Compiler compiler(definitions_, lane_definitions_);
    CompiledStatement statement;
    statement.name = source.name;
    statement.formula = compiler.formula(source.formula);
    statement.frame = compiler.frame();
    statements_.push_back(std::move(statement));
  }
}

}  // namespace attest::verify::attack
