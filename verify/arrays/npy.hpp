// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/arrays/stored_array.hpp"

namespace attest::verify::arrays {

/// NumPy's .npy, versions 1.0 to 3.0: little-endian, in C order, of floats of 16, 32 or 64 bits, int32, int64, uint8,
/// bool; elements of type V2, u2, V1 and f1 (bfloat16 and float8, as ml_dtypes or a view of the bits writes them) are
/// bits16 and bits8. The array begins at `bytes`, which lies in `buffer`, and ends where they end. InputError, which
/// begins with `place`, for everything else.
StoredArray parse_npy(Buffer buffer, std::string_view bytes, const std::string& place);

/// InputError unless a .npy file that begins with these bytes has as many as its header says.
void expect_npy_size(std::string_view first, std::uint64_t size, const std::string& place);

/// The text of a .npy file of version 1.0. The floats that .npy has no name for are written as V2 and V1.
std::string to_npy(const ArrayView& array);

}  // namespace attest::verify::arrays
