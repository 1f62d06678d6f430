// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "constructions/claim.hpp"
#include "constructions/urpe/contextual_mapping.hpp"

namespace attest::constructions {

/// What is checked by the engine alone: on every grid with n <= 5, m <= 8, d <= 3 and a number of inputs that `effort`
/// allows, and for every u of position_vectors(n), that the values of the construction are distinct: those of all
/// tokens, or, without its global shift, those of the token at which u is largest.
enum class Distinct { all_tokens, largest_position };
EngineCheck distinct_on_grids(
    const std::string& what, const Effort& effort, Distinct which, GridKind grid,
    const std::function<ContextualConstruction(const RationalVector& u, long m, long d)>& construction);

}  // namespace attest::constructions
