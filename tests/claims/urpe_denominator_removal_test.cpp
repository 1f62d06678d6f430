// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

// Another route: with weights 2 in place of e, row i of exp(B) sums to (n - i + 1) + 2 (i - 1) = n + i - 1, in
// integers; for any base b != 1 the sums n + (b - 1)(i - 1) are different, and for a symmetric B the sums of rows i and
// n + 1 - i are equal.
TEST_CASE("urpe.denominator-removal: row sums of a one-sided and of a symmetric B") {
  for (int n = 2; n <= 12; ++n) {
    std::set<int> sums;
    std::vector<int> symmetric_sums;
    for (int i = 1; i <= n; ++i) {
      int one_sided = 0, symmetric = 0;
      for (int j = 1; j <= n; ++j) {
        one_sided += i > j ? 2 : 1;
        symmetric += i - j == 1 || j - i == 1 ? 2 : 1;
      }
      CHECK(one_sided == n + i - 1);
      sums.insert(one_sided);
      symmetric_sums.push_back(symmetric);
    }
    CHECK(sums.size() == static_cast<std::size_t>(n));
    CHECK(std::equal(symmetric_sums.begin(), symmetric_sums.end(), symmetric_sums.rbegin()));
    CHECK((symmetric_sums[0] != symmetric_sums[1]) == (n >= 3));
  }
}

TEST_CASE("urpe.denominator-removal: every certificate is accepted") {
  const auto shown = require_accepted("urpe.denominator-removal");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_without_an_encoding"));
  CHECK(shown.at("finding_shaw_and_deberta_at_0"));
  CHECK(shown.at("finding_transformer_xl"));
  CHECK(shown.at("finding_symmetric"));
  CHECK(shown.at("finding_symmetric_three"));
  CHECK(shown.at("finding_unbounded"));
}
