// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"
#include "theory/attention/transformer.hpp"

using attest::tests::require_accepted;

namespace {

using namespace attest;
using theory::Matrix;
using theory::Rational;

}  // namespace

// A second implementation: the engine's matrix product over a common denominator, against the claim.
TEST_CASE("urpe.identical-rows: the engine's products keep identical rows") {
  constructions::Draw draw(101);
  for (int trial = 0; trial < 50; ++trial) {
    const long n = draw.integer(1, 7), d = draw.integer(1, 4);
    const Matrix<Rational> X =
        Matrix<Rational>::from_rows(constructions::RationalMatrix(static_cast<std::size_t>(n), draw.vector(d)));
    const Matrix<Rational> Y = Matrix<Rational>::from_rows(draw.right_stochastic(n)) * X;
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
      for (std::size_t j = 0; j < static_cast<std::size_t>(d); ++j) CHECK(Y(i, j) == X(0, j));
    }
  }
}

TEST_CASE("urpe.identical-rows: every certificate is accepted") {
  const auto shown = require_accepted("urpe.identical-rows");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_variants_enclosed"));
  CHECK(shown.at("finding_signs_do_not_matter"));
  CHECK(!shown.at("finding_row_sums_are_needed"));
  for (const char* other : {"finding_any_bias_inside_softmax", "finding_sparsemax", "finding_talking_heads",
                            "finding_extra_tokens_without_a_mask", "finding_retention"})
    CHECK(shown.at(other));
}
