// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/positional/interpolation.hpp"
#include "theory/attention/positional_transformer.hpp"

namespace attest::constructions {

/// A function of finitely many configurations of n nodes, for two layers of positional attention with all scores equal
/// (theory/proofs/two_layers.v): layer 1 turns each row into a code, the heads of layer 2 take the mean of all codes,
/// and its MLP looks the configuration up.
struct Lookup {
  std::vector<RationalMatrix> inputs;   ///< after `prepare`: one matrix of n rows for each configuration
  std::vector<RationalMatrix> outputs;  ///< n rows each
};

/// A network of `depth` layers with `heads` heads each, from the columns of the inputs to those of the outputs, P = 1:
/// identity layers first, then the two. Rows of different nodes must differ in every pair of configurations (an
/// identifier in the last column does it). `prepare` is applied to each row before (empty: nothing).
/// Errors: std::invalid_argument for depth < 2, heads < 1, no configuration, or inputs that repeat.
theory::PositionalTransformer two_layer_network(const Lookup& lookup, const Mlp& prepare, long depth, long heads);

/// A network's layers as the list of records that theory/definitions/positional_attention.stm takes.
theory::Value network_value(const theory::PositionalTransformer& network);

}  // namespace attest::constructions
