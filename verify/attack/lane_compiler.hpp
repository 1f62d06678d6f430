// SPDX-License-Identifier: Apache-2.0
// The compiler behind lane_code, and what its parts share. Internal to lanes.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verify/attack/builtins.hpp"
#include "verify/attack/lane_code.hpp"

namespace attest::verify::attack {

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

inline Mask inverted(const Mask& mask) { return Mask::first(kLanes) - mask; }

using BinaryFunction = Value (*)(const Value&, const Value&);
struct Operator {
  BinaryFunction step;
  Operation operation;
};

/// In the lanes that count; of what is the same in all of them, once.
Lane computed(LaneMachine& machine, const Operator& how, const Lane& a, const Lane& b);
Operator extreme_operator(bool greater);
/// A list of what is the same in all lanes is the same in all lanes.
Lane together(LaneList list);

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

struct LaneLoops {
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

class LaneCompiler {
 public:
  LaneCompiler(const LaneDefinitions& definitions, std::vector<std::pair<std::string, std::size_t>> scope,
               std::size_t next)
      : definitions_(definitions), scope_(std::move(scope)), next_(next), frame_(next) {}

  std::size_t frame() const { return frame_; }
  std::size_t bind(const std::string& name) {
    scope_.emplace_back(name, next_);
    frame_ = std::max(frame_, next_ + 1);
    return next_++;
  }
  LaneCode expression(const theory::syntax::ExpressionPtr& source) {
    if (!source) return {};
    return std::visit([this](const auto& form) { return compile(form); }, source->form);
  }

 private:
  struct Scope {
    explicit Scope(LaneCompiler& compiler) : compiler(compiler), size(compiler.scope_.size()), next(compiler.next_) {}
    ~Scope() {
      compiler.scope_.resize(size);
      compiler.next_ = next;
    }
    LaneCompiler& compiler;
    std::size_t size, next;
  };

  std::vector<LaneCode> all(const std::vector<theory::syntax::ExpressionPtr>& sources);
  LaneLoops loops(const theory::syntax::Generators& over);
  static LaneCode constant(const Value& value);
  static LaneCode built_in(const std::string& name, std::vector<LaneCode> arguments);
  LaneCode compile(const theory::syntax::Integer& form);
  LaneCode compile(const theory::syntax::Symbol& form);
  LaneCode compile(const theory::syntax::Truth& form);
  LaneCode compile(const theory::syntax::Name& form);
  LaneCode compile(const theory::syntax::Call& form);
  LaneCode compile(const theory::syntax::Gather& form);
  LaneCode compile(const theory::syntax::List& form);
  LaneCode compile(const theory::syntax::Comprehension& form);
  LaneCode compile(const theory::syntax::Record& form);
  LaneCode compile(const theory::syntax::Postfix& form);
  LaneCode compile(const theory::syntax::Power& form);
  LaneCode compile(const theory::syntax::Negation& form);
  LaneCode compile(const theory::syntax::Not& form);
  LaneCode compile(const theory::syntax::Range& form);
  LaneCode compile(const theory::syntax::Chain& form);
  LaneCode compile(const theory::syntax::Let& form);
  LaneCode compile(const theory::syntax::If& form);
  LaneCode compile(const theory::syntax::Fold& form);

  const LaneDefinitions& definitions_;
  std::vector<std::pair<std::string, std::size_t>> scope_;
  std::size_t next_, frame_;
};

}  // namespace attest::verify::attack
