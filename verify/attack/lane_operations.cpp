// SPDX-License-Identifier: Apache-2.0
// Operations: built-in functions, chains of operators, powers, ranges.
#include "verify/attack/lane_compiler.hpp"

namespace attest::verify::attack {

namespace syntax = theory::syntax;

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

Operator extreme_operator(bool greater) {
  return greater ? Operator{greatest, Operation::greatest} : Operator{least, Operation::least};
}

namespace {

Lane compared(LaneMachine& machine, Relation relation, const Lane& a, const Lane& b) {
  if (a.same() && b.same()) return Value(related(relation, *a.same(), *b.same()));
  ++machine.computed;
  return related_in_lanes(machine.running, relation, a, b);
}

}  // namespace

/// Of what is the same in all lanes, as elsewhere; otherwise what lanes have.
LaneCode LaneCompiler::built_in(const std::string& name, std::vector<LaneCode> arguments) {
  std::vector<Code> given;  // they read what the call below has put there
  for (std::size_t i = 0; i < arguments.size(); ++i) given.push_back([i](Machine& machine) { return machine.slot(i); });
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
      const Operator how = extreme_operator(greater);
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

LaneCode LaneCompiler::compile(const syntax::Power& form) {
  return [base = expression(form.base), exponent = expression(form.exponent)](LaneMachine& machine) -> Lane {
    const Lane value = base(machine), times = exponent(machine);
    if (!times.same()) throw Apart("an exponent");
    if (value.same()) return power(*value.same(), *times.same());
    ++machine.computed;
    return power_in_lanes(machine.running, value, integer(*times.same()));
  };
}

LaneCode LaneCompiler::compile(const syntax::Negation& form) {
  return [operand = expression(form.operand)](LaneMachine& machine) -> Lane {
    const Lane value = operand(machine);
    if (value.same()) return negate(*value.same());
    ++machine.computed;
    return negated_in_lanes(value);
  };
}

LaneCode LaneCompiler::compile(const syntax::Not& form) {
  return [operand = expression(form.operand)](LaneMachine& machine) -> Lane {
    const Lane value = operand(machine);
    if (value.same()) return Value(!boolean_of(*value.same()));
    return inverted(truths_in_lanes(value));
  };
}

LaneCode LaneCompiler::compile(const syntax::Range& form) {
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

LaneCode LaneCompiler::compile(const syntax::Chain& form) {
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

}  // namespace attest::verify::attack
