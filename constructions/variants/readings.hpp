// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"
#include "constructions/variants/description.hpp"

namespace attest::constructions {

// Steps for the findings in which a variant is read in another way than its source prints it.

/// With later keys masked inside softmax no output depends on a later token.
theory::Step masked_is_causal(const Attention& attention, const Effort& effort);
/// Whether an attention is causal, as property_causal decides it.
theory::Step causality(const Attention& attention, const Effort& effort);
/// Without a mask identical rows stay identical, and two row sums agree at some input.
theory::Step positions_stay_hidden(const Attention& attention, const Effort& effort);
/// With T5's encoding inside, identical rows may come apart and the position-aware condition can be met.
theory::Step positions_come_through(const Attention& attention, const Effort& effort);
/// The block of the user's own tokens behind a first token: parameters, v = (1/2, 2/3, ...), every real X.
theory::Step bos_block(const Attention& attention, const Effort& effort);

}  // namespace attest::constructions
