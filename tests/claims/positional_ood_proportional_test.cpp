// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "constructions/positional/ood_cells.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;

TEST_CASE("positional.ood-proportional: p_in lies between the two bounds") {
  using attest::constructions::ood_p_in;
  for (long n = 3; n <= 40; ++n) {
    for (double c : {1.2, 2.0, 3.5, 10.0}) {
      const double m = static_cast<double>(n), value = (c * c - 1) * ood_p_in(n, c);
      CHECK(value <= 2 / (m - 2) * (1 + 1e-12));
      CHECK(value * (1 + 1e-12) >= 2 * (1 - std::pow(2 / (c + 1), m - 1)) / (m - 1));
    }
  }
}

TEST_CASE("positional.ood-proportional: every certificate is accepted") {
  const auto shown = require_accepted("positional.ood-proportional");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_limit"));
  CHECK(shown.at("finding_not_exactly"));
}

// At c = 10: n c^2 p_in is above 5 at n = 3 and below 5/2 at n = 32; the sums on fine cells tell.
TEST_CASE("positional.ood-proportional: constants that do not hold p_in are rejected") {
  using namespace attest::constructions;
  using namespace attest::theory;
  const auto rejected = [](const Rational& a, const Rational& b, long n) {
    require_rejected(
        "positional.ood-proportional", "printed", true,
        witness(
            "a", a,
            witness("b", b,
                    range("n", n, n, instances("c", {Value(10)}, cells_instance(graded_cells(10, 24), evaluate()))))));
  };
  rejected(1, 0, 3);
  rejected(1, 4, 3);
  rejected(4, 8, 32);
  rejected(0, 8, 3);  // a > 0 is asked for
}
