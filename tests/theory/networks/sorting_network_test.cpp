// SPDX-License-Identifier: Apache-2.0
#include "theory/networks/sorting_network.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "theory/error.hpp"

using namespace attest::theory;
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

TEST_CASE("odd rounds compare the odd-indexed pairs, even rounds the others") {
  CHECK(odd_even_pairs(4, 1) == Pairs{{1, 2}, {3, 4}});
  CHECK(odd_even_pairs(4, 2) == Pairs{{2, 3}});
  CHECK(odd_even_pairs(5, 3) == Pairs{{1, 2}, {3, 4}});
  CHECK(odd_even_pairs(5, 4) == Pairs{{2, 3}, {4, 5}});
  for (const std::size_t n : {0, 1}) {
    CHECK(odd_even_pairs(n, 1).empty());
    CHECK(odd_even_pairs(n, 2).empty());
  }
  CHECK_THROWS_AS(odd_even_pairs(4, 0), attest::InputError);
}

TEST_CASE("the lower index keeps the minimum") {
  std::vector<int> values{2, 1, 3, 4, 0};
  odd_even_round(values, 1);
  CHECK(values == std::vector<int>{1, 2, 3, 4, 0});
  odd_even_round(values, 2);
  CHECK(values == std::vector<int>{1, 2, 3, 0, 4});
}

TEST_CASE("n rounds sort every permutation of up to 7 values, n - 1 rounds do not from n = 3 on") {
  for (std::size_t n = 0; n <= 7; ++n) {
    std::vector<int> values(n);
    std::iota(values.begin(), values.end(), 1);
    const std::vector<int> sorted = values;
    std::size_t unsorted = 0;
    do {
      REQUIRE(odd_even_transposition(values, n) == sorted);
      if (n > 0 && odd_even_transposition(values, n - 1) != sorted) ++unsorted;
    } while (std::next_permutation(values.begin(), values.end()));
    CHECK((unsorted > 0) == (n >= 3));
  }
}

TEST_CASE("equal values stay where they are") {
  struct Tagged {
    int key, tag;
    bool operator<(const Tagged& other) const { return key < other.key; }
    bool operator==(const Tagged&) const = default;
  };
  CHECK(rc::check("odd-even transposition is a stable sort", [](const std::vector<std::uint8_t>& keys) {
    std::vector<Tagged> values;
    for (const std::uint8_t key : keys) values.push_back({key % 4, static_cast<int>(values.size())});
    std::vector<Tagged> expected = values;
    std::stable_sort(expected.begin(), expected.end());
    RC_ASSERT(odd_even_transposition(values, values.size()) == expected);
  }));
}
