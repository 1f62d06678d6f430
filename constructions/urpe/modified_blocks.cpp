// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/modified_blocks.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest::constructions {

using theory::Matrix;
using theory::ModifiedBlock;
using theory::ModifiedHead;
using theory::PiecewiseLinear;
using theory::Rational;
using theory::Value;

namespace {

Matrix<Rational> column(const RationalVector& x) {
  return Matrix<Rational>::from_function({x.size(), 1}, [&](std::size_t i, std::size_t) { return x[i]; });
}

Matrix<Rational> row(const RationalVector& x) { return Matrix<Rational>::from_rows({x}); }

RationalVector unit(std::size_t d, std::size_t place, const Rational& entry) {
  RationalVector e(d, 0);
  e.at(place) = entry;
  return e;
}

// Half the smallest gap between the values; 1/2 for a single one. Around a value there is then no other.
Rational half_gap(const std::vector<Readout>& table, const RationalVector& z) {
  RationalVector values;
  for (const Readout& entry : table) values.push_back(dot(entry.from, z));
  if (values.empty()) throw std::invalid_argument("a table to read out: expected one row at least");
  std::sort(values.begin(), values.end());
  Rational gap = 1;
  for (std::size_t i = 1; i < values.size(); ++i) gap = min(gap, values[i] - values[i - 1]);
  if (gap == Rational(0)) throw std::invalid_argument("a table to read out: two rows have the same value under z");
  return gap / Rational(2);
}

// How often z must be added to every row so that no row of the table is then near a row that was put in its place:
// every value under z then exceeds every to . z by 1 at least.
Rational departure(const std::vector<Readout>& table, const RationalVector& z) {
  Rational span = 1;
  for (const Readout& entry : table) {
    for (const Readout& other : table) span = max(span, dot(entry.to, z) - dot(other.from, z) + Rational(1));
  }
  return dot(z, z) == Rational(0) ? Rational(0) : span / dot(z, z);
}

// One block for each row of the table: where X_i z is within half a gap of (from + shift z) . z, from + shift z becomes
// to.
std::vector<ModifiedBlock> placements(const std::vector<Readout>& table, const RationalVector& z,
                                      const Rational& shift) {
  const Rational radius = half_gap(table, z);
  std::vector<ModifiedBlock> blocks;
  for (const Readout& entry : table) {
    const Rational center = dot(entry.from, z) + shift * dot(z, z);
    RationalVector move = entry.to;
    for (std::size_t j = 0; j < move.size(); ++j) move[j] -= entry.from[j] + shift * z[j];
    blocks.push_back(ffn_block(z, move, PiecewiseLinear::on_interval(center - radius, center + radius, 0, 1)));
  }
  return blocks;
}

}  // namespace

ModifiedBlock ffn_block(const RationalVector& w1, const RationalVector& w2, PiecewiseLinear phi) {
  return {{}, column(w1), row(w2), std::move(phi)};
}

ModifiedBlock selective_shift_block(const RationalVector& z, const Rational& a, const Rational& b, const Rational& b2,
                                    ModifiedHead::Shift shift) {
  const std::size_t d = z.size();
  const auto head = [&](const Rational& threshold, const Rational& factor) {
    return ModifiedHead{z, threshold, shift, column(z), row(unit(d, 0, factor))};
  };
  ModifiedBlock block = ffn_block(RationalVector(d, 0), RationalVector(d, 0), PiecewiseLinear());
  block.heads = {head(b, a), head(b2, -a)};
  return block;
}

std::vector<ModifiedBlock> quantizer(long d, long m, long first) {
  const Rational delta(1, m);
  std::vector<ModifiedBlock> blocks;
  for (long r = 0; r < d; ++r) {
    const RationalVector e = unit(static_cast<std::size_t>(d), static_cast<std::size_t>(r), 1);
    for (long k = first; k < first + m; ++k) {
      // -(t - k delta) for 0 <= t - k delta < delta
      const Rational start = Rational(k) * delta;
      blocks.push_back(ffn_block(e, e, PiecewiseLinear::on_interval(start, start + delta, -1, start)));
    }
  }
  return blocks;
}

std::vector<ModifiedBlock> read_out(const std::vector<Readout>& table, const RationalVector& z) {
  const Rational shift = departure(table, z);
  std::vector<ModifiedBlock> blocks = {ffn_block(RationalVector(z.size(), 0), z, PiecewiseLinear::constant(shift))};
  for (ModifiedBlock& block : placements(table, z, shift)) blocks.push_back(std::move(block));
  return blocks;
}

std::vector<ModifiedBlock> read_out_in_place(const std::vector<Readout>& table, const RationalVector& z) {
  return placements(table, z, 0);
}

Value value_of(const PiecewiseLinear& phi) {
  return Value::Record{{"breaks", Value::vector(phi.breaks)},
                       {"slopes", Value::vector(phi.slopes)},
                       {"intercepts", Value::vector(phi.intercepts)},
                       {"at", Value::vector(phi.at)}};
}

Value value_of(const ModifiedBlock& block) {
  Value::List heads;
  for (const ModifiedHead& head : block.heads) {
    heads.emplace_back(Value::Record{{"u", Value::vector(head.u)},
                                     {"c", head.c},
                                     {"shift", head.shift == ModifiedHead::Shift::key ? "key" : "query"},
                                     {"WV", Value::matrix(head.WV.to_rows())},
                                     {"WO", Value::matrix(head.WO.to_rows())}});
  }
  return Value::Record{{"heads", heads},
                       {"W1", Value::matrix(block.W1.to_rows())},
                       {"W2", Value::matrix(block.W2.to_rows())},
                       {"phi", value_of(block.phi)}};
}

Value value_of(const std::vector<ModifiedBlock>& blocks) {
  Value::List list;
  for (const ModifiedBlock& block : blocks) list.push_back(value_of(block));
  return list;
}

}  // namespace attest::constructions
