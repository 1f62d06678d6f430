// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/positional/columns.hpp"
#include "kernels/positional/direct.hpp"
#include "kernels/positional/roots.hpp"

namespace attest::kernels::positional::ATTEST_ISA {

/// Groups of V's columns that are transformed together.
inline std::int64_t column_groups(const attest_problem& p) {
  constexpr std::int64_t width = 2 * kLanes<double>;
  return (p.value_width + width - 1) / width;
}

/// Batches that share a task, so that the plan and the family's transform cost little beside theirs.
inline std::int64_t batches_of_task(const attest_problem& p) {
  const std::int64_t groups = column_groups(p) > 0 ? column_groups(p) : 1, wanted = (16 + groups - 1) / groups;
  return wanted < p.batches ? wanted : p.batches;
}

/// The shortest transform of a stretch of rows that keeps their sums apart from those that wrap around.
inline std::int64_t stretch_length(std::int64_t rows, std::int64_t keys) { return transform_length(rows + keys - 1); }

/// What methods cost for one head and some batches, in cycles as measured (docs/measurements/positional_kernels.md).
template <typename T>
struct Costs {
  const attest_problem& p;
  std::int64_t batches;

  /// A row of the direct method: it multiplies as many keys as the last row of its block sees.
  double row(std::int64_t i) const {
    const std::int64_t last = i / kRowBlock * kRowBlock + kRowBlock - 1;
    const std::int64_t tiles = batches * ((p.value_width + kTileColumns<T> - 1) / kTileColumns<T>);
    constexpr double multiply_add = ATTEST_VECTOR_BYTES == 64 ? 0.75 : 0.5, weight = 0.375 * sizeof(T);
    return static_cast<double>(visible_keys(p, last < p.queries ? last : p.queries - 1)) *
           (static_cast<double>(tiles * kTileVectors) * multiply_add + weight);
  }
  /// A transform of the family and, both ways, of all columns; a column group and level costs `both_ways` a number, the
  /// family with its sums `family`.
  double transform(std::int64_t length) const {
    constexpr double both_ways = ATTEST_VECTOR_BYTES == 64 ? 8 : 5, family = 8;
    return static_cast<double>(length) * transform_levels(length) *
           (static_cast<double>(batches * column_groups(p)) * both_ways + family);
  }
};

}  // namespace attest::kernels::positional::ATTEST_ISA
