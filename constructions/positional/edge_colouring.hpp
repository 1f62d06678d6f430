// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

namespace attest::constructions {

/// A message: sender and receiver, from 1.
using Message = std::pair<long, long>;

/// A slot 1, ..., `slots` for each message such that messages with a common sender, and messages with a common
/// receiver, have different ones (Koenig's edge colouring, by alternating chains; theory/proofs/edge_colouring.v).
/// Errors: std::invalid_argument if a machine sends or receives more than `slots` messages.
std::vector<long> colour_messages(const std::vector<Message>& messages, long machines, long slots);

}  // namespace attest::constructions
