// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "theory/certificate/value.hpp"
#include "theory/scalar/rational.hpp"

namespace attest::constructions {

/// A network of Positional Attention with 3 k + 1 layers, one head and ReLU whose matrices all have norms at most 1 and
/// which has the value `top` at the unit vectors of the set and 0 at the others (theory/proofs/depth.v). `set` holds
/// 0 or 1 for each of 4^k unit vectors; 0 <= top <= 1. The first layer looks up the set with weights top / 2^k; then
/// three layers together double: head and skip connection carry the same number, and 2 (2/3) 2 (5/8) 2 (3/5) = 2. The
/// value is a record {layers, w} as the statements of positional.theorem-6-1 take it.
theory::Value deep_network(long k, const std::vector<long>& set, const theory::Rational& top);

/// The value of a set in a certificate.
theory::Value set_value(const std::vector<long>& set);

}  // namespace attest::constructions
