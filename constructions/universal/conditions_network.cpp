// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/conditions_network.hpp"

#include <algorithm>

#include "constructions/universal/urpe_network.hpp"

namespace attest::constructions {

using theory::Block;
using theory::Head;
using theory::Matrix;
using theory::Rational;
using theory::Value;
using theory::Vector;

namespace {

// The numbers of `u` in ascending order: rank 0 has the least.
std::vector<long> ranks(const Vector<Rational>& u) {
  std::vector<long> result;
  for (const Rational& x : u) result.push_back(std::count_if(u.begin(), u.end(), [&](const auto& y) { return y < x; }));
  return result;
}

Rational least_gap(Vector<Rational> u) {
  std::sort(u.begin(), u.end());
  Rational gap = 1;
  for (std::size_t i = 1; i < u.size(); ++i) gap = i == 1 ? u[i] - u[i - 1] : min(gap, u[i] - u[i - 1]);
  return gap;
}

Vector<Rational> scaled_first_unit(std::size_t d, const Rational& entry) {
  Vector<Rational> e(d, 0);
  e[0] = entry;
  return e;
}

// The number of a row among those of the grid.
Rational row_number(const Grid& grid, const Matrix<Rational>& X, std::size_t i) {
  Rational number = 0;
  for (std::size_t j = grid.d; j-- > 0;) number = number * Rational(grid.values()) + X(i, j) * Rational(grid.m);
  return number;
}

// Step 1. With u_i = factor (v_i - min v) in the first column already, the hidden unit adds what is missing.
Block<Rational> position_block(const Grid& grid, const Vector<Rational>& v) {
  const Rational least = *std::min_element(v.begin(), v.end());
  // Neighbouring u are so far apart that 4 m u_i + 4 a, a < K, has room between them.
  const Rational factor = ceil(Rational(2) * grid.rows() / (Rational(grid.m) * least_gap(v)));
  Matrix<Rational> A({grid.n, grid.n});
  for (std::size_t i = 0; i < grid.n; ++i) A(i, 0) = v[i];
  Block<Rational> block = idle_block(grid.d, 1);
  block.heads = {{.WV = Matrix<Rational>({grid.d, 1}),
                  .WO = Matrix<Rational>::from_rows({scaled_first_unit(grid.d, 1)}),
                  .bV = Vector<Rational>{factor},
                  .A = A}};
  block.bO = scaled_first_unit(grid.d, -factor * least);
  for (std::size_t j = 0; j < grid.d; ++j) {
    const Rational weight = Rational(4 * grid.m) * pow(Rational(grid.values()), static_cast<long>(j));
    block.ffn.W1(j, 0) = j == 0 ? weight - 1 : weight;
  }
  block.ffn.W2(0, 0) = 1;
  return block;
}

// Step 3: the first column gets minus `factor` times its sum.
Block<Rational> sum_block(const Grid& grid, const Rational& factor, const Rational& offset) {
  Block<Rational> block = idle_block(grid.d, 1);
  const Rational minus_the_sum = -factor * Rational(static_cast<long>(grid.n));
  Matrix<Rational> WV({grid.d, 1});
  WV(0, 0) = 1;
  block.heads = {{.WQ = Matrix<Rational>({grid.d, 1}),
                  .WK = Matrix<Rational>({grid.d, 1}),
                  .WV = std::move(WV),
                  .WO = Matrix<Rational>::from_rows({scaled_first_unit(grid.d, minus_the_sum)}),
                  .weighting = theory::Weighting::softmax_2}};
  block.bO = scaled_first_unit(grid.d, offset);
  return block;
}

void pass_through(const Block<Rational>& step, std::vector<Matrix<Rational>>& states) {
  for (Matrix<Rational>& X : states) X = theory::block(step, X);
}

}  // namespace

std::vector<Block<Rational>> conditions_network(const Grid& grid, const std::vector<Matrix<Rational>>& outputs,
                                                const Vector<Rational>& v, Layout layout) {
  const std::vector<Matrix<Rational>> inputs = grid.points();
  if (v.size() != grid.n || outputs.size() != inputs.size() || least_gap(v) <= 0) {
    throw std::invalid_argument("conditions_network: expected n distinct entries of v and an output for each point");
  }
  const std::vector<long> rank = ranks(v);
  const Rational base = grid.rows() + 1, top = pow(base, static_cast<long>(grid.n));
  std::vector<Matrix<Rational>> states = inputs, digits = inputs;
  for (Matrix<Rational>& X : digits) {
    const Matrix<Rational> input = X;
    for (std::size_t i = 0; i < grid.n; ++i) {
      X(i, 0) = Rational(-2) * pow(base, rank[i]) * (row_number(grid, input, i) + 1);
    }
  }
  std::vector<Block<Rational>> blocks = {position_block(grid, v)};
  pass_through(blocks.front(), states);
  const std::vector<Block<Rational>> to_digits = relabel(row_changes(states, digits), grid.d, layout);
  blocks.insert(blocks.end(), to_digits.begin(), to_digits.end());
  // A sum is 2 at least and the sums are 2 apart; 2 top exceeds every difference of two digits.
  const Block<Rational> sums = sum_block(grid, Rational(2) * top, lift_above(outputs, Rational(2) * top));
  pass_through(sums, digits);
  const std::vector<Block<Rational>> to_f = joined(sums, relabel(row_changes(digits, outputs), grid.d, layout));
  blocks.insert(blocks.end(), to_f.begin(), to_f.end());
  return blocks;
}

Value::Record conditions_fields(const Head<Rational>& head, std::size_t) {
  if (head.A) return {{"kind", "position"}};
  return {{"kind", "attentive"}, {"u", Value::vector(Vector<Rational>(head.WV.rows(), 0))}, {"c", 0}};
}

}  // namespace attest::constructions
