// SPDX-License-Identifier: Apache-2.0
#include "tests/theory/attention/generators.hpp"
#include "tests/theory/laws.hpp"
#include "theory/attention/hardmax.hpp"
#include "theory/error.hpp"

using namespace attest::theory;
using namespace attest::tests;
using Catch::Matchers::Contains;

namespace {

using R = Rational;
using Rows = Matrix<Rational>;

Rational sum(const Vector<Rational>& row) {
  Rational total;
  for (const Rational& entry : row) total += entry;
  return total;
}

}  // namespace

TEST_CASE("softmax in base 2, by hand") {
  CHECK(weights(Rows{{0, 1, 2}}, Weighting::softmax_2) == Rows{{R(1, 7), R(2, 7), R(4, 7)}});
  CHECK(weights(Rows{{5, 5}, {-1, 0}}, Weighting::softmax_2) == Rows{{R(1, 2), R(1, 2)}, {R(1, 3), R(2, 3)}});
  // Only differences count, so these scores need not be integers.
  CHECK(weights(Rows{{R(1, 2), R(3, 2)}}, Weighting::softmax_2) == Rows{{R(1, 3), R(2, 3)}});
}

TEST_CASE("hardmax and its tie rules, by hand") {
  const Rows scores{{1, 3, 3}, {2, 2, 2}, {0, -1, -2}};
  CHECK(weights(scores, Weighting::hardmax_all) == Rows{{0, 1, 1}, {1, 1, 1}, {1, 0, 0}});
  CHECK(weights(scores, Weighting::hardmax_uniform) ==
        Rows{{0, R(1, 2), R(1, 2)}, {R(1, 3), R(1, 3), R(1, 3)}, {1, 0, 0}});
  CHECK(weights(scores, Weighting::hardmax_first) == Rows{{0, 1, 0}, {1, 0, 0}, {1, 0, 0}});
}

TEST_CASE("laws of weights") {
  const auto any = [] {
    return *rc::gen::element(Weighting::softmax_2, Weighting::hardmax_all, Weighting::hardmax_uniform,
                             Weighting::hardmax_first);
  };
  rc::prop("a constant added to a row changes nothing", [&] {
    const std::size_t n = size(1, 5);
    const Rows scores = *matrices({1, n}, small_integers());
    const Rational shift = *rationals();
    const Weighting weighting = any();
    RC_ASSERT(weights(scores, weighting) ==
              weights(scores.map([&](const Rational& s) { return s + shift; }), weighting));
  });
  rc::prop("rows sum to 1 (under hardmax_all to the number of maxima)", [&] {
    const std::size_t n = size(1, 5);
    const Rows scores = *matrices({1, n}, small_integers());
    for (Weighting weighting : {Weighting::softmax_2, Weighting::hardmax_uniform, Weighting::hardmax_first}) {
      RC_ASSERT(sum(weights(scores, weighting).row(0)) == 1);
    }
    const Vector<Rational> row = scores.row(0);
    const long maxima = std::count(row.begin(), row.end(), *std::max_element(row.begin(), row.end()));
    RC_ASSERT(sum(weights(scores, Weighting::hardmax_all).row(0)) == maxima);
  });
  rc::prop("softmax at large multiples of the scores comes close to hardmax_uniform", [&] {
    const std::size_t n = size(1, 5);
    const Rows scores = *matrices({1, n}, small_integers());
    const Rows soft = weights(scaled(Rational(64), scores), Weighting::softmax_2);
    const Rows hard = weights(scores, Weighting::hardmax_uniform);
    for (std::size_t j = 0; j < n; ++j) {
      // Integer scores differ by at least 64 from the greatest, so what is not a maximum weighs at most n 2^-64.
      RC_ASSERT(abs(soft(0, j) - hard(0, j)) <= Rational(static_cast<long>(n)) * pow(Rational(2), -64));
    }
  });
  rc::prop("a mask is the same as leaving the entries out", [&] {
    const std::size_t n = size(1, 5);
    const Rows scores = *matrices({n, n}, small_integers());
    const Mask mask = any_mask(n);
    const Weighting weighting = any();
    const Rows masked = weights(scores, weighting, mask);
    for (std::size_t i = 0; i < n; ++i) {
      Vector<Rational> kept;
      for (std::size_t j = 0; j < n; ++j) {
        if (mask(i, j)) kept.push_back(scores(i, j));
      }
      Vector<Rational> expected = kept;
      if (!kept.empty()) expected = weights(Rows::from_rows({kept}), weighting).row(0);
      std::size_t next = 0;
      for (std::size_t j = 0; j < n; ++j) RC_ASSERT(masked(i, j) == (mask(i, j) ? expected[next++] : Rational(0)));
    }
  });
  rc::prop("over enclosures they contain the exact weights", [&] {
    const std::size_t n = size(1, 5);
    const Rows scores = *matrices({n, n}, small_integers());
    const Mask mask = any_mask(n);
    const Weighting weighting = any();
    const Rows exact = weights(scores, weighting, mask);
    const Matrix<Enclosure> enclosed = weights(enclose(scores, 64), weighting, mask);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        RC_ASSERT(enclosed(i, j).contains(exact(i, j)));
        RC_ASSERT(enclosed(i, j).width() < pow(Rational(2), -55));
      }
    }
  });
}

TEST_CASE("a row with nothing to look at has the weights 0") {
  const Mask nothing{{{false, false}, {true, false}}};
  for (Weighting weighting : {Weighting::softmax_2, Weighting::hardmax_uniform}) {
    CHECK(weights(Rows{{1, 2}, {3, 4}}, weighting, nothing) == Rows{{0, 0}, {1, 0}});
  }
}

TEST_CASE("where exactness is impossible the error says so") {
  CHECK_THROWS_WITH(weights(Rows{{0, 1}}, Weighting::softmax_e), Contains("base e has no exact weights"));
  CHECK_THROWS_WITH(weights(Rows{{0, R(1, 2)}}, Weighting::softmax_2), Contains("differ by 1/2"));
  CHECK_THROWS_WITH(weights(Rows{{0, pow(R(10), 30)}}, Weighting::softmax_2), Contains("within 2^20"));
  CHECK_THROWS_AS(weights(Rows{{0, 1}}, Weighting::softmax_e), attest::InputError);
  CHECK_THROWS_AS(weights(Rows{{0, 1}}, Weighting::softmax_2, Mask::full(2)), std::invalid_argument);
  CHECK_THROWS_AS(hardmax_row(Vector<Rational>{}, Weighting::hardmax_all), std::invalid_argument);
  CHECK_THROWS_AS(hardmax_row(Vector<Rational>{1}, Weighting::softmax_2), std::invalid_argument);
  // 1/3 as an enclosure is not known to equal 1/3.
  CHECK_THROWS_AS(weights(enclose(Rows{{R(1, 3), R(1, 3)}}, 64), Weighting::hardmax_all), Undecided);
}

TEST_CASE("scores of any size have enclosed softmax weights") {
  const Rational huge = pow(Rational(10), 30);
  const Matrix<Enclosure> w = weights(enclose(Rows{{huge, huge - Rational(1), -huge}}, 128), Weighting::softmax_e);
  CHECK((w(0, 0) > Enclosure(Rational(73, 100), 64)) == Truth::yes);
  CHECK((w(0, 0) < Enclosure(Rational(74, 100), 64)) == Truth::yes);
  CHECK((w(0, 2) < Enclosure(Rational(1, 1000000), 64)) == Truth::yes);
}
