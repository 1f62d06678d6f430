// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/positional/interpolation.hpp"

namespace attest::constructions {

/// A function of finitely many configurations of n nodes, for two layers of positional attention with all scores equal
/// (theory/proofs/two_layers.v): layer 1 turns each row into a code, the heads of layer 2 take the mean of all codes,
/// and its MLP looks the configuration up.
struct Lookup {
  std::vector<RationalMatrix> inputs;   ///< after `prepare`: one matrix of n rows for each configuration
  std::vector<RationalMatrix> outputs;  ///< n rows each
};

/// The list of layers for `is_transformer(layers, n, depth, heads, columns of the inputs, columns of the outputs)`:
/// identity layers first, then the two. Rows of different nodes must differ in every pair of configurations (an
/// identifier in the last column does it). `prepare` is applied to each row before (empty: nothing).
/// Errors: std::invalid_argument for depth < 2, heads < 1, no configuration, or inputs that repeat.
theory::Value two_layer_network(const Lookup& lookup, const Mlp& prepare, long depth, long heads);

}  // namespace attest::constructions
