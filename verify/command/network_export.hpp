// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "theory/attention/transformer.hpp"

namespace attest::verify::command {

/// The network as an instance of `attest exact transformer` (docs/exact_inputs.md) with X as its input: integers up to
/// 2^53 as numbers, other rationals as strings. Of a head WQ, bQ, WK, bK, a Toeplitz C, WV, bV, WO and its weighting;
/// of a block its bO, feed-forward layer and phi.
nlohmann::ordered_json network_to_json(const std::vector<theory::Block<theory::Rational>>& blocks,
                                       const theory::Matrix<theory::Rational>& X, theory::Weighting weighting);

/// The .safetensors file's text: each weight matrix or vector under "blocks.K.WHAT" or "blocks.K.heads.H.WHAT", K and H
/// from 0, where all its entries are doubles exactly. A tensor with an entry that is none is left out, since it would
/// be another network; the metadata name it under "left_out" and say where the exact weights are.
struct SafetensorsExport {
  std::string text;
  std::vector<std::string> left_out;
};
SafetensorsExport network_to_safetensors(const std::vector<theory::Block<theory::Rational>>& blocks,
                                         const std::string& json_file);

/// Writes both files, or none: if the second cannot be written, the first is removed. Errors: InputError.
void write_both(const std::string& json_file, const std::string& json, const std::string& tensor_file,
                const std::string& tensors);

/// "" or " (without 3 tensors that are no float64)".
std::string left_out_in_words(std::size_t left_out);

/// Every weight of the network, zeros included.
std::vector<theory::Rational> all_weights(const std::vector<theory::Block<theory::Rational>>& blocks);

/// Whether x is a finite double.
bool is_double(const theory::Rational& x);

}  // namespace attest::verify::command
