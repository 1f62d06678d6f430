// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/lemma_networks.hpp"

#include "constructions/urpe/modified_blocks.hpp"
#include "theory/error.hpp"

namespace attest::constructions {

using theory::Matrix;
using theory::ModifiedBlock;
using theory::ModifiedHead;
using theory::Rational;
using theory::Weighting;

namespace {

Matrix<Rational> column(const RationalVector& x) {
  return Matrix<Rational>::from_function({x.size(), 1}, [&](std::size_t i, std::size_t) { return x[i]; });
}

// (factor, 0, ..., 0), 1 x d.
Matrix<Rational> into_first_column(std::size_t d, const Rational& factor) {
  Matrix<Rational> WO({1, d});
  WO(0, 0) = factor;
  return WO;
}

Rational smallest_gap(const RationalVector& v) {
  Rational least = 1;
  bool is_first = true;
  for (std::size_t i = 0; i < v.size(); ++i) {
    for (std::size_t j = i + 1; j < v.size(); ++j) {
      const Rational gap = abs(v[i] - v[j]);
      if (gap == 0)
        throw InputError("v", "expected distinct entries, found " + v[i].to_string() + " at " + std::to_string(i + 1) +
                                  " and " + std::to_string(j + 1));
      least = is_first ? gap : min(least, gap);
      is_first = false;
    }
  }
  return least;
}

}  // namespace

EngineBlock engine_block(const ModifiedBlock& block, Weighting ties) {
  EngineBlock result;
  for (const ModifiedHead& head : block.heads) {
    theory::Head<Rational> same;
    same.WQ = same.WK = column(head.u);
    if (head.c != 0) (head.shift == ModifiedHead::Shift::query ? same.bQ : same.bK) = RationalVector{-head.c};
    same.WV = head.WV;
    same.WO = head.WO;
    same.weighting = ties;
    result.heads.push_back(std::move(same));
  }
  result.ffn.W1 = block.W1;
  result.ffn.W2 = block.W2;
  result.ffn.phi = block.phi;
  return result;
}

std::vector<EngineBlock> engine_blocks(const std::vector<ModifiedBlock>& blocks) {
  std::vector<EngineBlock> result;
  for (const ModifiedBlock& block : blocks) result.push_back(engine_block(block));
  return result;
}

std::vector<ModifiedBlock> sweep_blocks(const ContextualConstruction& construction) {
  const RationalVector& z = construction.z;
  std::vector<ModifiedBlock> blocks;
  for (const SelectiveShift& shift : construction.shifts)
    blocks.push_back(selective_shift_block(z, shift.multiplier, shift.from, shift.to));
  if (!construction.last) return blocks;
  const RationalVector zero(z.size(), 0);
  ModifiedBlock last = ffn_block(zero, zero, theory::PiecewiseLinear());
  last.heads = {{z, construction.last->threshold, ModifiedHead::Shift::query, column(z),
                 into_first_column(z.size(), construction.last->factor)}};
  blocks.push_back(std::move(last));
  return blocks;
}

EngineBlock literal_global_shift(const RationalVector& z, const Rational& factor) {
  const RationalVector zero(z.size(), 0);
  EngineBlock block = engine_block(ffn_block(zero, zero, theory::PiecewiseLinear()));
  theory::Head<Rational> head;
  head.WQ = head.WK = head.WV = column(z);
  head.WO = into_first_column(z.size(), factor);
  head.weighting = Weighting::scores;
  block.heads = {std::move(head)};
  return block;
}

PositionBlock position_block(const RationalVector& v, long d, long heads) {
  if (v.empty() || d < 1 || heads < 1 || heads > 2) throw InputError("v, d, heads", "expected n, d >= 1, heads 1 or 2");
  const std::size_t n = v.size(), columns = static_cast<std::size_t>(d);
  PositionBlock result;
  result.value_bias = Rational(heads == 1 ? 2 : 1) / smallest_gap(v);
  // Row i of C has the entries c_{i-1}, ..., c_0, then zeros, and sums to n v_i.
  result.c.assign(2 * n - 1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    result.c[n - 1 + i] = Rational(static_cast<long>(n)) * (i == 0 ? v[0] : v[i] - v[i - 1]);
  }
  for (const Rational& entry : v) result.u.push_back(Rational(heads) * result.value_bias * entry);

  theory::Head<Rational> head;
  head.WQ = head.WK = head.WV = Matrix<Rational>({columns, 1});
  head.bV = RationalVector{result.value_bias};
  head.WO = Matrix<Rational>::from_function({1, columns}, [](std::size_t, std::size_t) { return Rational(1); });
  head.C = theory::toeplitz(result.c, n);
  head.weighting = Weighting::softmax_2;  // at equal scores the base does not matter, and base 2 is exact
  result.block.heads.assign(static_cast<std::size_t>(heads), head);
  result.block.ffn.W1 = Matrix<Rational>({columns, 4});
  result.block.ffn.W2 = Matrix<Rational>({4, columns});
  return result;
}

Matrix<Rational> positioned(const Matrix<Rational>& X, const RationalVector& u) {
  return Matrix<Rational>::from_function(X.shape(), [&](std::size_t i, std::size_t j) { return X(i, j) + u.at(i); });
}

}  // namespace attest::constructions
