// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "tests/kernels/cuda/hopper/emulation/copies.hpp"
#include "tests/kernels/cuda/hopper/emulation/engines.hpp"

namespace attest::cuda::emulation::sm90 {

inline constexpr int kDepth = 16;

/// An operand in shared memory, from its matrix descriptor (PTX ISA, "Matrix descriptor", "Canonical layouts"). Its
/// elements are (outer, depth): outer is a row of A or a column of B. Rows of one swizzle span; 8 of them make a core.
///   depth contiguous: a row for each outer; cores lie one stride offset apart.
///   outer contiguous: a row for each depth; cores lie one stride offset apart, the next span of outer one leading
///   offset.
class Operand {
 public:
  Operand(std::uint64_t descriptor, bool outer_contiguous)
      : start_(field(descriptor, 0)),
        leading_(field(descriptor, 16)),
        stride_(field(descriptor, 32)),
        outer_contiguous_(outer_contiguous) {
    const auto mode = descriptor >> 62;
    if (mode == 0) block().fail("a matrix descriptor without swizzle");
    if ((descriptor >> 49 & 7) != 0) block().fail("a matrix descriptor with a base offset");
    span_ = mode == 1 ? 128 : mode == 2 ? 64 : 32;
  }

  /// Elements of outer from `first` on, [outer][depth].
  std::vector<double> read(int first, int count, double (*number)(std::uint16_t)) const {
    const int step_outer = outer_contiguous_ ? 8 : 1, step_depth = outer_contiguous_ ? 1 : 8;
    for (int o = first; o < first + count; o += step_outer)
      for (int k = 0; k < kDepth; k += step_depth) block().touch(block().shared() + address(o, k), 16, false);
    std::vector<double> elements;
    for (int o = first; o < first + count; ++o)
      for (int k = 0; k < kDepth; ++k) {
        std::uint16_t bits;
        std::memcpy(&bits, block().shared() + address(o, k), 2);
        elements.push_back(number(bits));
      }
    return elements;
  }

 private:
  static std::uint32_t field(std::uint64_t descriptor, int bit) {
    return static_cast<std::uint32_t>(descriptor >> bit & 0x3fff) << 4;
  }
  std::uint32_t address(int outer, int depth) const {
    const auto o = static_cast<std::uint32_t>(outer), k = static_cast<std::uint32_t>(depth);
    const std::uint32_t elements = span_ / 2;
    return swizzled(outer_contiguous_
                        ? start_ + o % elements * 2 + o / elements * leading_ + k % 8 * span_ + k / 8 * stride_
                        : start_ + o % 8 * span_ + o / 8 * stride_ + k * 2,
                    static_cast<int>(span_));
  }

  std::uint32_t start_, leading_, stride_, span_ = 0;
  bool outer_contiguous_;
};

}  // namespace attest::cuda::emulation::sm90
