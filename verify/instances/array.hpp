// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/attest_kernel.h"
#include "verify/instances/arithmetic.hpp"

namespace attest::verify::instances {

/// A dense array of floats, row by row, kept in its own format: the bits are what a kernel sees. Aligned to 64 bytes.
class FloatArray {
 public:
  FloatArray() = default;
  /// All zeros.
  FloatArray(attest_dtype dtype, std::vector<std::int64_t> shape);

  attest_dtype dtype() const { return dtype_; }
  const std::vector<std::int64_t>& shape() const { return shape_; }
  std::int64_t size() const { return size_; }  ///< the product of the shape; 1 for a scalar
  bool empty() const { return size_ == 0; }

  void* data() { return bytes_.data(); }
  const void* data() const { return bytes_.data(); }

  /// The exact value of an element (every float of at most 64 bits is a double).
  double operator[](std::int64_t index) const;
  /// Rounds to nearest, ties to even, into the format; overflow gives infinity (E4M3: NaN).
  void set(std::int64_t index, double value);

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  attest_dtype dtype_ = ATTEST_FLOAT32;
  std::vector<std::int64_t> shape_;
  std::int64_t size_ = 0;
  std::vector<Line> bytes_;
};

/// Decodes n elements to doubles, exactly.
void to_doubles(attest_dtype dtype, const void* from, std::int64_t n, double* to);
/// One number rounded to nearest even into a format, as a double.
double round_to(attest_dtype dtype, double value);
/// p: bits of the significand (53, 24, 11, 8, 4, 3); the least normal exponent e (2^e is the least normal number); the
/// greatest number.
struct FloatFormat {
  int precision, least_exponent;
  double greatest;
};
FloatFormat format_of(attest_dtype dtype);
/// The distance of |value| to the next number of the format above it (the ulp of its binade; the least subnormal below
/// it).
double ulp(attest_dtype dtype, double value);

}  // namespace attest::verify::instances
