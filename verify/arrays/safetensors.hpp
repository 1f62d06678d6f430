// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "verify/arrays/stored_array.hpp"

namespace attest::verify::arrays {

struct Tensors {
  std::vector<StoredArray> tensors;  ///< in the order of their places in the file
  std::map<std::string, std::string> metadata;
};

/// A .safetensors file: 8 bytes with the header's length (little-endian), the header (a JSON object: each tensor's
/// dtype, shape and place in the data; "__metadata__" from string to string), the data (little-endian). The dtypes F64,
/// F32, F16, BF16, F8_E4M3, F8_E5M2, I64, I32, U16 (as bits16), U8 and BOOL. InputError, which begins with `place`, for
/// everything else, for a header of more than 100 MB (the format's own limit), and for tensors that overlap, leave gaps
/// or do not fill the file.
Tensors parse_safetensors(const Buffer& file, const std::string& place);

/// The text of a .safetensors file. The header is padded with spaces to a multiple of 8 bytes, so that the data are
/// aligned. std::invalid_argument for an array whose bytes do not fit its shape, one of no named format, or a name that
/// occurs twice or is "__metadata__".
std::string to_safetensors(const std::vector<ArrayView>& tensors, const std::map<std::string, std::string>& metadata);

}  // namespace attest::verify::arrays
