// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/lane_code.hpp"

#include <algorithm>
#include <optional>

#include "verify/attack/builtins.hpp"

namespace attest::verify::attack {

namespace syntax = theory::syntax;

namespace {

/// For as long as it lives, only these lanes count.
class Under {
 public:
  Under(Running& running, const Mask& lanes) : running_(running), before_(running.active) {
    running.active = running.active & lanes;
  }
  Under(const Under&) = delete;
  Under& operator=(const Under&) = delete;
  ~Under() { running_.active = before_ - running_.left; }

 private:
  Running& running_;
  const Mask before_;
};

Lane called(LaneMachine& machine, const LaneDefinition& callee, const std::vector<LaneCode>& arguments) {
  machine.walk();
  const std::size_t base = machine.base, top = machine.top;
  if (machine.stack.size() < top + callee.frame) machine.stack.resize(2 * (top + callee.frame));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    Lane value = arguments[i](machine);
    machine.stack[top + i] = std::move(value);
    machine.top = top + i + 1;
  }
  machine.base = top;
  machine.top = top + callee.frame;
  if (machine.stack.size() < machine.top) machine.stack.resize(2 * machine.top);
  // What throws leaves the frames as they are: whoever catches begins again.
  Lane result = callee.body(machine);
  machine.base = base;
  machine.top = top;
  return result;
}

using Step = Value (*)(const Value&, const Value&);
struct Operator {
  Step step;
  Operation operation;
};

Lane computed(LaneMachine& machine, const Operator& how, const Lane& a, const Lane& b) {
  if (a.same() && b.same()) {
    // Where one of two is taken, nothing else looks at what they are.
    if (how.operation >= Operation::least && !(a.same()->is_number() && b.same()->is_number()))
      throw Undefined("a number is needed");
    return how.step(*a.same(), *b.same());
  }
  ++machine.computed;
  return computed_in_lanes(machine.running, how.operation, a, b);
}

/// `all` in the lanes where it is still open, one part after the other: what decides there is not looked behind.
template <class Next>
Mask conjoined(LaneMachine& machine, Next next) {
  const Under kept(machine.running, machine.running.active);
  Mask holds = Mask::first(kLanes);
  while (machine.running.active.any()) {
    const std::optional<Mask> part = next();
    if (!part) break;
    holds = holds & *part;
    machine.running.active = machine.running.active & holds;
  }
  return holds;
}

Mask inverted(const Mask& mask) { return Mask::first(kLanes) - mask; }

struct Loops {
  std::vector<std::size_t> slots;
  std::vector<LaneCode> lists;
  LaneCode filter;

  /// Runs `visit` for every element with the lanes that the filter passes; it returns whether to go on.
  template <class Visit>
  bool run(LaneMachine& machine, std::size_t depth, const Visit& visit) const {
    if (depth == lists.size()) {
      machine.walk();
      if (!filter) return visit(static_cast<const Mask*>(nullptr));
      const Lane passes = filter(machine);
      if (passes.same()) {
        if (boolean_of(*passes.same()) == Truth::unknown) throw Apart("a filter that is not known");
        return boolean_of(*passes.same()) == Truth::no || visit(static_cast<const Mask*>(nullptr));
      }
      const Mask mask = truths_in_lanes(passes);
      if (!(mask & machine.running.active).any()) return true;
      if (!(machine.running.active - mask).any()) return visit(static_cast<const Mask*>(nullptr));
      const Under passed(machine.running, mask);
      return visit(&mask);
    }
    const Lane list = lists[depth](machine);
    const std::size_t length = length_in_lanes(list);
    for (std::size_t i = 0; i < length; ++i) {
      machine.slot(slots[depth]) = element_in_lanes(list, i);
      if (!run(machine, depth + 1, visit)) return false;
    }
    return true;
  }
};

class Compiler {
 public:
  Compiler(const LaneDefinitions& definitions, std::vector<std::pair<std::string, std::size_t>> scope, std::size_t next)
      : definitions_(definitions), scope_(std::move(scope)), next_(next), frame_(next) {}

