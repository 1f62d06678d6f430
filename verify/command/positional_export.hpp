// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "theory/attention/positional_transformer.hpp"

namespace attest::verify::command {

/// A positional Transformer (Positional Attention, equations 1 and 3, P = 1) with inputs and the outputs that it has
/// for them under hardmax; docs/simulate.md describes both files.
struct PositionalExport {
  const theory::PositionalTransformer& network;
  std::vector<theory::Matrix<theory::Rational>> inputs, outputs;
};

/// Exact rationals as strings: {"format": "attest.positional-transformer/1", "nodes", "positions": "identity",
/// "layers":
/// [{"heads": [{"WQ", "WK", "WV"}], "WO", "mlp": [{"W", "b"}]}], "inputs", "outputs"}.
nlohmann::ordered_json positional_to_json(const PositionalExport& network);

/// The .safetensors file's text: float64 tensors "layers.L.heads.H.WQ" (WK, WV), "layers.L.WO", "layers.L.mlp.M.W" (b),
/// "inputs", "outputs". A tensor with an entry that is no float64 is left out, since it would be another number; the
/// metadata name it under "left_out".
struct PositionalTensors {
  std::string text;
  std::vector<std::string> left_out;
};
PositionalTensors positional_to_safetensors(const PositionalExport& network, const std::string& json_file);

/// What the weights are made of, for reports.
struct WeightCount {
  std::size_t layers = 0, heads = 0, hidden_units = 0, weights = 0, nonzero = 0, most_bits = 0;
};
WeightCount count_weights(const theory::PositionalTransformer& network);

}  // namespace attest::verify::command
