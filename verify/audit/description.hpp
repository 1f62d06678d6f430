// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/variants/description.hpp"
#include "verify/command/exact_json.hpp"

namespace attest::verify {

/// An attention as a user describes it (docs/attention_format.md).
struct Description {
  std::string name, source;  ///< empty: not given
  constructions::Attention attention;
};

/// InputError for an unknown key, an unknown word, or keys that contradict each other.
Description read_description(const Node& node);

}  // namespace attest::verify
