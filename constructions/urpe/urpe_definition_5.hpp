// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Definition 5 and the sentence after it: stacks of modified blocks as limits of stacks of ordinary ones; in
/// which sense, with which rule for ties, with which value at a jump.
Findings urpe_definition_5(const Effort& effort);

}  // namespace attest::constructions
