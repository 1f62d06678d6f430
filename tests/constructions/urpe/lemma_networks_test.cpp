// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/lemma_networks.hpp"

#include <catch2/catch.hpp>

#include "constructions/urpe/modified_blocks.hpp"
#include "theory/error.hpp"

using namespace attest::constructions;
using attest::theory::Matrix;
using attest::theory::ModifiedBlock;
using attest::theory::ModifiedHead;
using attest::theory::Rational;
using attest::theory::Weighting;

namespace {

Matrix<Rational> drawn(Draw& draw, long rows, long columns) {
  return Matrix<Rational>::from_rows(draw.matrix(rows, columns));
}

ModifiedBlock any_block(Draw& draw, long d) {
  ModifiedBlock block = ffn_block(draw.vector(d), draw.vector(d), {{0, 1}, {1, 0, -1}, {5, 7, 0}, {7, 9}});
  for (int h = 0; h < 2; ++h) {
    const auto shift = draw.integer(0, 1) == 0 ? ModifiedHead::Shift::key : ModifiedHead::Shift::query;
    block.heads.push_back({draw.vector(d), draw.rational(), shift, drawn(draw, d, 1), drawn(draw, 1, d)});
  }
  return block;
}

}  // namespace

TEST_CASE("an engine block is the modified block, under each rule for ties") {
  Draw draw(6);
  for (int k = 0; k < 200; ++k) {
    const long n = draw.integer(1, 4), d = draw.integer(1, 3);
    const ModifiedBlock block = any_block(draw, d);
    const Matrix<Rational> X = drawn(draw, n, d);
    for (const Weighting ties : {Weighting::hardmax_uniform, Weighting::hardmax_first, Weighting::hardmax_all})
      CHECK(attest::theory::block(engine_block(block, ties), X) == attest::theory::modified_block(block, X, ties));
  }
}

TEST_CASE("Lemma 10's blocks are its sweep, at every input of a grid") {
  for (const RationalVector& u : {RationalVector{4, 2}, RationalVector{0, Rational(-7, 2), 9}}) {
    for (const auto& construction : {closed_construction(u, 2, 1), half_open_construction(u, 2, 1),
                                     printed_construction(GridKind::closed, u, 2, 1, 1)}) {
      const auto network = engine_blocks(sweep_blocks(construction));
      for (const RationalMatrix& rows : grid_inputs(construction.grid, static_cast<long>(u.size()), 1, 2)) {
        const Matrix<Rational> Y =
            attest::theory::transformer(network, positioned(Matrix<Rational>::from_rows(rows), u));
        const RationalVector values = contextual_values(construction, rows);
        for (std::size_t i = 0; i < u.size(); ++i) CHECK(Y(i, 0) == values[i]);
      }
    }
  }
}

TEST_CASE("the literal last step has no hardmax: y_i becomes y_i + A y_i sum of squares") {
  const auto block = literal_global_shift({1}, 2);
  const Matrix<Rational> X = {{1}, {-3}};
  CHECK(attest::theory::block(block, X) == Matrix<Rational>{{1 + 2 * 10}, {-3 - 2 * 3 * 10}});
}

TEST_CASE("Lemma 8's block has the row sums asked for and adds u 1^T") {
  Draw draw(8);
  for (int k = 0; k < 50; ++k) {
    const long n = draw.integer(1, 5), d = draw.integer(1, 3), heads = draw.integer(1, 2);
    const RationalVector v = draw.distinct_vector(n);
    const PositionBlock built = position_block(v, d, heads);
    const Matrix<Rational> X = drawn(draw, n, d);
    const Matrix<Rational> A = attest::theory::attention_matrix(built.block.heads.front(), X);
    for (std::size_t i = 0; i < v.size(); ++i) {
      Rational sum = 0;
      for (const Rational& weight : A.row(i)) sum += weight;
      CHECK(sum == v[i]);
      for (std::size_t j = 0; j < i; ++j) CHECK(abs(built.u[i] - built.u[j]) > 1);
    }
    CHECK(attest::theory::block(built.block, X) == positioned(X, built.u));
  }
  CHECK_THROWS_AS(position_block({1, 2, 1}, 1, 2), attest::InputError);
  CHECK_THROWS_AS(position_block({}, 1, 2), attest::InputError);
  CHECK_THROWS_AS(position_block({1}, 1, 3), attest::InputError);
}
