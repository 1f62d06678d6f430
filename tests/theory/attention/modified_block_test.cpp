// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/modified_block.hpp"

#include "tests/theory/attention/generators.hpp"
#include "tests/theory/laws.hpp"
#include "theory/error.hpp"

using namespace attest::theory;
using namespace attest::tests;
using Catch::Matchers::Contains;
using Shift = ModifiedHead::Shift;

namespace {

constexpr Weighting kRules[] = {Weighting::hardmax_uniform, Weighting::hardmax_first, Weighting::hardmax_all};

ModifiedHead any_head(std::size_t d, std::size_t dH) {
  return {any_vector(d, small_integers()), *small_integers(), *rc::gen::element(Shift::key, Shift::query),
          *matrices({d, dH}, small_rationals()), *matrices({dH, d}, small_rationals())};
}

PiecewiseLinear step() { return {{0}, {0, 0}, {0, 1}, {1}}; }

/// One unit on one column: X + phi(X).
ModifiedBlock scalar_block(PiecewiseLinear phi) { return {{}, {{1}}, {{1}}, std::move(phi)}; }

}  // namespace

TEST_CASE("phi takes the piece between its breaks and the declared values at them") {
  const PiecewiseLinear phi{{0, 1}, {1, 0, -1}, {5, 7, 0}, {7, 9}};
  CHECK(phi(-2) == Rational(3));
  CHECK(phi(0) == Rational(7));
  CHECK(phi(Rational(1, 2)) == Rational(7));
  CHECK(phi(1) == Rational(9));
  CHECK(phi(2) == Rational(-2));
  CHECK(phi.pieces() == 4);  // 9 at 1 is neither 7 nor -1
  CHECK(step().pieces() == 2);
  CHECK(PiecewiseLinear().pieces() == 1);
  CHECK(PiecewiseLinear::constant(4)(100) == Rational(4));
}

TEST_CASE("on_interval is closed on the left and open on the right") {
  const PiecewiseLinear phi = PiecewiseLinear::on_interval(Rational(1, 2), 1, -1, 3);
  CHECK(phi(Rational(1, 2)) == Rational(5, 2));
  CHECK(phi(Rational(3, 4)) == Rational(9, 4));
  CHECK(phi(1) == Rational(0));
  CHECK(phi(0) == Rational(0));
  CHECK(phi.pieces() == 3);
}

TEST_CASE("phi over enclosures: one piece, a break that is met exactly, or undecided") {
  const PiecewiseLinear phi{{0, 1}, {1, 0, -1}, {5, 7, 0}, {7, 9}};
  const auto is = [&](const Enclosure& t, const Rational& value) {
    return (image(phi, t) == Enclosure(value, 64)) == Truth::yes;
  };
  CHECK(is(Enclosure(-2), 3));
  CHECK(is(Enclosure(1), 9));
  CHECK(is(Enclosure::hull(Rational(1, 4), Rational(3, 4), 64), 7));
  CHECK_THROWS_AS(image(phi, Enclosure::hull(Rational(1, 4), Rational(5, 4), 64)), Undecided);
  CHECK_THROWS_AS(image(phi, Enclosure::hull(1, Rational(5, 4), 64)), Undecided);
  const Enclosure wide = image(phi, Enclosure::hull(2, 3, 64));
  CHECK(wide.lower() <= Rational(-3));
  CHECK(wide.upper() >= Rational(-2));
}

TEST_CASE("hard attention looks at the greatest and least Xu on the two sides of its threshold") {
  const Matrix<Rational> X{{5}, {1}, {2}};
  const ModifiedHead head{{1}, 2, Shift::query, {{1}}, {{1}}};
  const Rational third(1, 3);
  // 5 > 2 sees the greatest, 1 < 2 the least, and 2 sits on the threshold: a tie of all.
  CHECK(hard_attention(head, X, Weighting::hardmax_uniform) ==
        Matrix<Rational>{{1, 0, 0}, {0, 1, 0}, {third, third, third}});
  CHECK(hard_attention(head, X, Weighting::hardmax_first) == Matrix<Rational>{{1, 0, 0}, {0, 1, 0}, {1, 0, 0}});
  CHECK(hard_attention(head, X, Weighting::hardmax_all) == Matrix<Rational>{{1, 0, 0}, {0, 1, 0}, {1, 1, 1}});
}

