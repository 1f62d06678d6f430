// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

// Another route to the smallest gap: sort, and look at neighbours.
TEST_CASE("urpe.lemma-8: the smallest gap of the printed block is the number of heads") {
  using attest::theory::Rational;
  attest::constructions::Draw draw(103);
  for (long n = 2; n <= 12; ++n) {
    auto v = draw.distinct_vector(n);
    std::sort(v.begin(), v.end());
    auto gap = [](const auto& entries) {
      Rational least = entries[1] - entries[0];
      for (std::size_t i = 2; i < entries.size(); ++i) least = min(least, entries[i] - entries[i - 1]);
      return least;
    };
    const Rational constant = Rational(1) / gap(v);
    for (long heads = 1; heads <= 3; ++heads) {
      auto u = v;
      for (Rational& entry : u) entry *= Rational(heads) * constant;
      CHECK(gap(u) == Rational(heads));
    }
  }
}

TEST_CASE("urpe.lemma-8: every certificate is accepted") {
  const auto shown = require_accepted("urpe.lemma-8");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_smallest_gap"));
  CHECK(shown.at("finding_one_head_is_enough"));
  CHECK(!shown.at("finding_one_head_with_the_printed_constant"));
  CHECK(shown.at("finding_distinct_is_needed"));
  CHECK(shown.at("finding_bias_free"));
}
