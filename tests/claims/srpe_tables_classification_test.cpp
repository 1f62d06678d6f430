// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;

// The sampling errors in binary64.
TEST_CASE("srpe.tables-classification: sampling errors on this machine") {
  const auto errors = [](double a, double b, double n) { return (a - b) / std::sqrt((a * (1 - a) + b * (1 - b)) / n); };
  CHECK(std::floor(100 * errors(0.812, 0.806, 9595 + 1067)) == 111);
  CHECK(std::floor(100 * errors(0.863, 0.849, 1821)) == 120);
  CHECK(std::floor(100 * errors(0.94, 0.925, 500)) == 94);
  CHECK(std::floor(100 * errors(0.851, 0.844, 3397 + 378)) == 84);
}

TEST_CASE("srpe.tables-classification: which numbers separate") {
  using attest::theory::Rational;
  const auto with = [](const Rational& t) {
    return attest::theory::split({{"transformers_outperform", attest::theory::evaluate()},
                                  {"at5_above_t5", attest::theory::evaluate()},
                                  {"large_and_similar", attest::theory::witness("t", t, attest::theory::evaluate())}});
  };
  for (const Rational& t : {Rational(0), Rational(1, 2), Rational(1), Rational(2)})
    require_rejected("srpe.tables-classification", "printed", true, with(t));
}

TEST_CASE("srpe.tables-classification: every certificate is accepted") {
  const auto shown = require_accepted("srpe.tables-classification");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_in_points"));
  CHECK(shown.at("finding_none_reaches_two_errors"));
  CHECK(shown.at("finding_in_errors"));
  CHECK(shown.at("finding_quick_thoughts"));
}
