// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/variants/parameters.hpp"

namespace attest::constructions {

/// The attention matrix of an attention at its input X (n x d), exactly: N x N, over the extra token too. Where a
/// weight is irrational (a score that is no integer in base 2, or is not 0 in base e; a negative feature of linear
/// attention): std::domain_error.
RationalMatrix attention_matrix(const Attention& attention, const Parameters& parameters, const RationalMatrix& X);

/// The layer's output, n x d: the input with its encodings, plus what the head adds (URPE eq. 2), for the user's
/// tokens.
RationalMatrix attention_layer(const Attention& attention, const Parameters& parameters, const RationalMatrix& X);

/// A 1.
RationalVector row_sums(const RationalMatrix& A);

}  // namespace attest::constructions
