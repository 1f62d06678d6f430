// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/attention/transformer.hpp"

namespace attest::theory {

/// The same parameters as enclosures: each rational the smallest ball around it at the given precision in bits. So a
/// network that is given exactly is evaluated with exp and square roots.
Head<Enclosure> enclose(const Head<Rational>& head, long precision);
FeedForward<Enclosure> enclose(const FeedForward<Rational>& ffn, long precision);
Normalization<Enclosure> enclose(const Normalization<Rational>& normalization, long precision);
Block<Enclosure> enclose(const Block<Rational>& block, long precision);
std::vector<Block<Enclosure>> enclose(const std::vector<Block<Rational>>& blocks, long precision);

}  // namespace attest::theory
