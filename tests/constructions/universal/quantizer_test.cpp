// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/quantizer.hpp"

#include <catch2/catch.hpp>

using namespace attest::constructions;
using attest::theory::Matrix;
using attest::theory::Rational;

TEST_CASE("the quantizer rounds down off its strips and stays monotone within the cube") {
  for (const Layout layout : {Layout::narrow, Layout::wide}) {
    for (long m = 1; m <= 4; ++m) {
      const Rational strip(1, 8 * m);
      const auto blocks = quantizer(2, m, strip, layout);
      CHECK(blocks.size() == (layout == Layout::wide ? 1u : 2u * static_cast<unsigned>(m)));
      Rational last = 0;
      for (long k = 0; k <= 64 * m; ++k) {
        const Rational t(k, 64 * m);
        const Matrix<Rational> Y = attest::theory::transformer(blocks, Matrix<Rational>{{t, Rational(1) - t}});
        const Rational below = floor(t * Rational(m)) / Rational(m);
        if (below + Rational(1, m) - t >= strip) CHECK(Y(0, 0) == below);
        CHECK(Y(0, 0) >= max(last, below));
        CHECK(Y(0, 0) <= 1);
        last = Y(0, 0);
      }
      CHECK(last == 1);
    }
  }
  CHECK_THROWS_AS(quantizer(1, 2, Rational(1, 2), Layout::wide), std::invalid_argument);
  CHECK_THROWS_AS(quantizer(1, 2, 0, Layout::wide), std::invalid_argument);
}
