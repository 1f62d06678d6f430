// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/urpe/modified_blocks.hpp"
#include "tests/claims/accepted.hpp"

using attest::constructions::quantizer;
using attest::tests::require_accepted;
using attest::theory::Matrix;
using attest::theory::Rational;

// Rounding by integer division of numerators, against the blocks, on a grid that is much finer than the steps.
TEST_CASE("urpe.lemma-7: the blocks round down, and blocks counted from 1 leave the first step") {
  for (long m = 1; m <= 6; ++m) {
    const long fine = 7 * m;
    for (long p = 0; p <= fine; ++p) {
      const Rational t(p, fine), down(p * m / fine, m);
      const Matrix<Rational> X{{t, 1 - t}};
      const Rational other((fine - p) * m / fine, m);
      CHECK(modified_network(quantizer(2, m), X) == Matrix<Rational>{{down, other}});
      const Rational from_one = modified_network(quantizer(1, m, 1), Matrix<Rational>{{t}})(0, 0);
      CHECK(from_one == (p < 7 ? t : down));
    }
  }
}

TEST_CASE("urpe.lemma-7: there are d / delta blocks, all of the class") {
  for (long d = 1; d <= 3; ++d) {
    for (long m = 1; m <= 4; ++m) {
      const auto blocks = quantizer(d, m);
      CHECK(blocks.size() == static_cast<std::size_t>(d * m));
      for (const auto& block : blocks) {
        CHECK_NOTHROW(attest::theory::require_modified_block(block, static_cast<std::size_t>(d)));
      }
    }
  }
}

TEST_CASE("urpe.lemma-7: every certificate is accepted") {
  const auto shown = require_accepted("urpe.lemma-7");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("literal"));
  CHECK(shown.at("finding_one_entry"));
  CHECK(shown.at("finding_any_order"));
  CHECK(!shown.at("finding_half_open_grid"));
  CHECK(shown.at("finding_closed_grid"));
  CHECK(!shown.at("finding_grid_to_n"));
  CHECK(shown.at("finding_one_block_for_two_steps"));
}
