// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "theory/attention/transformer.hpp"
#include "theory/certificate/value.hpp"

namespace attest::constructions {

// Blocks of the exact engine as values that theory/definitions/universal.stm reads.

/// The fields that a kind of network asks of a head, beside WV, bV and WO.
using HeadFields = std::function<theory::Value::Record(const theory::Head<theory::Rational>&, std::size_t n)>;

/// `is_urpe_network`: WQ, WK, T5's bias with m = 0, and the family c of the Toeplitz matrix C.
theory::Value::Record urpe_fields(const theory::Head<theory::Rational>& head, std::size_t n);

/// A list of blocks without normalizations for n tokens. std::invalid_argument if a block has one.
theory::Value network_value(const std::vector<theory::Block<theory::Rational>>& blocks, std::size_t n,
                            const HeadFields& fields);

}  // namespace attest::constructions
