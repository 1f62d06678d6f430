// SPDX-License-Identifier: Apache-2.0
// Inputs that come from theorems: the heads of Lemma 10 of URPE, and hardmax as a limit of softmax.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "verify/instances/counter_random.hpp"
#include "verify/instances/generate_kinds.hpp"

namespace attest::verify::instances {

namespace {

// The theorems' heads have neither B nor C.
void make_terms_neutral(Instance& instance) {
  fill(instance.bias.values, [](std::int64_t) { return 0.0; });
  fill(instance.factor.values, [](std::int64_t) { return 1.0; });
}

}  // namespace

// URPE, Lemma 10, repaired (constructions::closed_construction): tokens X_j from the grid {0, 1/m, ..., 1}^d to which
// the positions u = (2n, ..., 4, 2) of Lemma 8 are added, z = (1, m + 1, ..., (m + 1)^(d-1)), s_j = (X_j + u_j 1) z,
// and heads with the scores (s_i - c) s_j, where c is an end of one of the windows around s_r + k/m. Here d =
// min(width, 3), m = 4: query row (s_i - c) z, key row X_j + u_j 1, other columns 0. Every batch and head has its own X
// and c.
void make_witness_contextual_mapping(Instance& instance, std::uint64_t seed) {
  const CounterRandom random(seed, "tokens");
  const std::int64_t n = std::max(instance.queries, instance.keys), d = std::min<std::int64_t>(instance.width, 3);
  const double m = 4;
  const std::array<double, 3> z = {1, m + 1, (m + 1) * (m + 1)};
  const auto power = [&](std::int64_t column) { return z[static_cast<std::size_t>(column)]; };
  const auto token = [&](std::int64_t group, std::int64_t j, std::int64_t column) {
    const std::uint64_t counter = static_cast<std::uint64_t>((group * n + j) * 3 + column);
    return static_cast<double>(random.below(counter, 5)) / m + static_cast<double>(2 * (n - j));
  };
  const auto projection = [&](std::int64_t group, std::int64_t i) {
    double s = 0;
    for (std::int64_t column = 0; column < d; ++column) s += token(group, i, column) * power(column);
    return s;
  };
  const CounterRandom thresholds(seed, "thresholds");
  const auto threshold = [&](std::int64_t group) {
    const std::uint64_t g = static_cast<std::uint64_t>(group);
    double total = 0;
    for (std::int64_t column = 0; column < d; ++column) total += power(column);
    const double center = static_cast<double>(2 * (1 + thresholds.below(2 * g, n))) * total +
                          static_cast<double>(thresholds.below(2 * g + 1, 5)) / m;
    return center + (group % 2 ? 0.5 : -0.5) / m;
  };
  if (instance.width > 0) {
    fill(instance.query, [&](std::int64_t k) {
      const std::int64_t row = k / instance.width, column = k % instance.width, group = row / instance.queries;
      if (column >= d) return 0.0;
      return (projection(group, row % instance.queries) - threshold(group)) * power(column);
    });
    fill(instance.key, [&](std::int64_t k) {
      const std::int64_t row = k / instance.width, column = k % instance.width;
      return column < d ? token(row / instance.keys, row % instance.keys, column) : 0.0;
    });
  }
  fill(instance.value, [&](std::int64_t k) {
    const std::int64_t row = k / instance.value_width, column = k % instance.value_width;
    return token(row / instance.keys, row % instance.keys, column % 3);
  });
  instance.scale = 1;
  make_terms_neutral(instance);
}

// Scores beta_i t_j with distinct integers t_j (as far as the format holds them apart) and beta_i = 2^-4, ..., 2^11
// from row to row, and small integers as values: hardmax gives an integer, softmax comes near to it as beta grows.
void make_witness_hardmax_temperature(Instance& instance, std::uint64_t seed) {
  const CounterRandom random(seed, "integers");
  const std::int64_t width = instance.width;
  const std::int64_t distinct = std::min<std::int64_t>(
      std::max<std::int64_t>(instance.keys, 1), std::int64_t{1} << std::min(format_of(instance.dtype).precision, 20));
  // j -> (j step + start) mod distinct takes every integer once.
  std::int64_t step = 7;
  while (std::gcd(step, distinct) != 1) step += 2;
  const std::int64_t start = random.below(0, distinct);
  if (width > 0) {
    fill(instance.query, [&](std::int64_t k) {
      const std::int64_t row = k / width;
      return k % width ? 0.0 : std::ldexp(1.0, static_cast<int>((row + static_cast<std::int64_t>(seed % 16)) % 16) - 4);
    });
    fill(instance.key,
         [&](std::int64_t k) { return k % width ? 0.0 : static_cast<double>((k / width * step + start) % distinct); });
  }
  fill(instance.value,
       [&](std::int64_t k) { return static_cast<double>(random.below(static_cast<std::uint64_t>(k) + 1, 16)); });
  instance.scale = 1;
  make_terms_neutral(instance);
}

}  // namespace attest::verify::instances
