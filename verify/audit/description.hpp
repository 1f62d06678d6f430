// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/variants/description.hpp"
#include "verify/json/node.hpp"

namespace attest::verify::audit {

/// An attention as a user describes it (docs/attention_format.md).
struct Description {
  std::string name, source;  ///< empty: not given
  constructions::Attention attention;
};

/// The keys of a description but name and source, each with its words, the default first.
std::vector<std::pair<std::string, std::vector<std::string>>> vocabulary();

/// InputError for an unknown key, an unknown word, or keys that contradict each other.
Description read_description(const json::Node& node);

}  // namespace attest::verify::audit
