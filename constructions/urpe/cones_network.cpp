// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/cones_network.hpp"

#include "constructions/index.hpp"
#include "constructions/urpe/uniform_heads.hpp"

namespace attest::constructions {

using theory::Rational;

namespace {

// A hidden unit: v max(sum of its terms + shift, 0), added to column `to`.
struct Unit {
  std::vector<std::pair<long, Rational>> terms;  // column, factor
  Rational shift;
  long to;
  Rational v;
};

// The columns: X's d, the values' d, the sum over tokens.
struct Builder {
  long n, d;

  long width() const { return 2 * d + 1; }
  long value_column(long j) const { return d + j; }
  long sum_column() const { return 2 * d; }

  Block block(Head head, const std::vector<Unit>& units) const {
    Block block = identity_block(width(), static_cast<long>(units.size()));
    block.heads = {std::move(head)};
    for (std::size_t u = 0; u < units.size(); ++u) {
      for (const auto& [column, factor] : units[u].terms) block.W1[at(column)][u] += factor;
      block.b1[u] = units[u].shift;
      block.W2[u][at(units[u].to)] = units[u].v;
    }
    return block;
  }

  Head no_head() const {
    return uniform_head(n, width(), 1, [](long) { return false; });
  }

  static Unit ramp(long from, long to, const Rational& v, const Rational& t) { return {{{from, 1}}, -t, to, v}; }

  // Adds v where 2i <= the entry, nothing where it is at most 2i - 1.
  static void add_step(std::vector<Unit>& units, long from, long to, const Rational& v, long i) {
    units.push_back(ramp(from, to, v, 2 * i - 1));
    units.push_back(ramp(from, to, -v, 2 * i));
  }

  // Adds values(i, j) to `to`, where the entry of column j is token i's, at least 2i and at most 2i + 1.
  void add_table(std::vector<Unit>& units, const RationalMatrix& values, long j, long to, const Rational& sign) const {
    for (long i = 0; i < n; ++i) {
      add_step(units, j, to, sign * values[at(i)][at(j)], i);
      add_step(units, j, to, -(sign * values[at(i)][at(j)]), i + 1);
    }
  }

  // Adds |entry - 2i - P(i, j)| to the column of sums, where the entry is token i's.
  void add_part(std::vector<Unit>& units, const RationalMatrix& input, long j) const {
    for (long i = 0; i < n; ++i) {
      const Rational p = input[at(i)][at(j)], low = 2 * i;
      add_step(units, j, sum_column(), p, i);
      add_step(units, j, sum_column(), p - Rational(1), i + 1);
      units.push_back(ramp(j, sum_column(), -1, low));
      units.push_back(ramp(j, sum_column(), 1, low + Rational(1)));
      units.push_back(ramp(j, sum_column(), 2, low + p));
      units.push_back(ramp(j, sum_column(), -2, low + Rational(1)));
    }
  }

  // X's entries of token i (from 0) go up by 2i; values begin at -M.
  Block opening(const Rational& M) const {
    Head head = uniform_head(n, width(), 1, [](long difference) { return difference > 0; });
    head.value_bias[0] = 1;
    Block result = block(head, {{{}, 0, 0, 0}});
    for (long j = 0; j < d; ++j) {
      result.heads[0].output[0][at(j)] = 2;
      result.b2[at(value_column(j))] = -M;
    }
    return result;
  }

  // The last column becomes the token's part of |X - P|; V is taken off the values.
  Block prepare(const ValuedPoint& point) const {
    std::vector<Unit> units;
    for (long j = 0; j < d; ++j) {
      add_part(units, point.input, j);
      add_table(units, point.values, j, value_column(j), -1);
    }
    return block(no_head(), units);
  }

  // The last column becomes the sum over all tokens, then 0; values become at least -L times it, and get V back.
  Block gather(const ValuedPoint& point, const Rational& L) const {
    Head head = uniform_head(n, width(), 1, [](long difference) { return difference != 0; });
    head.value[at(sum_column())][0] = 1;
    head.output[0][at(sum_column())] = 1;
    std::vector<Unit> units = {ramp(sum_column(), sum_column(), -1, 0)};
    for (long j = 0; j < d; ++j) {
      units.push_back({{{sum_column(), -L}, {value_column(j), -1}}, 0, value_column(j), 1});
      add_table(units, point.values, j, value_column(j), 1);
    }
    return block(head, units);
  }

  // The values take X's place.
  Block closing() const {
    std::vector<Unit> units;
    for (long j = 0; j < d; ++j) {
      units.push_back(ramp(j, j, -1, 0));
      units.push_back(ramp(value_column(j), j, 1, 0));
      units.push_back({{{value_column(j), -1}}, 0, j, -1});
    }
    return block(no_head(), units);
  }
};

}  // namespace

std::vector<Block> cones_network(long n, long d, const std::vector<ValuedPoint>& points, const Rational& L,
                                 const Rational& M) {
  const Builder build{n, d};
  std::vector<Block> blocks = {build.opening(M)};
  for (const ValuedPoint& point : points) {
    blocks.push_back(build.prepare(point));
    blocks.push_back(build.gather(point, L));
  }
  blocks.push_back(build.closing());
  return blocks;
}

}  // namespace attest::constructions
