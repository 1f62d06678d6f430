// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, abstract: RPE Transformers in the sup norm (Theorem 2) and in L^p, where explicit networks come within eps.
Findings urpe_headline(const Effort& effort);

}  // namespace attest::constructions
