// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "theory/scalar/rational.hpp"
#include "verify/arrays/stored_array.hpp"

namespace attest::verify::audit {

/// An array of numbers, row by row, each the exact binary fraction that the file's float is.
struct RationalArray {
  std::string name;
  std::vector<std::size_t> shape;
  std::vector<theory::Rational> values;

  /// One matrix, row or number of the first axis.
  RationalArray slice(std::size_t index) const;
};

/// An array of floats of a named format. InputError for other elements, for NaN or an infinity (with its place), and
/// for more than 2^24 numbers.
RationalArray to_rationals(const arrays::StoredArray& array);

}  // namespace attest::verify::audit
