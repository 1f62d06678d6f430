// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Remark B.6: which position encodings realise every softmax pattern.
Findings positional_remark_b6(const Effort& effort);

}  // namespace attest::constructions
