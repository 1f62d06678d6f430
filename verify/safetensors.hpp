// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace attest::verify {

/// A tensor of doubles, row by row.
struct Tensor {
  std::string name;
  std::vector<std::size_t> shape;
  std::vector<double> entries;  ///< as many as the product of the shape
};

/// The text of a .safetensors file: 8 bytes with the header's length (little-endian), the header (a JSON object: each
/// tensor's dtype F64, shape and place in the data; "__metadata__" from string to string), the data (little-endian).
/// The header is padded with spaces to a multiple of 8 bytes, so that the data are aligned. std::invalid_argument for a
/// tensor whose shape does not fit, or a name that occurs twice or is "__metadata__".
std::string to_safetensors(const std::vector<Tensor>& tensors, const std::map<std::string, std::string>& metadata);

}  // namespace attest::verify
