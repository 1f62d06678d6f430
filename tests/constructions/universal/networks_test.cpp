// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "constructions/universal/conditions_network.hpp"
#include "constructions/universal/rpe_network.hpp"
#include "constructions/universal/urpe_network.hpp"
#include "theory/attention/enclose.hpp"

using namespace attest::constructions;
using attest::theory::Block;
using attest::theory::Enclosure;
using attest::theory::Head;
using attest::theory::Matrix;
using attest::theory::Rational;
using attest::theory::RelativeBias;
using attest::theory::transformer;

namespace {

std::vector<Matrix<Rational>> random_outputs(const Grid& grid, Draw& draw) {
  std::vector<Matrix<Rational>> outputs;
  for (std::size_t k = 0; k < grid.points().size(); ++k) {
    outputs.push_back(Matrix<Rational>::from_rows(draw.matrix(static_cast<long>(grid.n), static_cast<long>(grid.d))));
  }
  return outputs;
}

const std::vector<Grid> kGrids = {{1, 1, 1},        {1, 1, 5}, {1, 3, 1}, {2, 1, 3},
                                  {2, 1, 3, false}, {2, 2, 1}, {3, 1, 2}, {4, 1, 1}};

bool is_narrow(const std::vector<Block<Rational>>& blocks) {
  for (const Block<Rational>& block : blocks) {
    if (block.heads.size() > 2 || block.ffn.W1.columns() > 4) return false;
    for (const Head<Rational>& head : block.heads) {
      if (head.WV.columns() != 1) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("a grid lists its points once each, the last entry fastest") {
  CHECK(Grid{1, 2, 2}.points().size() == 9);
  CHECK(Grid{1, 2, 2}.point(5) == Matrix<Rational>{{Rational(1, 2), 1}});
  CHECK(Grid{2, 1, 3, false}.points().size() == 9);
  CHECK(Grid{2, 1, 3, false}.points().back() == Matrix<Rational>{{Rational(2, 3)}, {Rational(2, 3)}});
}

TEST_CASE("URPE networks equal random functions at every grid point, in both layouts") {
  Draw draw(201);
  for (const Grid& grid : kGrids) {
    const auto outputs = random_outputs(grid, draw);
    const auto narrow = urpe_network(grid, outputs, Layout::narrow), wide = urpe_network(grid, outputs, Layout::wide);
    CHECK(is_narrow(narrow));
    CHECK(wide.size() == 1);
    const auto inputs = grid.points();
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      CHECK(transformer(narrow, inputs[k]) == outputs[k]);
      CHECK(transformer(wide, inputs[k]) == outputs[k]);
    }
  }
}

TEST_CASE("both layouts are one function, off the grid and off the cube too") {
  Draw draw(202);
  const Grid grid{2, 1, 2};
  const auto outputs = random_outputs(grid, draw);
  const auto narrow = urpe_network(grid, outputs, Layout::narrow), wide = urpe_network(grid, outputs, Layout::wide);
  int moved = 0;
  for (int k = 0; k < 200; ++k) {
    // Near a grid point the bumps' slopes are met, anywhere else mostly nothing.
    Matrix<Rational> X = grid.point(static_cast<std::size_t>(draw.integer(0, 8)));
    for (std::size_t i = 0; i < 2; ++i) X(i, 0) += Rational(draw.integer(-90, 90), k % 2 ? 1000 : 20);
    const Matrix<Rational> Y = transformer(narrow, X);
    CHECK(Y == transformer(wide, X));
    moved += Y(0, 0) < 100;
  }
  CHECK(moved > 20);
}

TEST_CASE("networks of the two conditions equal random functions, whatever A with A 1 = v") {
  Draw draw(203);
  for (const Grid& grid : kGrids) {
    if (grid.size() * grid.rows() > 128) continue;
    const auto outputs = random_outputs(grid, draw);
    const auto v = draw.distinct_vector(static_cast<long>(grid.n));
    auto blocks = conditions_network(grid, outputs, v, Layout::narrow);
    CHECK(is_narrow(blocks));
    const auto inputs = grid.points();
    for (int turn = 0; turn < 2; ++turn) {
      for (std::size_t k = 0; k < inputs.size(); ++k) CHECK(transformer(blocks, inputs[k]) == outputs[k]);
      blocks.front().heads.front().A = Matrix<Rational>::from_rows(draw.with_row_sums(v));
    }
  }
  CHECK_THROWS_AS(conditions_network({2, 1, 1}, random_outputs({2, 1, 1}, draw), {1, 1}, Layout::narrow),
                  std::invalid_argument);
}

TEST_CASE("RPE networks compute lawful tables and refuse others") {
  Draw draw(204);
  for (const Grid& grid : kGrids) {
    Table table{grid.points(), random_outputs(grid, draw)};
    for (std::size_t k = 0; k < table.inputs.size(); ++k) {
      if (!has_identical_rows(table.inputs[k])) continue;
      for (std::size_t i = 1; i < grid.n; ++i) table.outputs[k].set_row(i, table.outputs[k].row(0));
    }
    const RpeNetwork network = rpe_network(table, Layout::narrow);
    CHECK(is_right_stochastic(*network.blocks.front().heads.front().A) == attest::theory::Truth::yes);
    for (std::size_t k = 0; k < table.inputs.size(); ++k) {
      CHECK(transformer(network.blocks, table.inputs[k]) == table.outputs[k]);
    }
  }
  CHECK_THROWS_AS(rpe_network({{{{1}, {1}}}, {{{0}, {1}}}}, Layout::narrow), std::invalid_argument);
}

// The bias m = log w, in enclosures and by softmax, gives the rational attention matrix that the network holds.
TEST_CASE("an RPE network's attention matrix is softmax of T5's bias log w") {
  const std::vector<Matrix<Rational>> inputs = Grid{3, 1, 1}.points();
  const RpeNetwork network =
      rpe_network({inputs, std::vector<Matrix<Rational>>(inputs.size(), {{1}, {1}, {1}})}, Layout::wide);
  RelativeBias<Enclosure>::T5 bias;
  for (const Rational& w : network.w) bias.m.push_back(log(Enclosure(w, 128)));
  const Head<Enclosure> head{.WQ = Matrix<Enclosure>({1, 1}), .WK = Matrix<Enclosure>({1, 1}), .bias = bias};
  const Matrix<Enclosure> softmax = attention_matrix(head, attest::theory::enclose(inputs[3], 128));
  const Matrix<Rational>& A = *network.blocks.front().heads.front().A;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      CHECK(softmax(i, j).contains(A(i, j)));
      CHECK(softmax(i, j).width() < Rational(1, 1L << 60));
    }
  }
}

TEST_CASE("changes that no map of the first entry makes are refused") {
  CHECK_THROWS_AS(row_changes({{{5}, {5}}}, {{{0}, {1}}}), std::logic_error);
  CHECK_THROWS_AS(row_changes({{{5}, {6}}}, {{{0}, {1}}}), std::logic_error);
  CHECK_THROWS_AS(row_changes({{{5}, {8}}}, {{{0}, {Rational(9, 2)}}}), std::logic_error);
  CHECK(row_changes({{{5}, {8}}}, {{{0}, {4}}}).size() == 2);
}
