// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace attest::kernels::fused {

/// Rows that will soon be read or written, brought into the second level of the cache a few at a time while the
/// products run: a burst would fill the queue of outstanding misses and stop them.
template <class Scalar>
class Upcoming {
 public:
  void add(const Scalar* first, std::int64_t stride, std::int64_t rows, std::int64_t width) {
    if (rows <= 0 || width <= 0) return;
    parts_[count_++] = {first, stride, rows, width};
    rows_ += rows;
  }

  /// Rows of all that was added.
  std::int64_t rows() const { return rows_; }

  /// Asks for the next n rows.
  void ask(std::int64_t n) {
    for (; n > 0 && next_ < count_; --n) {
      Part& part = parts_[next_];
      for (std::int64_t c = 0; c < part.width; c += line) __builtin_prefetch(part.first + c, 0, 2);
      part.first += part.stride;
      if (--part.rows == 0) ++next_;
    }
  }

 private:
  static constexpr std::int64_t line = 64 / sizeof(Scalar);
  struct Part {
    const Scalar* first;
    std::int64_t stride, rows, width;
  };
  Part parts_[4] = {};
  int count_ = 0, next_ = 0;
  std::int64_t rows_ = 0;
};

}  // namespace attest::kernels::fused
