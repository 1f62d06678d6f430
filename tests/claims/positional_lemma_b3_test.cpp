// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "theory/attention/softmax_bound.hpp"

using attest::tests::require_accepted;

// The engine's closed form and enclosures (Arb) against the error computed from the definition, and the two
// temperatures.
TEST_CASE("positional.lemma-b3: the least temperature is below the printed one, and is enough") {
  using namespace attest::theory;
  for (long n = 2; n <= 12; ++n) {
    for (const Rational& eps : {Rational(1, 3), Rational(1, 10), Rational(1, 1000)}) {
      const Rational width(1, 1000000);
      const Rational enough = sufficient_temperature(n, eps, width);
      CHECK((softmax_pattern_error(n, Enclosure(enough, 256)) <= Enclosure(eps, 256)) == Truth::yes);
      CHECK((Enclosure(enough, 256) < printed_temperature(n, eps, 256)) == Truth::yes);
    }
  }
}

TEST_CASE("positional.lemma-b3: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-b3");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_every_eps_at_the_printed_T"));
  CHECK(!shown.at("finding_printed_T_is_least"));
  CHECK(shown.at("finding_least_T"));
  CHECK(shown.at("finding_met_exactly_from_the_least_T"));
  CHECK(shown.at("finding_printed_T_is_never_least"));
  CHECK(!shown.at("step_case_1_index"));
}
