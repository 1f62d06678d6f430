// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"
#include "theory/attention/modified_block.hpp"

using attest::constructions::Draw;
using attest::tests::require_accepted;
using namespace attest::theory;

namespace {

// One row of scores (q - c) x_j, with integers, multiplied by k^2, as weights in base 2: exact rationals. Base 2 is
// base e with u and c multiplied by sqrt(ln 2).
Vector<Rational> sharp_weights(const Rational& query, const Vector<Rational>& x, long k) {
  Vector<Rational> scores;
  for (const Rational& key : x) scores.push_back(Rational(k * k) * query * key);
  return weights(Matrix<Rational>::from_rows({scores}), Weighting::softmax_2).row(0);
}

}  // namespace

// Different integer scores differ by 1 at least, so all that is not greatest weighs 2^(-k^2) n at most.
TEST_CASE("urpe.definition-5: sharpened softmax tends to hardmax with shared ties, within a derived bound") {
  Draw draw(106);
  for (int trial = 0; trial < 60; ++trial) {
    const long n = draw.integer(2, 4);
    Vector<Rational> x;
    for (long i = 0; i < n; ++i) x.push_back(Rational(draw.integer(-2, 2)));
    const Rational c(draw.integer(-2, 2));
    const auto X = Matrix<Rational>::from_function({x.size(), 1}, [&](std::size_t i, std::size_t) { return x[i]; });
    const ModifiedHead head{{1}, c, ModifiedHead::Shift::query, {{1}}, {{1}}};
    const Matrix<Rational> limit = hard_attention(head, X, Weighting::hardmax_uniform);
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (long k = 1; k <= 6; ++k) {
        const Vector<Rational> found = sharp_weights(x[i] - c, x, k);
        for (std::size_t j = 0; j < x.size(); ++j) {
          CHECK(abs(found[j] - limit(i, j)) <= Rational(n) * pow(Rational(2), -k * k));
        }
      }
    }
  }
}

TEST_CASE("urpe.definition-5: every certificate is accepted") {
  const auto shown = require_accepted("urpe.definition-5");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_exact_off_the_ramps"));
  CHECK(!shown.at("finding_uniformly"));
  CHECK(shown.at("finding_uniformly_up_to_half_the_jump"));
  CHECK(!shown.at("finding_a_centred_ramp_meets_the_jump"));
  CHECK(!shown.at("finding_another_rule_is_a_limit"));
  CHECK(shown.at("finding_too_steep_ramps"));
  CHECK(!shown.at("finding_without_biases"));
}
