// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/ood_cells.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.ood-probability: exact sums enclose p_in") {
  using namespace attest::constructions;
  using attest::theory::Rational;
  for (long n : {2L, 3L, 8L, 32L}) {
    for (long c : {2L, 5L, 10L}) {
      const OodCells cells = graded_cells(Rational(c), 24);
      const double value = ood_p_in(n, static_cast<double>(c));
      CHECK(ood_lower_in(n, Rational(c), cells).to_double() < value);
      CHECK(value < ood_upper_in(n, Rational(c), cells).to_double());
    }
  }
}

TEST_CASE("positional.ood-probability: every certificate is accepted") {
  const auto shown = require_accepted("positional.ood-probability");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_closed_form"));
  CHECK(shown.at("finding_series"));
}
