// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Proposition 4: the attentive condition for each encoding of section 2, as printed and with the bias on the
/// side of the query.
Findings urpe_attentive_condition(const Effort& effort);

}  // namespace attest::constructions
