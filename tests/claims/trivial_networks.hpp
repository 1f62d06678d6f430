// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "constructions/universal/approximant.hpp"

namespace attest::tests {

/// Networks for two tokens of dimension 1 that approximate nothing: zero, constants, the identity, a map of each token
/// alone, and, where there is a head whose attention adds different constants to the two tokens, a map of positions
/// alone and a map of position and own token.
std::vector<constructions::Approximant> trivial_networks(
    const std::optional<theory::Head<theory::Rational>>& position_head);

}  // namespace attest::tests
