// SPDX-License-Identifier: Apache-2.0
#include "theory/networks/sorting_network.hpp"

#include "theory/error.hpp"

namespace attest::theory {

std::vector<std::pair<std::size_t, std::size_t>> odd_even_pairs(std::size_t n, std::size_t round) {
  if (round == 0) throw InputError("round", "expected 1 or more, found 0");
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t lower = round % 2 == 1 ? 1 : 2; lower + 1 <= n; lower += 2) pairs.emplace_back(lower, lower + 1);
  return pairs;
}

}  // namespace attest::theory
