// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/ood_cells.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;

// One cell of the right region shows nothing, neither do cells of it in the literal reading's place.
TEST_CASE("positional.ood-event-b: the meant region does not refute the closed form") {
  using namespace attest::constructions;
  using attest::theory::Rational;
  const auto region = [](const RationalVector& u) {
    return attest::theory::witness(
        "n", 3,
        attest::theory::witness(
            "c", 2,
            partition_witness("m", "U", u,
                              partition_witness("k", "T", {Rational(1), Rational(2)}, attest::theory::evaluate()))));
  };
  attest::tests::require_rejected("positional.ood-event-b", "printed", false, region({Rational(-2), Rational(-1)}));
  attest::tests::require_rejected("positional.ood-event-b", "literal", false, region({Rational(-2), Rational(-1)}));
  attest::tests::require_rejected("positional.ood-event-b", "finding_x_from_s", false,
                                  region({Rational(-2), Rational(-1)}));
}

TEST_CASE("positional.ood-event-b: sums enclose the closed form") {
  using namespace attest::constructions;
  using attest::theory::Rational;
  for (long n : {3L, 5L, 12L}) {
    for (long c : {2L, 7L}) {
      const double low = ood_lower_b2(n, Rational(c), graded_cells(Rational(c), 30)).to_double();
      const double value = ood_p_b2(n, static_cast<double>(c));
      CHECK(low < value);
      CHECK(value < 1.5 * low);
    }
  }
}

TEST_CASE("positional.ood-event-b: every certificate is accepted") {
  const auto shown = require_accepted("positional.ood-event-b");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("literal"));
  CHECK(!shown.at("finding_x_from_s"));
}
