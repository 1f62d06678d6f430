// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/urpe/contextual_mapping.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;
using namespace attest::constructions;
using attest::theory::Rational;

// Another route: the engine. The multiplier is the cited one, m^d = 2.
TEST_CASE("urpe.lemma-10-global-shift: for two tokens the printed factor fails at the gap 33/2, not at smaller ones") {
  for (long q = 1; q <= 12; ++q) {
    for (long p = q + 1; 2 * p < 33 * q; ++p)
      CHECK(check_contextual_mapping(printed_construction(GridKind::half_open, {0, Rational(p, q)}, 2, 1, 2))
                .is_contextual_mapping());
  }
  const ContextualResult result =
      check_contextual_mapping(printed_construction(GridKind::half_open, {0, Rational(33, 2)}, 2, 1, 2));
  REQUIRE(result.collision);
  CHECK(result.collision->value == Rational(3267, 2));
  CHECK(result.collision->first.X == RationalMatrix{{0}, {0}});
  CHECK(result.collision->second.X == RationalMatrix{{Rational(1, 2)}, {Rational(1, 2)}});
}

TEST_CASE("urpe.lemma-10-global-shift: a large range of u asks for a large factor, and the repaired one has it") {
  for (long gap : {2, 17, 1000, 1000000}) {
    CHECK(check_contextual_mapping(half_open_construction({0, gap}, 3, 1)).is_contextual_mapping());
    CHECK(check_contextual_mapping(half_open_construction({-gap, 0, gap}, 3, 1)).is_contextual_mapping());
  }
}

TEST_CASE("urpe.lemma-10-global-shift: every certificate is accepted") {
  const auto shown = require_accepted("urpe.lemma-10-global-shift");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(!shown.at("finding_factor"));
  CHECK(shown.at("finding_own_u"));
  CHECK(shown.at("finding_nonnegative"));
  CHECK(!shown.at("finding_close_gaps"));
  CHECK(!shown.at("finding_negative"));
  CHECK(!shown.at("finding_without_hardmax"));
}
