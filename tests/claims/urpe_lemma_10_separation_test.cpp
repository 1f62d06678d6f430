// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/urpe/contextual_instances.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;
using namespace attest::constructions;
using attest::theory::Rational;

// Another route: the extreme tokens alone. A projection with weights that are not negative is least at (0, ..., 0) and
// greatest at (1, ..., 1), or at (1 - delta, ..., 1 - delta).
TEST_CASE("urpe.lemma-10-separation: two positions are apart exactly from the gap on that is stated") {
  const Rational tiny(1, 1000000);
  for (long m = 1; m <= 6; ++m) {
    for (long d = 1; d <= 4; ++d) {
      const Rational S = total(powers(m, d));
      const auto apart = [&](const Rational& gap, const Rational& largest_entry) {
        return largest_entry * S < gap * S;
      };
      CHECK(apart(Rational(1) + tiny, 1));
      CHECK_FALSE(apart(1, 1));
      const Rational last = Rational(1) - Rational(1, m);
      CHECK(apart(last + tiny, last));
      CHECK_FALSE(apart(last, last));
    }
  }
}

TEST_CASE("urpe.lemma-10-separation: every certificate is accepted") {
  const auto shown = require_accepted("urpe.lemma-10-separation");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_ranges"));
  CHECK(shown.at("finding_any_weights"));
  CHECK(!shown.at("finding_weights_of_both_signs"));
  CHECK(!shown.at("finding_gap_of_one"));
  CHECK(shown.at("finding_half_open_gap"));
  CHECK(!shown.at("finding_half_open_gap_is_needed"));
  CHECK(!shown.at("finding_windows_closed"));
  CHECK(shown.at("finding_windows_closed_gap"));
  CHECK(shown.at("finding_windows_half_open"));
}
