// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/lane_code.hpp"

#include <algorithm>

#include "verify/attack/lane_compiler.hpp"

namespace attest::verify::attack {

namespace syntax = theory::syntax;

namespace {

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

}  // namespace

Lane together(LaneList list) {
  if (!std::all_of(list.begin(), list.end(), [](const Lane& lane) { return lane.same(); })) return list;
  Value::List same;
  for (const Lane& lane : list) same.push_back(*lane.same());
  return Value(std::move(same));
}

LaneCode LaneCompiler::constant(const Value& value) {
  return [lane = Lane(value)](LaneMachine&) { return lane; };
}

std::vector<LaneCode> LaneCompiler::all(const std::vector<syntax::ExpressionPtr>& sources) {
  std::vector<LaneCode> codes;
  for (const auto& source : sources) codes.push_back(expression(source));
  return codes;
}

LaneCode LaneCompiler::compile(const syntax::Integer& form) {
  return constant(Value(theory::Rational::parse(form.digits)));
}

LaneCode LaneCompiler::compile(const syntax::Symbol& form) { return constant(Value(form.text)); }

LaneCode LaneCompiler::compile(const syntax::Truth& form) { return constant(Value(truth(form.value))); }

LaneCode LaneCompiler::compile(const syntax::Name& form) {
  for (auto bound = scope_.rbegin(); bound != scope_.rend(); ++bound) {
    if (bound->first == form.name) return [slot = bound->second](LaneMachine& machine) { return machine.slot(slot); };
  }
  return [callee = definitions_.at(form.name)](LaneMachine& machine) { return called(machine, *callee, {}); };
}

LaneCode LaneCompiler::compile(const syntax::Call& form) {
  std::vector<LaneCode> arguments = all(form.arguments);
  const auto found = definitions_.find(form.function);
  if (found != definitions_.end()) {
    return [callee = found->second, arguments](LaneMachine& machine) { return called(machine, *callee, arguments); };
  }
  return built_in(form.function, std::move(arguments));
}

LaneCode LaneCompiler::compile(const syntax::List& form) {
  return [elements = all(form.elements)](LaneMachine& machine) {
    LaneList list;
    list.reserve(elements.size());
    for (const LaneCode& element : elements) list.push_back(element(machine));
    return together(std::move(list));
  };
}

LaneCode LaneCompiler::compile(const syntax::Record& form) {
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

LaneCode LaneCompiler::compile(const syntax::Postfix& form) {
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

LaneCode LaneCompiler::compile(const syntax::Let& form) {
  const LaneCode value = expression(form.value);
  const Scope scope(*this);
  const std::size_t slot = bind(form.name);
  return [value, slot, body = expression(form.body)](LaneMachine& machine) {
    machine.slot(slot) = value(machine);
    return body(machine);
  };
}

LaneCode LaneCompiler::compile(const syntax::If& form) {
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

LaneCode LaneCompiler::compile(const syntax::Fold& form) {
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

LaneDefinition lane_definition(const syntax::Definition& source, const LaneDefinitions& definitions) {
  LaneCompiler compiler(definitions, {}, 0);
  for (const std::string& parameter : source.parameters) compiler.bind(parameter);
  LaneDefinition result;
  result.body = compiler.expression(source.body);
  result.frame = compiler.frame();
  return result;
}

LaneCode lane_code(const syntax::ExpressionPtr& source, const LaneDefinitions& definitions,
                   const std::vector<std::pair<std::string, std::size_t>>& scope, std::size_t next,
                   std::size_t& frame) {
  LaneCompiler compiler(definitions, scope, next);
  LaneCode code = compiler.expression(source);
  frame = std::max(frame, compiler.frame());
  return code;
}

}  // namespace attest::verify::attack
