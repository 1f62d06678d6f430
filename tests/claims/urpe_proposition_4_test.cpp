// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <set>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

// Another route to the contextual mapping, over machine integers and from the formula alone: the numbers
// x_i m-ths + 4 b^(n-1-i) sum_j b^j (1 + a_j), times m, are pairwise different over all inputs and positions.
TEST_CASE("urpe.proposition-4: the formula of the contextual mapping is injective") {
  struct Shape {
    long n, m;
  };
  for (const auto& [n, m] :
       {Shape{1, 1}, Shape{1, 6}, Shape{2, 1}, Shape{2, 6}, Shape{3, 2}, Shape{4, 2}, Shape{5, 1}}) {
    long base = 2;
    while (base <= m + 1) base *= 2;
    long inputs = 1;
    for (long i = 0; i < n; ++i) inputs *= m + 1;
    std::set<long> contexts;
    for (long input = 0; input < inputs; ++input) {
      long sum = 0, power = 1, rest = input;
      for (long j = 0; j < n; ++j, power *= base, rest /= m + 1) sum += power * (1 + rest % (m + 1));
      rest = input;
      long scale = power / base;  // b^(n-1)
      for (long i = 0; i < n; ++i, scale /= base, rest /= m + 1) contexts.insert(rest % (m + 1) + m * 4 * scale * sum);
    }
    CHECK(static_cast<long>(contexts.size()) == n * inputs);
    // In steps of 1/m: any two are at least 3 apart.
    long least = 3 * m;
    for (auto next = std::next(contexts.begin()), last = contexts.begin(); next != contexts.end(); last = next++) {
      least = std::min(least, *next - *last);
    }
    CHECK(least == 3 * m);
  }
}

TEST_CASE("urpe.proposition-4: every certificate is accepted") {
  const auto shown = require_accepted("urpe.proposition-4");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_one_head_is_a_contextual_mapping"));
  CHECK(shown.at("finding_one_block_on_the_grid"));
  CHECK(shown.at("finding_context_needs_C"));
}
