// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/attention/transformer.hpp"
#include "verify/json/node.hpp"

namespace attest::verify::command {

/// In which numbers an instance is evaluated.
struct Arithmetic {
  bool exact;      ///< rationals, or enclosures
  long precision;  ///< of the enclosures, in bits
};

/// One of the words for "weights", of an instance or of a head of its own.
struct WeightingWord {
  theory::Weighting weighting;
  bool plus_one = false;  ///< a 1 in softmax's denominator
};
WeightingWord read_weighting_word(const json::Node& node);

/// What the instances of attention and of a Transformer have in common: "weights", "arithmetic", "precision", "X".
struct ExactInstance {
  WeightingWord weights;  ///< of every head that names no other
  Arithmetic arithmetic;
  theory::Matrix<theory::Rational> X;
};

/// The keys that `read_instance` reads, before those of the operation.
std::vector<std::string> instance_keys(std::vector<std::string> of_the_operation);
ExactInstance read_instance(const json::Node& node);

/// What a layer's heads have to fit.
struct LayerShape {
  std::size_t n, m;                ///< queries, keys
  std::size_t d, dZ;               ///< of the rows that queries and gates, and that values are made from
  std::size_t dQ, dK;              ///< of the rows that queries, and that keys are made from
  std::optional<std::size_t> out;  ///< of the output's rows; not given: whatever the first head's are

  /// Self-attention of n tokens of dimension d.
  static LayerShape square(std::size_t n, std::size_t d) { return {n, n, d, d, d, d, d}; }
};

std::vector<theory::Head<theory::Rational>> read_heads(const json::Node& node, LayerShape shape,
                                                       const ExactInstance& instance);

/// A block for n tokens of dimension d.
theory::Block<theory::Rational> read_block(const json::Node& node, std::size_t n, std::size_t d,
                                           const ExactInstance& instance);

/// The text of a file. InputError if it cannot be read.
std::string read_file(const std::string& file);

}  // namespace attest::verify::command
