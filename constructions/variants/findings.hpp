// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"
#include "constructions/variants/description.hpp"

namespace attest::constructions {

/// A registered variant.
struct Variant {
  std::string name;  ///< "t5": the claim is variants.t5, about published("t5")
  /// What the theorems about it begin with ("t5": t5_stochastic, t5_identical_rows,
  /// t5_not_aware); empty: there are none.
  std::string theorems = {};
  std::string proofs = "theory/proofs/variants.v";  ///< the file with them
  struct Theorem {
    std::string statement, file, name;
  };
  std::vector<Theorem> masks = {};  ///< further theorems
};

/// The certificates of one variants claim: property_right_stochastic, property_identical_rows_stay_identical,
/// property_position_aware (or property_not_position_aware, which is what can be shown where it fails),
/// property_causal, and `printed`, their conjunction as decided. Values come from properties.hpp and from reproducible
/// draws.
Findings variant_findings(const Variant& variant, const Effort& effort);

}  // namespace attest::constructions
