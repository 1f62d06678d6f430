// SPDX-License-Identifier: Apache-2.0
// A conjunction of named parts: true if each part is, false if one part is.
#include <algorithm>
#include "verify/trusted/check.hpp"
namespace checker {
void meet_split(Check& check, const Formula& parts, bool goal, const Step& step) {
  if (goal && step.names.size() != parts.names.size()) reject(step, "expected a step for each part, and no other");
  for (std::size_t i = 0; i < parts.names.size(); ++i) {
    const auto step_of_part = std::find(step.names.begin(), step.names.end(), parts.names[i]);
    if (goal && step_of_part == step.names.end()) reject(step, "there is no step for the part " + parts.names[i]);
    if (!goal && parts.names[i] != step.part) continue;
    const std::string around = check.part;
    check.part += (around.empty() ? "" : ".") + parts.names[i];
    const auto number = goal ? static_cast<std::size_t>(step_of_part - step.names.begin()) : 0;
    check.meet(parts.children[i], goal, step.children[number]);
    check.part = around;
    if (!goal) return;
  }
  if (!goal) reject(step, "expected the name of a part that fails, found '" + step.part + "'");
}
}  // namespace checker
