// SPDX-License-Identifier: Apache-2.0
// What goes over lists: comprehensions, sums and products, extremes, counts, all and any.
#include "verify/attack/lane_compiler.hpp"

namespace attest::verify::attack {

namespace syntax = theory::syntax;

namespace {

Lane quantified(LaneMachine& machine, const LaneLoops& over, const LaneCode& element, bool is_any) {
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

}  // namespace

LaneLoops LaneCompiler::loops(const syntax::Generators& over) {
  LaneLoops result;
  for (const auto& [name, list] : over.lists) {
    result.lists.push_back(expression(list));
    result.slots.push_back(bind(name));
  }
  result.filter = expression(over.filter);
  return result;
}

LaneCode LaneCompiler::compile(const syntax::Gather& form) {
  const Scope scope(*this);
  const LaneLoops over = loops(form.over);
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
                                    : extreme_operator(name == "max");
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

LaneCode LaneCompiler::compile(const syntax::Comprehension& form) {
  const Scope scope(*this);
  const LaneLoops over = loops(form.over);
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

}  // namespace attest::verify::attack
