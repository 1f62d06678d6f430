// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "theory/scalar/rational.hpp"

namespace attest::verify {

/// An array of numbers, row by row, each the exact binary fraction that the file's float is.
struct RationalArray {
  std::string name;
  std::vector<std::size_t> shape;
  std::vector<theory::Rational> values;

  /// One matrix, row or number of the first axis.
  RationalArray slice(std::size_t index) const;
};

// Both read little-endian floats of 16 (IEEE and bfloat), 32 and 64 bits. InputError, which names the file and what was
// expected, for anything else: a header that is not of the format, a length that does not fit the shape, another type,
// Fortran order, NaN or an infinity (with its place), more than 2^24 numbers.

/// NumPy's .npy, versions 1.0 to 3.0. The array's name is empty.
RationalArray read_npy(const std::string& bytes, const std::string& file);

/// .safetensors: every tensor of the file, in the order of their places in it. Tensors must not overlap or leave gaps.
std::vector<RationalArray> read_safetensors(const std::string& bytes, const std::string& file);

}  // namespace attest::verify
