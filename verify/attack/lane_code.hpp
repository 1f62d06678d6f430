// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "theory/statement/syntax.hpp"
#include "verify/attack/lanes.hpp"

namespace attest::verify::attack {

/// What runs in lanes: a stack of frames, the lanes that count, and what it cost.
struct LaneMachine {
  std::vector<Lane> stack;
  std::size_t base = 0, top = 0;
  Running running;
  std::uint64_t walked = 0;    ///< calls and elements of loops
  std::uint64_t computed = 0;  ///< operations on all lanes
  std::uint64_t alone = 0;     ///< what the lanes' instances by themselves would be charged

  Lane& slot(std::size_t number) { return stack[base + number]; }
  void walk(std::uint64_t count = 1) {
    walked += count;
    alone += count * running.active.count();
  }
};

using LaneCode = std::function<Lane(LaneMachine&)>;  ///< empty for a part that is not there

struct LaneDefinition {
  std::size_t frame = 0;
  LaneCode body;
};
using LaneDefinitions = std::map<std::string, std::shared_ptr<const LaneDefinition>>;

LaneDefinition lane_definition(const theory::syntax::Definition& source, const LaneDefinitions& definitions);

/// An expression as code for lanes, whose free names are in these slots; its own are from `next` on. `frame` grows to
/// what it needs. What lanes lack throws Apart when it is run, and so does what differs in shape.
LaneCode lane_code(const theory::syntax::ExpressionPtr& source, const LaneDefinitions& definitions,
                   const std::vector<std::pair<std::string, std::size_t>>& scope, std::size_t next, std::size_t& frame);

}  // namespace attest::verify::attack
