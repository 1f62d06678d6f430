// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/urpe_network.hpp"

#include "theory/attention/relative_bias.hpp"

namespace attest::constructions {

using theory::Block;
using theory::Head;
using theory::Matrix;
using theory::Rational;
using theory::Vector;

Head<Rational> toeplitz_head(const Vector<Rational>& c, std::size_t d, Vector<Rational> value,
                             const Rational& value_bias, Vector<Rational> output) {
  Matrix<Rational> WV({d, 1});
  for (std::size_t j = 0; j < d; ++j) WV(j, 0) = value[j];
  return {.WQ = Matrix<Rational>({d, 1}),
          .WK = Matrix<Rational>({d, 1}),
          .WV = std::move(WV),
          .WO = Matrix<Rational>::from_rows({std::move(output)}),
          .bV = Vector<Rational>{value_bias},
          .C = theory::toeplitz(c, (c.size() + 1) / 2),
          // The scores are equal, so every base gives the same weights; in base 2 the engine computes them exactly.
          .weighting = theory::Weighting::softmax_2};
}

Block<Rational> context_block(const Grid& grid, const Rational& offset) {
  const auto n = static_cast<long>(grid.n);
  Rational base = 2;
  while (base <= grid.rows()) base *= 2;
  // c_{i-j} = n 4 b^(n-1-(i-j)): the factor n takes back the 1/n of the softmax.
  Vector<Rational> c;
  for (long distance = -(n - 1); distance <= n - 1; ++distance) {
    c.push_back(Rational(n) * 4 * pow(base, n - 1 - distance));
  }
  Vector<Rational> row_number, first_column(grid.d, 0), bias(grid.d, 0);
  for (std::size_t j = 0; j < grid.d; ++j) {
    row_number.push_back(Rational(grid.m) * pow(Rational(grid.values()), static_cast<long>(j)));
  }
  first_column[0] = 1;
  bias[0] = offset;
  Block<Rational> block = idle_block(grid.d, 1);
  block.heads = {toeplitz_head(c, grid.d, row_number, 1, first_column)};
  block.bO = bias;
  return block;
}

Rational lift_above(const std::vector<Matrix<Rational>>& targets, const Rational& least) {
  Rational lift = 0;
  for (const Matrix<Rational>& target : targets) {
    for (std::size_t i = 0; i < target.rows(); ++i) lift = max(lift, ceil(target(i, 0) + 2 - least));
  }
  return lift;
}

std::vector<Block<Rational>> joined(Block<Rational> first, std::vector<Block<Rational>> blocks) {
  blocks.front().heads = std::move(first.heads);
  blocks.front().bO = std::move(first.bO);
  return blocks;
}

std::vector<Block<Rational>> urpe_network(const Grid& grid, const std::vector<Matrix<Rational>>& outputs,
                                          Layout layout) {
  const Block<Rational> context = context_block(grid, lift_above(outputs, 4));
  std::vector<Matrix<Rational>> states = grid.points();
  for (Matrix<Rational>& X : states) X = theory::attention_layer(context.heads, context.bO, X);
  return joined(context, relabel(row_changes(states, outputs), grid.d, layout));
}

}  // namespace attest::constructions
