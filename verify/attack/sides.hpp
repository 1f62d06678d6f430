// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "constructions/exhibit.hpp"
#include "theory/certificate/certificate.hpp"
#include "theory/statement/load.hpp"

namespace attest::verify::attack {

/// Both sides of what fails at a counterexample, exactly and as decimals: of the first comparison that makes the
/// statement false there, or, where several have to fail, of the first three. Nothing where `steps` refute at more than
/// one instance, or where what fails is no comparison. It explains; the certificate decides.
std::optional<constructions::Exhibit> sides_of(const theory::LoadedClaim& claim, const std::string& statement,
                                               const theory::Step& steps);

}  // namespace attest::verify::attack
