// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>

#include "verify/judge/head.hpp"
#include "verify/judge/simd/code.hpp"

namespace attest::verify::judge {

/// Zeros, aligned to 64 bytes.
template <class Number>
class Aligned {
 public:
  explicit Aligned(std::int64_t size = 0)
      : size_(static_cast<std::size_t>(size)),
        data_(static_cast<Number*>(::operator new (size_ * sizeof(Number) + 1, std::align_val_t{64}))) {
    for (std::size_t t = 0; t < size_; ++t) data_[t] = 0;
  }
  Aligned(const Aligned&) = delete;
  Aligned& operator=(const Aligned&) = delete;
  ~Aligned() { ::operator delete (data_, std::align_val_t{64}); }
  Number* data() { return data_; }
  const Number* data() const { return data_; }
  Number& operator[](std::int64_t t) { return data_[t]; }
  const Number& operator[](std::int64_t t) const { return data_[t]; }

 private:
  std::size_t size_;
  Number* data_;
};

/// A head's keys and values in the panels that a Code multiplies with, and their magnitudes as floats: scaled by powers
/// of two so that the greatest of all keys, and of each column of values, lies in [1/2, 1).
struct PackedHead {
  PackedHead(const Head& head, const simd::Code& code, bool with_floats);

  std::int64_t panel;                               ///< columns of a panel of doubles
  std::int64_t key_columns, value_columns;          ///< keys and value_width rounded up to two panels
  Aligned<double> keys, values;                     ///< [panels][width][panel], [panels][keys][panel]
  Aligned<float> key_magnitudes, value_magnitudes;  ///< the same with twice as wide panels
  double key_unit;                                  ///< what 1 in key_magnitudes stands for
  std::vector<double> value_units;
};

/// A power of two that brings `greatest` into [1/2, 1), or as near to it as its exponent allows; 1 for 0.
double unit_for(double greatest);

}  // namespace attest::verify::judge
