// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <set>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

// Another route, over machine integers: with the digits 1 + a in base B = K + 1, the token at rank r takes off
// 2 B^r (1 + a_r), and 2 B^n times what all tokens took off is added. All values differ, by 2 at least.
TEST_CASE("urpe.theorem-3: the sum of the digits is a contextual mapping") {
  struct Shape {
    long n, rows;
  };
  for (const auto& [n, rows] : {Shape{1, 2}, Shape{1, 9}, Shape{2, 2}, Shape{2, 5}, Shape{3, 3}, Shape{4, 2}}) {
    long inputs = 1, top = 1;
    for (long r = 0; r < n; ++r) inputs *= rows, top *= rows + 1;
    std::set<long> values;
    for (long input = 0; input < inputs; ++input) {
      long sum = 0, power = 2, rest = input;
      for (long r = 0; r < n; ++r, power *= rows + 1, rest /= rows) sum += power * (1 + rest % rows);
      power = 2, rest = input;
      for (long r = 0; r < n; ++r, power *= rows + 1, rest /= rows)
        values.insert(2 * top * sum - power * (1 + rest % rows));
    }
    CHECK(static_cast<long>(values.size()) == n * inputs);
    for (auto value = values.begin(), next = std::next(value); next != values.end(); value = next++) {
      CHECK(*next - *value >= 2);
    }
  }
}

TEST_CASE("urpe.theorem-3: every certificate is accepted") {
  const auto shown = require_accepted("urpe.theorem-3");
  CHECK(shown.at("printed"));
  CHECK(shown.at("step_equation_19"));
  CHECK(shown.at("step_equation_21"));
  CHECK(shown.at("finding_only_the_mean_is_needed"));
}
