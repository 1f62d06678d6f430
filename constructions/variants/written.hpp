// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "constructions/variants/description.hpp"

namespace attest::constructions {

/// An attention in the statement language, out of the words of theory/definitions/described.stm: the definitions
/// `A(h, X)` (the attention matrix, over the extra token too), `layer_row(h, X, i)`, `layer(h, X)` (the output of the
/// user's tokens) and `is_described(h, n, d)` (what a head h must consist of for n tokens of dimension d). They say
/// what evaluate.hpp computes, and what docs/attention_format.md says in words. Sinusoids are the rows of h.P, about
/// which is_described says nothing; learned encodings are, too, and is_described wants them.
std::string written_definitions(const Attention& attention);

}  // namespace attest::constructions
