// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;
using attest::theory::Rational;

// Another route: hard attention, which is exact, with integer tokens of dimension 1.
TEST_CASE("urpe.permutation-symmetry: hard attention is equivariant, and not invariant") {
  attest::constructions::Draw draw(442);
  auto layer = [](const std::vector<Rational>& x) {
    std::vector<Rational> result;
    for (const Rational& own : x) {
      Rational best = own * x[0];
      for (const Rational& other : x) best = max(best, own * other);
      Rational total = 0;
      long ties = 0;
      for (const Rational& other : x) {
        if (own * other != best) continue;
        total += other;
        ++ties;
      }
      result.push_back(own + total / Rational(ties));
    }
    return result;
  };
  for (int trial = 0; trial < 50; ++trial) {
    const auto x = draw.distinct_vector(5);
    const auto p = draw.permutation(5);
    const auto y = layer(x);
    std::vector<Rational> permuted_x, permuted_y;
    for (long place : p) {
      permuted_x.push_back(x[static_cast<std::size_t>(place - 1)]);
      permuted_y.push_back(y[static_cast<std::size_t>(place - 1)]);
    }
    CHECK(layer(permuted_x) == permuted_y);
    CHECK((permuted_x == x || layer(permuted_x) != y));
  }
}

TEST_CASE("urpe.permutation-symmetry: every certificate is accepted") {
  const auto shown = require_accepted("urpe.permutation-symmetry");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_sums_are_invariant"));
  CHECK(shown.at("finding_equal_tokens"));
  CHECK(!shown.at("finding_with_t5"));
}
