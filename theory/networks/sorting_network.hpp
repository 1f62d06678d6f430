// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace attest::theory {

/// The pairs of machines that compare their values in a round of odd-even transposition on n machines, which are
/// numbered 1, ..., n: (1,2), (3,4), ... in rounds 1, 3, ... and (2,3), (4,5), ... in rounds 2, 4, .... A machine
/// without a partner occurs in no pair. Domain: n >= 0. Errors: InputError for round 0. Source: Back de Luca et al.
/// 2025 (Positional Attention), appendix A.3, figure 7 (right).
std::vector<std::pair<std::size_t, std::size_t>> odd_even_pairs(std::size_t n, std::size_t round);

/// The values after one round: in each pair the lower index keeps the minimum, the higher one the maximum.
/// Ties: equal values stay where they are. T needs operator< only, which must be a strict weak order.
template <class T>
void odd_even_round(std::vector<T>& values, std::size_t round) {
  for (const auto& [lower, higher] : odd_even_pairs(values.size(), round)) {
    T& minimum = values[lower - 1];
    T& maximum = values[higher - 1];
    if (maximum < minimum) std::swap(minimum, maximum);
  }
}

/// The values after rounds 1, ..., `rounds`. Sorted in ascending order for every input once rounds >= n.
template <class T>
std::vector<T> odd_even_transposition(std::vector<T> values, std::size_t rounds) {
  for (std::size_t round = 1; round <= rounds; ++round) odd_even_round(values, round);
  return values;
}

}  // namespace attest::theory