TEST_CASE("hard attention: laws") {
  rc::prop("c on the key does nothing (eq. 11 as printed)", [] {
    const std::size_t d = size(1, 3);
    const Matrix<Rational> X = *matrices({size(1, 4), d}, small_integers());
    ModifiedHead head = any_head(d, 1);
    head.shift = Shift::key;
    for (const Weighting ties : kRules) {
      ModifiedHead other = head;
      other.c = 0;
      RC_ASSERT(hard_attention(head, X, ties) == hard_attention(other, X, ties));
    }
  });
  rc::prop("with the uniform rule a block permutes with the tokens", [] {
    const std::size_t d = size(1, 2), n = size(1, 4);
    const Matrix<Rational> X = *matrices({n, d}, small_integers());
    const ModifiedBlock block{{any_head(d, 2), any_head(d, 2)},
                              *matrices({d, 1}, small_integers()),
                              *matrices({1, d}, small_integers()),
                              step()};
    const auto reversed = [&](const Matrix<Rational>& a) {
      return Matrix<Rational>::from_function(a.shape(), [&](std::size_t i, std::size_t j) { return a(n - 1 - i, j); });
    };
    RC_ASSERT(modified_block(block, reversed(X)) == reversed(modified_block(block, X)));
  });
}

TEST_CASE("a network applies the first block first") {
  const ModifiedBlock add = scalar_block(PiecewiseLinear::constant(1));
  const ModifiedBlock twice = scalar_block({{}, {1}, {0}, {}});
  CHECK(modified_network({add, twice}, Matrix<Rational>{{3}}) == Matrix<Rational>{{8}});
  CHECK(modified_network({twice, add}, Matrix<Rational>{{3}}) == Matrix<Rational>{{7}});
  CHECK(modified_network(std::vector<ModifiedBlock>{}, Matrix<Rational>{{3}}) == Matrix<Rational>{{3}});
}

TEST_CASE("a block outside the class is named") {
  const ModifiedHead head{{1}, 0, Shift::query, {{1}}, {{1}}};
  const auto message = [](const ModifiedBlock& block) {
    try {
      require_modified_block(block, 1);
    } catch (const attest::InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  ModifiedBlock block = scalar_block(step());
  block.heads = {head, head};
  CHECK(message(block).empty());
  block.heads.push_back(head);
  CHECK(message(block) == "heads: expected at most 2, found 3");
  block.heads.pop_back();
  block.heads[1].u = {1, 2};
  CHECK(message(block) == "heads[1].u: expected 1 entries, found 2");
  block.heads.clear();
  block.W1 = {{1, 2}};
  CHECK(message(block) == "W1: expected a 1 x 1 matrix, found 1 x 2");
  CHECK(message(scalar_block({{1, 1}, {0, 0, 0}, {0, 1, 2}, {0, 0}})) ==
        "phi.breaks: expected strictly increasing numbers");
  CHECK(message(scalar_block({{0, 1}, {0, 0, 0}, {0, 1, 2}, {5, 1}})) == "phi: expected at most 3 pieces, found 4");
  CHECK(message(scalar_block({{0}, {0, 0}, {0, 1}, {}})) == "phi.at: expected 1 entries, found 0");
  CHECK_THROWS_AS(hard_attention(head, Matrix<Rational>{{1}}, Weighting::softmax_e), std::invalid_argument);
  CHECK_THROWS_AS(modified_block(scalar_block(step()), Matrix<Rational>{{1, 2}}), std::invalid_argument);
}
