// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.ood-chernoff-multiplicative: some instance lies inside, however large N") {
  for (double k = 1; k <= 8; ++k) {
    for (double n = 3; n < 1e6; n *= 3) CHECK(1 - std::pow(1 - 1 / (6 * k * n), n) >= 1 / (6 * k + 1));
  }
}

// n = c = 10: of 20 samples one is above 16 N / (n c^2) = 0.32, and one occurs with probability 1 - 0.992^20 = 0.148 >
// 1/20.
TEST_CASE("positional.ood-chernoff-multiplicative: the threshold 1 is rejected") {
  using namespace attest::theory;
  const Step from_one = witness("first", 1, instances("N", {20}, instances("p", {Rational(1, 125)}, evaluate())));
  attest::tests::require_rejected("positional.ood-chernoff-multiplicative", "printed", true,
                                  instances("n", {10}, instances("c", {10}, from_one)));
}

TEST_CASE("positional.ood-chernoff-multiplicative: every certificate is accepted") {
  const auto shown = require_accepted("positional.ood-chernoff-multiplicative");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_N_0"));
  CHECK(shown.at("finding_not_for_all_n_at_once"));
}
