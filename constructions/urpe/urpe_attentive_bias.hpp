// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, the scalar c of the attentive condition: on which side of the scores it is a threshold.
Findings urpe_attentive_bias(const Effort& effort);

}  // namespace attest::constructions
