// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "constructions/draw.hpp"
#include "theory/certificate/value.hpp"

namespace attest::constructions {

/// Transformer blocks as values of the statement language, with the fields that theory/definitions/attention.stm reads.
/// Shapes: n tokens, model dimension d, head dimension dH, hidden dimension r.

struct Head {
  RationalMatrix attention;          ///< n x n; left out where the head computes it (see `parameters`)
  RationalMatrix value;              ///< WV, d x dH
  RationalVector value_bias;         ///< bV, dH
  RationalMatrix output;             ///< WO, dH x d
  theory::Value::Record parameters;  ///< further fields: variant, WQ, WK, m, r, s, WR, u, v, c

  theory::Value to_value() const;
};

struct Normalization {
  std::string kind = "none";  ///< "none", "layer", "rms"
  theory::Rational epsilon = 0;
  RationalVector gain, shift;

  theory::Value to_value() const;
};

struct Block {
  std::vector<Head> heads;
  RationalVector output_bias;  ///< bO, d
  RationalMatrix W1;           ///< d x r
  RationalVector b1;           ///< r
  RationalMatrix W2;           ///< r x d
  RationalVector b2;           ///< d
  Normalization after_attention, after_ffn;

  theory::Value to_value() const;
};

/// No heads, no normalization, and FFN(X) = X: the identity block in dimension d with r hidden units.
Block identity_block(long d, long r);

/// An FFN block that sends every row to `row`: X - ReLU(X) + ReLU(-X) = 0, then the bias. r = 2d.
Block constant_block(const RationalVector& row);

/// The list of blocks as a value.
theory::Value network_value(const std::vector<Block>& blocks);

/// Random heads with right stochastic attention, FFN, biases if asked for. No normalization.
Block random_block(Draw& draw, long n, long d, long heads, bool biases);

}  // namespace attest::constructions
