// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// A learned sink logit: OpenAI 2025 (gpt-oss model card).
Findings variants_learned_sink(const Effort& effort);

}  // namespace attest::constructions
