// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace attest::bench {

/// One head: softmax(scale Q K^T) V in float64 without any thought of errors, as a user would write a reference.
struct PlainHead {
  std::int64_t queries, keys, width, value_width;
  double scale;
  std::vector<double> query, key, value;
  std::vector<double> output{};
};

/// Loops that the compiler vectorizes, row by row.
void plain_loops(PlainHead& head);

/// dgemm, the softmax of the whole queries x keys matrix, dgemm.
void plain_blas(PlainHead& head);

}  // namespace attest::bench
