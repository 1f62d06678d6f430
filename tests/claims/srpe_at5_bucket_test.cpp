// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "theory/scalar/enclosure.hpp"

using attest::tests::require_accepted;
using namespace attest::theory;

// Monotonicity by the quotient of neighbours' distances from 1, which is exp(-gamma/n) for all l.
TEST_CASE("srpe.at5-bucket: the distance from 1 shrinks by the same factor each step") {
  for (long n = 1; n <= 20; ++n) {
    for (const Rational& gamma : {Rational(1, 10), Rational(1), Rational(15)}) {
      const Enclosure factor = exp(Enclosure(-gamma / Rational(n), 128));
      CHECK((factor < Enclosure(1)) == Truth::yes);
      CHECK((factor > Enclosure(0)) == Truth::yes);
      Enclosure power(1);
      for (long l = 1; l <= n; ++l) {
        power *= factor;
        const Enclosure direct = exp(Enclosure(Rational(-l, n) * gamma, 128));
        CHECK((power == direct) != Truth::no);
      }
    }
  }
}

TEST_CASE("srpe.at5-bucket: every certificate is accepted") {
  const auto shown = require_accepted("srpe.at5-bucket");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_range"));
  CHECK(shown.at("finding_strictly_monotone"));
  CHECK(shown.at("finding_gamma_not_positive"));
  CHECK(!shown.at("finding_distinct"));
  CHECK(!shown.at("finding_function_of_l"));
  CHECK(!shown.at("finding_intersection"));
}
