// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Remark 5.2: any function of finitely many inputs, by two layers.
Findings positional_remark_5_2(const Effort& effort);

}  // namespace attest::constructions
