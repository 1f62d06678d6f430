// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "constructions/draw.hpp"
#include "theory/certificate/value.hpp"

namespace attest::constructions {

/// The fields of a head that theory/definitions/attention.stm reads for an encoding of URPE's section 2 (`is_variant`),
/// with head dimension 1: variant, WQ, WK and the encoding's own parameters, which are all 0 but the one that weighs
/// the keys.
///
/// `variant`: "t5", "shaw", "deberta" or "transformer_xl"; others are an InputError. `weights`: WQ = WK, of length d.
/// `key_weight`: DeBERTa's s_{i-j} (the same for all i-j) and Transformer-XL's u; the other two have no such parameter
/// and ignore it.
theory::Value::Record encoding(const std::string& variant, long n, const RationalVector& weights,
                               const theory::Rational& key_weight = 0);

}  // namespace attest::constructions
