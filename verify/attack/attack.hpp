// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"
#include "theory/statement/load.hpp"

namespace attest::verify::attack {

/// Certificates for the statements of a claim that brings no construction: round after round, each reaching further,
/// first a counterexample is hunted for (hunt.hpp), then steps that meet the statement
/// whole: lists element by element, intervals of reals by cells that are halved, witnesses in the order of their size.
/// Where neither is found the certificate says what was met: some elements, which decides nothing. The engine checks
/// say how far the search went. The result depends on the claim, on
/// effort.thorough and on which z3 there is (solver.hpp), unless the effort ends the search.
constructions::Findings attack(const theory::LoadedClaim& claim, const constructions::Effort& effort);

}  // namespace attest::verify::attack
