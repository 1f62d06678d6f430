// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/normalization.hpp"

#include "tests/theory/attention/generators.hpp"
#include "tests/theory/attention/reference.hpp"
#include "tests/theory/laws.hpp"
#include "theory/error.hpp"

using namespace attest::theory;
using namespace attest::tests;
using Catch::Matchers::Contains;
using Kind = Normalization<Rational>::Kind;

TEST_CASE("normalizations by hand, where the root is rational") {
  const Vector<Rational> one{1, 1}, zero{0, 0};
  // Mean 4, deviations -3 and 3, variance 9.
  CHECK(normalize<Rational>({Kind::layer_norm, 0, one, zero}, {{1, 7}}) == Matrix<Rational>{{-1, 1}});
  CHECK(normalize<Rational>({Kind::layer_norm, 7, {2, 4}, {10, 20}}, {{1, 7}}) ==
        Matrix<Rational>{{10 - Rational(6, 4), 20 + Rational(12, 4)}});
  // Mean square (1 + 49) / 2 = 25.
  CHECK(normalize<Rational>({Kind::rms_norm, 0, one, zero}, {{1, 7}}) ==
        Matrix<Rational>{{Rational(1, 5), Rational(7, 5)}});
  CHECK(normalize<Rational>({Kind::none, 0, {}, {}}, {{1, 7}}) == Matrix<Rational>{{1, 7}});
}

TEST_CASE("normalizations over enclosures agree with MPFI") {
  rc::prop("LayerNorm and RMSNorm", [] {
    const std::size_t n = size(1, 3), d = size(1, 4);
    const Normalization<Rational> normalization = any_normalization(d, rationals());
    const Matrix<Rational> X = *matrices({n, d}, rationals());
    RC_ASSERT(reference::agree(normalize(enclose(normalization, 128), enclose(X, 128)),
                               reference::normalize(normalization, reference::rows<Wide>(X))));
  });
}

TEST_CASE("LayerNorm forgets what is added to a row") {
  rc::prop("exactly", [] {
    const Rational shift = *rationals(), spread = *rationals();
    RC_PRE(spread != 0);
    const Normalization<Rational> normalization{Kind::layer_norm, 0, {1, 2}, {3, 4}};
    const Matrix<Rational> X{{-spread, spread}}, shifted{{shift - spread, shift + spread}};
    RC_ASSERT(normalize(normalization, X) == normalize(normalization, shifted));
  });
}

TEST_CASE("a normalization that has no value, or no rational one") {
  const Vector<Rational> one{1, 1}, zero{0, 0};
  const Matrix<Rational> constant_row{{5, 5}};
  CHECK_THROWS_WITH(normalize<Rational>({Kind::layer_norm, 0, one, zero}, constant_row),
                    Contains("expected a row that is not constant, or eps > 0"));
  CHECK_THROWS_WITH(normalize<Rational>({Kind::rms_norm, 0, one, zero}, {{1, 2}}),
                    Contains("the square root of 5/2 is irrational"));
  CHECK_THROWS_AS(normalize<Rational>({Kind::rms_norm, 0, one, zero}, {{1, 2}}), attest::InputError);
  CHECK_THROWS_AS(normalize<Rational>({Kind::rms_norm, -1, one, zero}, {{1, 7}}), std::invalid_argument);
  CHECK_THROWS_WITH(normalize<Rational>({Kind::rms_norm, 0, {1}, zero}, {{1, 7}}),
                    Contains("a gain of 1 and a shift of 2"));
  const Normalization<Enclosure> enclosed = enclose(Normalization<Rational>{Kind::layer_norm, 0, one, zero}, 64);
  CHECK_FALSE(normalize(enclosed, enclose(constant_row, 64))(0, 0).is_finite());
}
