// SPDX-License-Identifier: Apache-2.0
// A conjunction of named parts: true if each part is, false if one part is.
#include <algorithm>

#include "verify/trusted/check.hpp"

namespace checker {

void meet_split(Check& check, const Formula& parts, bool goal, const Step& step) {
  auto named = [&](const std::string& name) {
    return std::find_if(parts.parts.begin(), parts.parts.end(), [&](const auto& part) { return part.first == name; });
  };
  if (!goal) {
    const auto part = named(step.part);
    if (part == parts.parts.end()) reject(step, "expected the name of a part that fails, found '" + step.part + "'");
    return check.meet(*part->second, false, step.then());
  }
  if (!step.part.empty() || step.part_names.size() != parts.parts.size())
    reject(step, "expected a step for each part, and no other");
  for (const auto& [name, part] : parts.parts) {
    const auto found = std::find(step.part_names.begin(), step.part_names.end(), name);
    if (found == step.part_names.end()) reject(step, "there is no step for the part " + name);
    check.meet(*part, true, step.children[static_cast<std::size_t>(found - step.part_names.begin())]);
  }
}

}  // namespace checker
