// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/instance_tree.hpp"

#include <stdexcept>

namespace attest::constructions {

using theory::Step;
using theory::Value;

namespace {

Step tree_from(std::vector<Instance> instances, std::size_t depth) {
  if (depth == instances.front().values.size()) {
    if (instances.size() > 1) throw std::invalid_argument("instance_tree: the same values twice");
    return std::move(instances.front().then);
  }
  std::vector<Value> values;
  std::vector<std::vector<Instance>> groups;
  for (Instance& instance : instances) {
    const Value& value = instance.values.at(depth).second;
    std::size_t group = 0;
    while (group < values.size() && values[group].to_json() != value.to_json()) ++group;
    if (group == values.size()) {
      values.push_back(value);
      groups.emplace_back();
    }
    groups[group].push_back(std::move(instance));
  }
  const std::string variable = groups.front().front().values[depth].first;
  std::vector<Step> cases;
  for (std::vector<Instance>& group : groups) cases.push_back(tree_from(std::move(group), depth + 1));
  return theory::instances(variable, std::move(values), std::move(cases));
}

}  // namespace

Step instance_tree(std::vector<Instance> instances) { return tree_from(std::move(instances), 0); }

}  // namespace attest::constructions
