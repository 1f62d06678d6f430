// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

namespace {

// Another route: digit strings in machine integers, counted by sorting. Entries are `digits` multiples of delta.
std::size_t distinct_projections(long digits, long d, long base) {
  std::vector<long> sums = {0};
  long weight = 1;
  for (long j = 0; j < d; ++j, weight *= base) {
    std::vector<long> longer;
    for (long sum : sums) {
      for (long digit = 0; digit < digits; ++digit) longer.push_back(sum + digit * weight);
    }
    sums = std::move(longer);
  }
  std::sort(sums.begin(), sums.end());
  return static_cast<std::size_t>(std::unique(sums.begin(), sums.end()) - sums.begin());
}

}  // namespace

TEST_CASE("urpe.lemma-10-injective: base 1/delta loses tokens, base 1/delta + 1 loses none") {
  for (long m = 1; m <= 8; ++m) {
    std::size_t closed = 1, half_open = 1, sum = 0;
    for (long d = 1; d <= 4; ++d) {
      sum = sum * static_cast<std::size_t>(m) + 1;
      closed *= static_cast<std::size_t>(m + 1);
      half_open *= static_cast<std::size_t>(m);
      CHECK(distinct_projections(m + 1, d, m) == static_cast<std::size_t>(m) * sum + 1);
      CHECK((distinct_projections(m + 1, d, m) == closed) == (d == 1));
      CHECK(distinct_projections(m + 1, d, m + 1) == closed);
      CHECK(distinct_projections(m, d, m) == half_open);
    }
  }
}

TEST_CASE("urpe.lemma-10-injective: every certificate is accepted") {
  const auto shown = require_accepted("urpe.lemma-10-injective");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(!shown.at("finding_printed_length"));
  CHECK(shown.at("finding_one_column"));
  CHECK(shown.at("finding_which_bases"));
  CHECK(shown.at("finding_how_many_values"));
}
