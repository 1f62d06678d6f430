// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/ood_cells.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;

// One cell of [-1, 1] is too coarse for either figure.
TEST_CASE("positional.ood-quoted: a trivial partition is no evidence") {
  using namespace attest::constructions;
  using attest::theory::Rational;
  const attest::theory::Step coarse =
      partition_witness("m", "S", {Rational(-1), Rational(1)}, attest::theory::evaluate());
  attest::tests::require_rejected("positional.ood-quoted", "printed", true,
                                  attest::theory::split({{"n_2_c_2", coarse}, {"n_8_c_10", coarse}}));
}

TEST_CASE("positional.ood-quoted: every certificate is accepted") {
  const auto shown = require_accepted("positional.ood-quoted");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_sources"));
  CHECK(shown.at("finding_values"));
}
