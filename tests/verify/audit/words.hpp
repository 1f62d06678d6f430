// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "theory/error.hpp"
#include "verify/audit/description.hpp"

namespace attest::tests {

using Named = std::pair<std::string, constructions::Attention>;

/// The attention of these keys and words; nothing where they contradict each other.
inline std::optional<constructions::Attention> described(const verify::json::Value& document) {
  try {
    return verify::audit::read_description(verify::json::Node(document, "words")).attention;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

/// Every word alone, and the attention of no word.
inline std::vector<Named> single_words() {
  std::vector<Named> list = {{"none", {}}};
  for (const auto& [key, words] : verify::audit::vocabulary())
    for (std::size_t w = 1; w < words.size(); ++w)
      list.emplace_back(key + "-" + words[w], described({{key, words[w]}}).value());
  return list;
}

/// Every two words of different keys that do not contradict each other.
inline std::vector<Named> pairs_of_words() {
  std::vector<Named> list;
  const auto keys = verify::audit::vocabulary();
  for (std::size_t i = 0; i < keys.size(); ++i)
    for (std::size_t j = i + 1; j < keys.size(); ++j)
      for (std::size_t v = 1; v < keys[i].second.size(); ++v)
        for (std::size_t w = 1; w < keys[j].second.size(); ++w)
          if (const auto a = described({{keys[i].first, keys[i].second[v]}, {keys[j].first, keys[j].second[w]}}))
            list.emplace_back(keys[i].second[v] + "-" + keys[j].second[w], *a);
  return list;
}

}  // namespace attest::tests
