// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cpu/shared_weights/columns.hpp"
#include "kernels/cpu/shared_weights/direct.hpp"
#include "kernels/cpu/shared_weights/roots.hpp"

namespace attest::kernels::shared_weights {

/// Groups of V's columns that are transformed together.
template <class V>
std::int64_t column_groups(const attest_problem& p) {
  constexpr std::int64_t width = 2 * V::Wide::lanes;
  return (p.value_width + width - 1) / width;
}

/// Batches that share a task, so that the plan and the family's transform cost little beside theirs.
template <class V>
std::int64_t batches_of_task(const attest_problem& p) {
  const std::int64_t groups = column_groups<V>(p) > 0 ? column_groups<V>(p) : 1, wanted = (16 + groups - 1) / groups;
  return wanted < p.batches ? wanted : p.batches;
}

/// The shortest transform of a stretch of rows that keeps their sums apart from those that wrap around.
[[gnu::always_inline]] inline std::int64_t stretch_length(std::int64_t rows, std::int64_t keys) {
  return transform_length(rows + keys - 1);
}

/// What methods cost for one head and some batches, in cycles as measured
/// (docs/measurements/shared_weights_kernels.md).
template <class V>
struct Costs {
  const attest_problem& p;
  std::int64_t batches;

  /// A row of the direct method: it multiplies as many keys as the last row of its block sees.
  double row(std::int64_t i) const {
    const std::int64_t last = i / row_block<V> * row_block<V> + row_block<V> - 1;
    const std::int64_t tiles = batches * ((p.value_width + tile_columns<V> - 1) / tile_columns<V>);
    constexpr double multiply_add = V::registers >= 32 ? 0.75 : 0.5, weight = 0.375 * sizeof(typename V::Scalar);
    return static_cast<double>(visible_keys(p, last < p.queries ? last : p.queries - 1)) *
           (static_cast<double>(tiles * tile_vectors) * multiply_add + weight);
  }
  /// A transform of the family and, both ways, of all columns; a column group and level costs `both_ways` a number, the
  /// family with its sums `family`.
  double transform(std::int64_t length) const {
    constexpr double both_ways = V::registers >= 32 ? 8 : 5, family = 8;
    return static_cast<double>(length) * transform_levels(length) *
           (static_cast<double>(batches * column_groups<V>(p)) * both_ways + family);
  }
};

}  // namespace attest::kernels::shared_weights
