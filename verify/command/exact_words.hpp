// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "theory/attention/normalization.hpp"
#include "verify/json/node.hpp"

namespace attest::verify::command {

/// The value whose name the node holds.
template <class T>
T choice(const json::Node& node, const std::vector<std::pair<std::string, T>>& choices) {
  const std::string text = node.text();
  std::string names;
  for (const auto& [name, value] : choices) {
    if (text == name) return value;
    names += (names.empty() ? "" : ", ") + name;
  }
  node.fail("expected one of " + names);
}

/// The vector under `key`, if there is one.
inline std::optional<theory::Vector<theory::Rational>> optional_vector(const json::Node& node, const std::string& key,
                                                                       std::size_t length) {
  const std::optional<json::Node> entry = node.find(key);
  return entry ? std::optional(entry->vector(length)) : std::nullopt;
}

/// Of rows of d entries; none where there is no node.
theory::Normalization<theory::Rational> read_normalization(const std::optional<json::Node>& node, std::size_t d);

}  // namespace attest::verify::command
