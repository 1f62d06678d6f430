// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

// Another route: integers, in thousandths, with everything multiplied out.
TEST_CASE("urpe.tables: the reductions on ZINC and MAG240M in integers") {
  CHECK(100 * (122 - 86) < 40 * 122);
  CHECK(100 * (52 - 28) > 40 * 52);
  CHECK(100 * ((122 + 6) - (86 - 7)) < 40 * (122 + 6));
  CHECK(7074 - 7013 == 61);
  CHECK(231 - 224 == 7);
  CHECK(240 - 232 == 8);
  CHECK(32 * 75 < 491737 - 489321);
  CHECK(491737 - 489321 < 32 * 76);
  CHECK(491737 - 489321 == 8 * 302);
}

TEST_CASE("urpe.tables: every certificate is accepted") {
  const auto shown = require_accepted("urpe.tables");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_subset_within_one_deviation"));
  CHECK(shown.at("finding_relative_to_the_smaller"));
  CHECK(shown.at("finding_mag_is_a_tenth"));
  CHECK(shown.at("finding_tables_1_and_4_agree"));
  CHECK(shown.at("finding_hidden_dimension"));
  CHECK(shown.at("finding_zinc_heads"));
  CHECK(shown.at("finding_wikitext"));
  CHECK(!shown.at("finding_pcqm4m_budget"));
}
