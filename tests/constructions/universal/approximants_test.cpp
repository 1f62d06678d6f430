// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "constructions/universal/approximant.hpp"
#include "constructions/universal/broken_line.hpp"

using namespace attest::constructions;
using attest::theory::Block;
using attest::theory::Head;
using attest::theory::Matrix;
using attest::theory::Rational;
using attest::theory::transformer;

namespace {

// Another route to the bounds: the engine runs the networks at points that are no corners of cells. Each entry is
// missed by what the approximant says at most, and somewhere by a third of that at least, so that the bounds are no
// idle talk.
void require_near(const Target& f, const Approximant& network, const Rational& gap = 0) {
  Draw draw(301);
  constexpr long steps = 97;
  std::vector<Rational> worst(network.misses.size(), 0);
  for (int trial = 0; trial < 300; ++trial) {
    Matrix<Rational> X({f.n(), f.d()});
    for (std::size_t i = 0; i < f.n(); ++i) {
      for (std::size_t j = 0; j < f.d(); ++j) X(i, j) = Rational(draw.integer(0, steps), steps);
    }
    if (gap > 0 && abs(X(1, 0) - X(0, 0)) < gap) continue;
    const Matrix<Rational> Y = transformer(network.blocks, X), Z = f.at(X);
    for (std::size_t k = 0; k < worst.size(); ++k) {
      const Rational value = min(max(Y(k / f.d(), k % f.d()), network.low), network.high);
      worst[k] = max(worst[k], abs(value - Z(k / f.d(), k % f.d())));
    }
  }
  for (std::size_t k = 0; k < worst.size(); ++k) {
    CHECK(worst[k] <= network.misses[k]);
    CHECK(worst[k] * 3 >= network.misses[k]);
  }
}

}  // namespace

TEST_CASE("approximants: URPE networks are as near as they say") {
  require_near(quarter_turn(1), urpe_quarter_turn(1));
  require_near(quarter_turn(2), urpe_quarter_turn(2));
  require_near(running_maximum(0), urpe_running_maximum());
  require_near(sorted_pair(0), urpe_sorted_pair());
  for (const long m : {1, 2, 5}) {
    require_near(rotated_squares(), urpe_rotated_squares(m));
    require_near(product_and_mean_square(), urpe_product_and_mean_square(m));
  }
}

// The position-aware head's matrix may be any with A 1 = v.
TEST_CASE("approximants: networks of Theorem 3's conditions are as near as they say, for any A") {
  Draw draw(302);
  for (const RationalVector& v : {RationalVector{1, Rational(1, 2)}, RationalVector{Rational(-1, 7), 5}}) {
    const auto with_any_A = [&](Approximant network) {
      Head<Rational>& head = network.blocks.front().heads.front();
      head.A = Matrix<Rational>::from_rows(draw.with_row_sums(v));
      return network;
    };
    require_near(quarter_turn(1), with_any_A(conditions_quarter_turn(v)));
    require_near(running_maximum(0), with_any_A(conditions_running_maximum(v)));
    require_near(sorted_pair(0), with_any_A(conditions_sorted_pair(v)));
    for (const long m : {1, 2, 5}) require_near(product_and_rest(), with_any_A(conditions_product_and_rest(v, m)));
  }
  const RationalVector v = {1, Rational(2, 3), Rational(1, 3)};
  Approximant sums = conditions_weighted_sums(v);
  sums.blocks.front().heads.front().A = Matrix<Rational>::from_rows(draw.with_row_sums(v));
  require_near(weighted_sums(), sums);
}

TEST_CASE("approximants: an absolute encoding does what the position-aware head did") {
  const RationalVector v = {0, 1};
  const EncodedApproximant encoded = with_encoding(conditions_sorted_pair(v));
  const Approximant plain = conditions_sorted_pair(v);
  for (const Rational& x : {Rational(0), Rational(1, 3), Rational(1)}) {
    const Matrix<Rational> X = Matrix<Rational>::from_rows({{x}, {Rational(2, 5)}});
    CHECK(transformer(encoded.network.blocks, X + encoded.E) == transformer(plain.blocks, X));
  }
}

TEST_CASE("approximants: T5 networks are as near as they say where tokens are a gap apart") {
  for (const Rational& gap : {Rational(1, 8), Rational(1, 1000)}) {
    require_near(quarter_turn(1), t5_quarter_turn(gap), gap);
    require_near(running_maximum(1), t5_running_maximum(gap), gap);
    require_near(sorted_pair(1), t5_sorted_pair(gap), gap);
    for (const long m : {1, 2, 5}) require_near(product_and_rest(), t5_product_and_rest(m, gap), gap);
  }
}

// With rows that agree every RPE network gives rows that agree.
TEST_CASE("approximants: T5 networks miss the targets where tokens are equal") {
  const Matrix<Rational> X({2, 1});
  const Matrix<Rational> Y = transformer(t5_quarter_turn(Rational(1, 1000)).blocks, X);
  CHECK(Y(0, 0) == Y(1, 0));
}

TEST_CASE("broken lines: moved, prolonged and multiplied") {
  const BrokenLine line = BrokenLine::squares(Rational(1, 4), Rational(1, 4), 2);
  CHECK(line.y == std::vector<Rational>{Rational(1, 16), Rational(1, 4), Rational(9, 16)});
  CHECK(line.prolonged(0, 1).y == std::vector<Rational>{Rational(-1, 8), Rational(1, 4), Rational(7, 8)});
  CHECK(line.moved(2).x.front() == Rational(9, 4));
  CHECK(line.times(4).slopes() == std::vector<Rational>{3, 5});
}
