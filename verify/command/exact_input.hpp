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

/// What the instances of attention and of a Transformer have in common: "weights", "arithmetic", "precision", "X".
struct ExactInstance {
  theory::Weighting weighting;
  Arithmetic arithmetic;
  theory::Matrix<theory::Rational> X;
};

/// The keys that `read_instance` reads, before those of the operation.
std::vector<std::string> instance_keys(std::vector<std::string> of_the_operation);
ExactInstance read_instance(const json::Node& node);

/// A list of heads for n tokens of dimension d, whose queries and keys are made from rows of dimension `dP` (d itself,
/// or that of the positional encodings).
std::vector<theory::Head<theory::Rational>> read_heads(const json::Node& node, std::size_t n, std::size_t d,
                                                       std::size_t dP, theory::Weighting weighting);

/// A block for n tokens of dimension d.
theory::Block<theory::Rational> read_block(const json::Node& node, std::size_t n, std::size_t d,
                                           theory::Weighting weighting);

/// The text of a file. InputError if it cannot be read.
std::string read_file(const std::string& file);

}  // namespace attest::verify::command
