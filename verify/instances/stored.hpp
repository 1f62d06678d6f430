// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "verify/arrays/stored_array.hpp"
#include "verify/instances/array.hpp"

namespace attest::verify::instances {

/// Between what files hold and what kernels take.

std::optional<attest_dtype> dtype_of(arrays::Element element);  ///< nothing unless it is a float of a named format
arrays::Element element_of(attest_dtype dtype);

/// The array as floats of `dtype`: its bytes as they are where it has that format, or has unnamed bits of that width.
/// Floats of another format are converted if every one is a number of `dtype`, too (or NaN); InputError with the
/// coordinates of the first that is not, and for an array of no floats.
FloatArray to_floats(const arrays::StoredArray& array, attest_dtype dtype);

/// The elements of an int32 or int64 array; InputError with the coordinates of one that does not fit 32 bits.
std::vector<std::int32_t> to_integers(const arrays::StoredArray& array);
/// The elements of a bool or uint8 array.
std::vector<std::uint8_t> to_bytes(const arrays::StoredArray& array);

/// InputError at `place`, with its coordinates, for the first NaN or infinity.
void expect_finite(const FloatArray& array, const std::string& place);

arrays::ArrayView view(const std::string& name, const FloatArray& array);
arrays::ArrayView view(const std::string& name, const std::vector<std::int32_t>& numbers);
arrays::ArrayView view(const std::string& name, const std::vector<std::uint8_t>& bytes,
                       std::vector<std::int64_t> shape);
arrays::ArrayView view(const std::string& name, const std::vector<double>& numbers, std::vector<std::int64_t> shape);

}  // namespace attest::verify::instances
