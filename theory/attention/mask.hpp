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

  /// Everything allowed, n queries and as many keys, or m of them.
  static Mask full(std::size_t n) { return full(n, n); }
  static Mask full(std::size_t n, std::size_t m) { return {std::vector(n, std::vector<bool>(m, true))}; }
  /// j <= i: no position looks at a later one.
  static Mask causal(std::size_t n) {
    Mask mask = full(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) mask.allowed[i][j] = false;
    }
    return mask;
  }
  /// |i - j| < width: n queries, m keys.
  static Mask window(std::size_t n, std::size_t m, std::size_t width) {
    Mask mask = full(n, m);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < m; ++j) mask.allowed[i][j] = (i < j ? j - i : i - j) < width;
    }
    return mask;
  }
  /// What both allow; of the same size.
  friend Mask operator&(Mask a, const Mask& b) {
    for (std::size_t i = 0; i < a.allowed.size(); ++i) {
      for (std::size_t j = 0; j < a.allowed[i].size(); ++j) a.allowed[i][j] = a.allowed[i][j] && b(i, j);
    }
    return a;
  }
};

}  // namespace attest::theory
