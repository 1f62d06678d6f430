// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/urpe/contextual_mapping.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;
using namespace attest::constructions;
using attest::theory::Rational;

// Another route: the engine, which shares no code with the statement's definition.
TEST_CASE("urpe.lemma-10: the printed construction fails on every grid and for every u that was tried") {
  for (const auto& [n, m, d] : {std::tuple(2L, 2L, 1L), {2L, 3L, 1L}, {2L, 2L, 2L}, {3L, 2L, 1L}, {3L, 4L, 1L}}) {
    for (const RationalVector& u : position_vectors(n)) {
      CHECK_FALSE(check_contextual_mapping(printed_construction(GridKind::closed, u, m, d, 1)).is_contextual_mapping());
      CHECK_FALSE(
          check_contextual_mapping(printed_construction(GridKind::half_open, u, m, d, 1)).is_contextual_mapping());
    }
  }
}

TEST_CASE("urpe.lemma-10: with the cited multiplier the printed grid still fails") {
  const ContextualResult result = check_contextual_mapping(printed_construction(GridKind::closed, {0, 2}, 2, 1, 2));
  CHECK(result.distinct < result.values);
  CHECK(check_contextual_mapping(printed_construction(GridKind::half_open, {4, 2}, 2, 1, 2)).is_contextual_mapping());
}

TEST_CASE("urpe.lemma-10: every certificate is accepted") {
  const auto shown = require_accepted("urpe.lemma-10");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_half_open"));
  CHECK(!shown.at("finding_cited_multiplier"));
  CHECK(!shown.at("finding_cited_multiplier_half_open"));
  CHECK(shown.at("finding_own_u"));
  CHECK(!shown.at("finding_any_order_of_the_groups"));
  CHECK(shown.at("finding_one_group_less"));
  CHECK(shown.at("finding_two_groups_less"));
}
