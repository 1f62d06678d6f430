// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "verify/arrays/stored_array.hpp"

// The room arrays: .npy, .npz and .safetensors, read and written without converting a number.
namespace attest::verify::arrays {

/// The arrays of a file; `metadata` is what a .safetensors file says beside them.
struct ArrayFile {
  std::string place;
  std::vector<StoredArray> arrays;
  std::map<std::string, std::string> metadata;
};

/// Reads .npy (one array without a name), .npz (numpy.savez and savez_compressed) or .safetensors, by the ending of its
/// name, once and without converting a number. InputError, which names the file, the array and what was expected.
ArrayFile read_array_file(const std::filesystem::path& path);
/// The same of a file's bytes.
ArrayFile parse_array_file(Buffer bytes, const std::string& place);

}  // namespace attest::verify::arrays
