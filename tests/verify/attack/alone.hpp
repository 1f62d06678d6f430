// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/attack/code.hpp"

namespace attest::tests {

using namespace verify::attack;

/// An instance by itself: "yes", "no", or that it has no value.
inline std::string alone(Machine& machine, std::size_t frame, const Code& code) {
  machine.base = 0;
  machine.top = frame;
  machine.steps = 300'000;
  try {
    const Truth value = boolean_of(code(machine));
    return value == Truth::unknown ? "unknown" : value == Truth::yes ? "yes" : "no";
  } catch (const Undefined&) {
    return "undefined";
  } catch (const Unknown&) {
    return "unknown";
  } catch (const Spent&) {
    return "spent";
  }
}

inline std::string word(bool value) { return value ? "yes" : "no"; }

struct Compared {
  std::size_t instances = 0, answered = 0;
};

inline Machine machine_for(const CompiledStatement& statement) {
  Machine machine;
  machine.stack.resize(statement.frame + 64);
  machine.top = statement.frame;
  machine.steps = ~0ULL;
  return machine;
}

}  // namespace attest::tests
