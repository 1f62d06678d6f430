// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/attest_kernel.h"

namespace attest::verify::sandbox {

/// How the rows of a spread tensor lie: as many programs have them, of one row all heads one after the other, [batches,
/// rows, heads, columns], unless this says otherwise.
struct RowOrder {
  bool by_head = false;    ///< of one head all rows one after the other, [batches, heads, rows, columns]
  bool backwards = false;  ///< the last row first: the row stride is negative
  bool one = false;        ///< all rows are equal, and there once: the row stride is 0
};

/// The elements of a tensor [batches, heads, rows, columns] in another order, and a gap behind every row of columns, so
/// that a kernel that takes memory for dense reads or writes where nothing is. A stride of an axis of length 1 stays 0.
class Spread {
 public:
  /// `dense`: strides of the tensor as it lies in a file; `element`: bytes.
  Spread(const std::array<std::int64_t, 4>& axes, const attest_tensor& dense, std::int64_t element,
         const RowOrder& order = {});

  std::int64_t bytes() const;
  /// Strides over the spread elements at `data`.
  attest_tensor tensor(void* data) const;

  void spread(const std::byte* dense, std::byte* apart) const;
  void gather(const std::byte* apart, std::byte* dense) const;
  /// Where a byte of a gap is not `filling`, counted from `apart`.
  std::optional<std::int64_t> damage(const std::byte* apart, std::byte filling) const;

 private:
  std::int64_t rows() const { return order_.one ? std::min<std::int64_t>(axes_[2], 1) : axes_[2]; }  ///< in memory
  std::int64_t records() const { return axes_[0] * axes_[1] * rows(); }
  std::int64_t columns() const { return axes_[3] * element_; }  ///< bytes
  std::int64_t record() const { return columns() + gap_ * element_; }
  /// Calls visit(offset in dense, offset in apart), in bytes, for every row of columns.
  template <typename Visit>
  void for_each_row(const Visit& visit) const;

  static constexpr std::int64_t gap_ = 3;  ///< elements; odd, so that rows are aligned to an element alone
  std::array<std::int64_t, 4> axes_;
  attest_tensor dense_;
  std::int64_t element_;
  RowOrder order_;
};

}  // namespace attest::verify::sandbox
