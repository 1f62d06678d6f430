// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace attest::theory {

/// Which position may look at which: entry (i, j) says whether position i attends to j. A position that may look at
/// none has the zero row as its weights, so that its attention output is 0.
struct Mask {
  std::vector<std::vector<bool>> allowed;

  std::size_t size() const { return allowed.size(); }
  bool operator()(std::size_t i, std::size_t j) const { return allowed.at(i).at(j); }

  /// Everything allowed.
  static Mask full(std::size_t n) { return {std::vector(n, std::vector<bool>(n, true))}; }
  /// j <= i: no position looks at a later one.
  static Mask causal(std::size_t n) {
    Mask mask = full(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) mask.allowed[i][j] = false;
    }
    return mask;
  }
};

}  // namespace attest::theory