  std::size_t frame() const { return frame_; }
  std::size_t bind(const std::string& name) {
    scope_.emplace_back(name, next_);
    frame_ = std::max(frame_, next_ + 1);
    return next_++;
  }
  LaneCode expression(const syntax::ExpressionPtr& source) {
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

  static LaneCode constant(const Value& value) {
    return [lane = Lane(value)](LaneMachine&) { return lane; };
  }
  std::vector<LaneCode> all(const std::vector<syntax::ExpressionPtr>& sources) {
    std::vector<LaneCode> codes;
    for (const auto& source : sources) codes.push_back(expression(source));
    return codes;
  }
  Loops loops(const syntax::Generators& over) {
    Loops result;
    for (const auto& [name, list] : over.lists) {
      result.lists.push_back(expression(list));
      result.slots.push_back(bind(name));
    }
    result.filter = expression(over.filter);
    return result;
  }

  LaneCode compile(const syntax::Integer& form) { return constant(Value(theory::Rational::parse(form.digits))); }
  LaneCode compile(const syntax::Symbol& form) { return constant(Value(form.text)); }
  LaneCode compile(const syntax::Truth& form) { return constant(Value(truth(form.value))); }
  LaneCode compile(const syntax::Name& form) {
    for (auto bound = scope_.rbegin(); bound != scope_.rend(); ++bound) {
      if (bound->first == form.name) return [slot = bound->second](LaneMachine& machine) { return machine.slot(slot); };
    }
    return [callee = definitions_.at(form.name)](LaneMachine& machine) { return called(machine, *callee, {}); };
  }
  LaneCode compile(const syntax::Call& form) {
    std::vector<LaneCode> arguments = all(form.arguments);
    const auto found = definitions_.find(form.function);
    if (found != definitions_.end()) {
      return [callee = found->second, arguments](LaneMachine& machine) { return called(machine, *callee, arguments); };
    }
    return built_in(form.function, std::move(arguments));
  }
  /// Of what is the same in all lanes, as elsewhere; otherwise what lanes have.
  static LaneCode built_in(const std::string& name, std::vector<LaneCode> arguments) {
    std::vector<Code> given;  // they read what the call below has put there
    for (std::size_t i = 0; i < arguments.size(); ++i)
      given.push_back([i](Machine& machine) { return machine.slot(i); });
    return [name, arguments, usual = builtin(name, std::move(given))](LaneMachine& machine) -> Lane {
      std::vector<Lane> values;
      bool same = true;
      for (const LaneCode& argument : arguments) {
        values.push_back(argument(machine));
        same = same && values.back().same();
      }
      if (name == "len") return Value(static_cast<std::int64_t>(length_in_lanes(values.front())));
      if (same) {
        Machine one;
        one.steps = 10'000'000;
        for (const Lane& value : values) one.stack.push_back(*value.same());
        Lane result = usual(one);
        machine.walk(10'000'000 - one.steps);
        return result;
      }
      const bool greater = name == "max";
      if (greater || name == "min") {
        const Operator how = extreme(greater);
        if (values.size() == 2) return computed(machine, how, values[0], values[1]);
        const LaneList list = elements_in_lanes(values.front());
        if (list.empty() || !is_number_in_lanes(list.front())) throw Undefined("max or min of nothing");
        Lane result = list.front();
        for (std::size_t i = 1; i < list.size(); ++i) result = computed(machine, how, result, list[i]);
        return result;
      }
      ++machine.computed;
      return function_in_lanes(machine.running, name, values.front());
    };
  }
  static Operator extreme(bool greater) {
    return greater ? Operator{greatest, Operation::greatest} : Operator{least, Operation::least};
  }
  LaneCode compile(const syntax::Gather& form) {
    const Scope scope(*this);
    const Loops over = loops(form.over);
    const LaneCode element = expression(form.element);
    const std::string& name = form.function;
    if (name == "all" || name == "any") {
      return [over, element, is_any = name == "any"](LaneMachine& machine) {
        return quantified(machine, over, element, is_any);
      };
    }
    if (name == "count") {
      return [over, element](LaneMachine& machine) {
        Lane result = Value(std::int64_t{0});
        over.run(machine, 0, [&](const Mask* passed) {
          const Lane holds = element(machine);
          if (!passed && holds.same()) {
            const Truth known = boolean_of(*holds.same());
            if (known == Truth::unknown) throw Apart("a boolean that is not known");
            if (known == Truth::no) return true;
            result = computed(machine, {add, Operation::add}, result, Value(std::int64_t{1}));
            return true;
          }
          const Mask counted = passed ? truths_in_lanes(holds) & *passed : truths_in_lanes(holds);
          result = computed(machine, {add, Operation::add}, result, counted_in_lanes(counted));
          return true;
        });
        return result;
      };
    }
    const bool sums = name == "sum", multiplies = name == "product";
    const Operator how = sums         ? Operator{add, Operation::add}
                         : multiplies ? Operator{multiply, Operation::multiply}
                                      : extreme(name == "max");
    return [=](LaneMachine& machine) {
      std::optional<Lane> result;
      Mask begun;  // the lanes that have one
      if (sums || multiplies) {
        result = Lane(Value(std::int64_t{multiplies}));
        begun = Mask::first(kLanes);
      }
      over.run(machine, 0, [&](const Mask* passed) {
        const Lane next = element(machine);
        if (!is_number_in_lanes(next)) throw Undefined("a number is needed");
        const Mask here = passed ? *passed : Mask::first(kLanes);
        if (!result) {
          result = next;
        } else {
          Lane together = computed(machine, how, *result, next);
          const Mask first = here - begun;
          if (passed) together = chosen_in_lanes(here, together, *result);
          result = first.any() ? chosen_in_lanes(first, next, together) : std::move(together);
        }
        begun = begun | here;
        return true;
      });
      if (!result) throw Undefined("max or min of nothing");
      machine.running.leave(machine.running.active - begun);
      return *result;
    };
  }
  static Lane quantified(LaneMachine& machine, const Loops& over, const LaneCode& element, bool is_any) {
    // `any` as not all not.
    const Under kept(machine.running, machine.running.active);
    Mask holds = Mask::first(kLanes);
    std::optional<bool> decided;
    over.run(machine, 0, [&](const Mask* passed) {
      const Lane value = element(machine);
      if (!passed && value.same() && boolean_of(*value.same()) != Truth::unknown) {
        if ((boolean_of(*value.same()) == Truth::yes) != is_any) return true;
        holds = Mask();  // in every lane that is still open
        machine.running.active = Mask();
        return false;
      }
      Mask part = truths_in_lanes(value);
      if (is_any) part = inverted(part);
      if (passed) part = part | inverted(*passed);
      holds = holds & part;
      if (passed) return true;  // the filter's lanes are put back behind this
      machine.running.active = machine.running.active & holds;
      return machine.running.active.any();
    });
    return is_any ? inverted(holds) : holds;
  }
  LaneCode compile(const syntax::List& form) {
    return [elements = all(form.elements)](LaneMachine& machine) {
      LaneList list;
      list.reserve(elements.size());
      for (const LaneCode& element : elements) list.push_back(element(machine));
      return together(std::move(list));
    };
  }
  /// A list of what is the same in all lanes is the same in all lanes.
  static Lane together(LaneList list) {
    if (!std::all_of(list.begin(), list.end(), [](const Lane& lane) { return lane.same(); })) return list;
    Value::List same;
    for (const Lane& lane : list) same.push_back(*lane.same());
    return Value(std::move(same));
  }
  LaneCode compile(const syntax::Comprehension& form) {
    const Scope scope(*this);
    const Loops over = loops(form.over);
    return [over, element = expression(form.element)](LaneMachine& machine) {
      LaneList list;
      over.run(machine, 0, [&](const Mask* passed) {
        if (passed) throw Apart("lists of different lengths");
        list.push_back(element(machine));
        return true;
      });
      return together(std::move(list));
    };
  }
  LaneCode compile(const syntax::Record& form) {
    std::vector<std::pair<std::string, LaneCode>> fields;
    for (const auto& [name, field] : form.fields) fields.emplace_back(name, expression(field));
    return [fields](LaneMachine& machine) {
      LaneRecord record;
      for (const auto& [name, field] : fields) record.emplace_back(name, field(machine));
      const auto is_same = [](const auto& field) { return field.second.same() != nullptr; };
      if (!std::all_of(record.begin(), record.end(), is_same)) return Lane(std::move(record));
      Value::Record same;
      for (const auto& [name, field] : record) same[name] = *field.same();
      return Lane(Value(std::move(same)));
    };
  }
  LaneCode compile(const syntax::Postfix& form) {
    LaneCode code = expression(form.base);
    for (const auto& access : form.accesses) {
      if (const auto* field = std::get_if<std::string>(&access)) {
        code = [base = std::move(code), name = *field](LaneMachine& machine) {
          return field_in_lanes(base(machine), name);
        };
      } else {
        code = [base = std::move(code),
                index = expression(std::get<syntax::ExpressionPtr>(access))](LaneMachine& machine) {
          const Lane list = base(machine);
          return indexed_in_lanes(machine.running, list, index(machine));
        };
      }
    }
    return code;
  }
  LaneCode compile(const syntax::Power& form) {
    return [base = expression(form.base), exponent = expression(form.exponent)](LaneMachine& machine) -> Lane {
      const Lane value = base(machine), times = exponent(machine);
      if (!times.same()) throw Apart("an exponent");
      if (value.same()) return power(*value.same(), *times.same());
      ++machine.computed;
      return power_in_lanes(machine.running, value, integer(*times.same()));
    };
  }
  LaneCode compile(const syntax::Negation& form) {
    return [operand = expression(form.operand)](LaneMachine& machine) -> Lane {
      const Lane value = operand(machine);
      if (value.same()) return negate(*value.same());
      ++machine.computed;
      return negated_in_lanes(value);
    };
  }
  LaneCode compile(const syntax::Not& form) {
    return [operand = expression(form.operand)](LaneMachine& machine) -> Lane {
      const Lane value = operand(machine);
      if (value.same()) return Value(!boolean_of(*value.same()));
      return inverted(truths_in_lanes(value));
    };
  }
  LaneCode compile(const syntax::Range& form) {
    return [from = expression(form.from), to = expression(form.to)](LaneMachine& machine) -> Lane {
      const Lane first = from(machine), last = to(machine);
      if (!first.same() || !last.same()) throw Apart("ranges of different lengths");
      const std::int64_t low = integer(*first.same()), high = integer(*last.same());
      if (high - low > 1'000'000) throw Apart("a long range");
      Value::List list;
      for (std::int64_t i = low; i <= high; ++i) list.emplace_back(i);
      machine.walk(list.size());
      return Value(std::move(list));
    };
  }
  LaneCode compile(const syntax::Chain& form) {
    const std::vector<LaneCode> operands = all(form.operands);
    using Level = syntax::Chain::Level;
    if (form.level == Level::disjunction || form.level == Level::conjunction) {
      const bool is_or = form.level == Level::disjunction;
      return [operands, is_or](LaneMachine& machine) -> Lane {
        std::size_t i = 0;
        const Mask holds = conjoined(machine, [&]() -> std::optional<Mask> {
          if (i == operands.size()) return std::nullopt;
          const Mask part = truths_in_lanes(operands[i++](machine));
          return is_or ? inverted(part) : part;
        });
        return is_or ? inverted(holds) : holds;
      };
    }
    if (form.level == Level::comparison) {
      std::vector<Relation> chain;
      for (const std::string& name : form.operators) chain.push_back(relation_named(name));
      return [operands, chain](LaneMachine& machine) -> Lane {
        Lane left = operands.front()(machine);
        std::size_t i = 0;
        if (chain.size() == 1) return compared(machine, chain[0], left, operands[1](machine));
        return conjoined(machine, [&]() -> std::optional<Mask> {
          if (i == chain.size()) return std::nullopt;
          Lane right = operands[i + 1](machine);
          const Mask part = truths_in_lanes(compared(machine, chain[i++], left, right));
          left = std::move(right);
          return part;
        });
      };
    }
    if (form.level == Level::concatenation) {
      return [operands](LaneMachine& machine) {
        LaneList list;
        for (const LaneCode& operand : operands) {
          const LaneList more = elements_in_lanes(operand(machine));
          list.insert(list.end(), more.begin(), more.end());
          machine.walk(list.size());
        }
        return together(std::move(list));
      };
    }
    std::vector<Operator> steps;
    for (const std::string& name : form.operators) {
      steps.push_back(name == "+"     ? Operator{add, Operation::add}
                      : name == "-"   ? Operator{subtract, Operation::subtract}
                      : name == "*"   ? Operator{multiply, Operation::multiply}
                      : name == "/"   ? Operator{divide, Operation::divide}
                      : name == "div" ? Operator{floor_divide, Operation::floor_divide}
                                      : Operator{remainder, Operation::remainder});
    }
    return [operands, steps](LaneMachine& machine) {
      Lane result = operands.front()(machine);
      for (std::size_t i = 0; i < steps.size(); ++i)
        result = computed(machine, steps[i], result, operands[i + 1](machine));
      return result;
    };
  }
  static Lane compared(LaneMachine& machine, Relation relation, const Lane& a, const Lane& b) {
    if (a.same() && b.same()) return Value(related(relation, *a.same(), *b.same()));
    ++machine.computed;
    return related_in_lanes(machine.running, relation, a, b);
  }
  LaneCode compile(const syntax::Let& form) {
    const LaneCode value = expression(form.value);
    const Scope scope(*this);
    const std::size_t slot = bind(form.name);
    return [value, slot, body = expression(form.body)](LaneMachine& machine) {
      machine.slot(slot) = value(machine);
      return body(machine);
    };
  }
  LaneCode compile(const syntax::If& form) {
    return [condition = expression(form.condition), then = expression(form.then),
            otherwise = expression(form.otherwise)](LaneMachine& machine) -> Lane {
      const Lane known = condition(machine);
      const Mask holds = truths_in_lanes(known);
      Running& running = machine.running;
      if (!(running.active - holds).any()) return then(machine);
      if (!(running.active & holds).any()) return otherwise(machine);
      Lane yes, no;
      {
        const Under where(running, holds);
        yes = then(machine);
      }
      {
        const Under elsewhere(running, inverted(holds));
        no = otherwise(machine);
      }
      ++machine.computed;
      return chosen_in_lanes(holds, yes, no);
    };
  }
  LaneCode compile(const syntax::Fold& form) {
    const LaneCode start = expression(form.start), list = expression(form.list);
    const Scope scope(*this);
    const std::size_t state = bind(form.state), element = bind(form.name);
    return [=, next = expression(form.next)](LaneMachine& machine) {
      Lane result = start(machine);
      const Lane elements = list(machine);
      const std::size_t length = length_in_lanes(elements);
      for (std::size_t i = 0; i < length; ++i) {
        machine.walk();
        machine.slot(state) = std::move(result);
        machine.slot(element) = element_in_lanes(elements, i);
        result = next(machine);
      }
      return result;
    };
  }

  const LaneDefinitions& definitions_;
  std::vector<std::pair<std::string, std::size_t>> scope_;
  std::size_t next_, frame_;
};

}  // namespace

LaneDefinition lane_definition(const syntax::Definition& source, const LaneDefinitions& definitions) {
  Compiler compiler(definitions, {}, 0);
  for (const std::string& parameter : source.parameters) compiler.bind(parameter);
  LaneDefinition result;
  result.body = compiler.expression(source.body);
  result.frame = compiler.frame();
  return result;
}

LaneCode lane_code(const syntax::ExpressionPtr& source, const LaneDefinitions& definitions,
                   const std::vector<std::pair<std::string, std::size_t>>& scope, std::size_t next,
                   std::size_t& frame) {
  Compiler compiler(definitions, scope, next);
  LaneCode code = compiler.expression(source);
  frame = std::max(frame, compiler.frame());
  return code;
}

}  // namespace attest::verify::attack
