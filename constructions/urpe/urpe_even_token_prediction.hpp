// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, eq. 10: no RPE Transformer predicts even tokens on identical tokens; an explicit URPE Transformer does on
/// every sequence.
Findings urpe_even_token_prediction(const Effort& effort);

}  // namespace attest::constructions
