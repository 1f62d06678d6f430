// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <tuple>
#include <vector>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

// A second implementation: comparators as a list of pairs, run over every permutation.
TEST_CASE("positional.odd-even-sort: n rounds sort every permutation, n - 1 rounds do not from n = 3 on") {
  auto sorts = [](int n, int rounds, int first = 0) {
    std::vector<std::pair<int, int>> comparators;
    for (int round = first; round < first + rounds; ++round) {
      for (int low = round % 2; low + 1 < n; low += 2) comparators.emplace_back(low, low + 1);
    }
    std::vector<int> x(static_cast<std::size_t>(n));
    std::iota(x.begin(), x.end(), 0);
    do {
      std::vector<int> y = x;
      for (auto [low, high] : comparators) {
        int &a = y[static_cast<std::size_t>(low)], &b = y[static_cast<std::size_t>(high)];
        std::tie(a, b) = std::pair(std::min(a, b), std::max(a, b));
      }
      if (!std::is_sorted(y.begin(), y.end())) return false;
    } while (std::next_permutation(x.begin(), x.end()));
    return true;
  };
  for (int n = 1; n <= 8; ++n) {
    CHECK(sorts(n, n));
    CHECK(sorts(n, n - 1) == (n < 3));
    CHECK(sorts(n, n, 1));
    CHECK(sorts(n, n - 1, 1) == (n < 2));
    CHECK(sorts(n, 2 * (n - 1)));
    CHECK(sorts(n, 2 * ((n + 1) / 2)));
  }
}

TEST_CASE("positional.odd-even-sort: every certificate is accepted") {
  const auto shown = require_accepted("positional.odd-even-sort");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(!shown.at("finding_figure_7"));
  CHECK(shown.at("finding_n_rounds_are_needed"));
  CHECK(shown.at("finding_small_n"));
  CHECK(shown.at("finding_every_order_type"));
  CHECK(shown.at("finding_rounds_of_two_stages"));
  CHECK(shown.at("finding_even_pairs_first"));
  CHECK(shown.at("finding_even_pairs_first_need_n_rounds"));
}
