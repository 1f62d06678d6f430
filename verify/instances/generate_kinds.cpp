// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/generate_kinds.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "verify/instances/counter_random.hpp"

namespace attest::verify::instances {

namespace {

// Multiplies every score, and the sinks: through the scale, and through B where the scores are B alone.
void scale_scores(Instance& instance, double by) {
  instance.scale *= by;
  if (instance.width == 0) fill(instance.bias.values, [&](std::int64_t k) { return by * instance.bias.values[k]; });
  if (instance.sinks) fill(*instance.sinks, [&](std::int64_t k) { return by * (*instance.sinks)[k]; });
}

// Adds about score(j) to every score of key j: through the first column of query and key, or where there is none
// through B, for which j - i stands in if B is relative.
template <typename Function>
void add_to_scores(Instance& instance, Function score) {
  if (instance.width > 0) {
    const double lead = 8;
    const std::int64_t width = instance.width;
    for (std::int64_t k = 0; k < instance.query.size(); k += width) set_finite(instance.query, k, lead);
    for (std::int64_t k = 0; k < instance.key.size(); k += width)
      set_finite(instance.key, k, score(k / width % instance.keys) / (lead * instance.scale));
    return;
  }
  FloatArray& values = instance.bias.values;
  if (instance.bias.kind == ATTEST_TERM_DENSE)
    fill(values, [&](std::int64_t k) { return values[k] + score(k % instance.keys); });
  if (instance.bias.kind == ATTEST_TERM_TOEPLITZ) {
    const std::int64_t differences = instance.queries + instance.keys - 1;
    fill(values, [&](std::int64_t k) {
      const std::int64_t key = instance.keys - 1 - k % differences;  // j for i = 0
      return values[k] + score(std::max<std::int64_t>(key, 0));
    });
  }
}

double position_in(std::int64_t key, const Instance& instance) {
  return static_cast<double>(key) / static_cast<double>(instance.keys);
}

constexpr std::array<std::int64_t, 31> kEdges = {1,   2,   3,    7,    8,    9,    15,   16,   17,  31,  32,
                                                 33,  63,  64,   65,   127,  128,  129,  255,  256, 257, 511,
                                                 512, 513, 1023, 1024, 1025, 2047, 2048, 2049, 4096};

}  // namespace

// --- Shapes --------------------------------------------------------------------------------------------------------

void ask_for_mask(Request& request, std::uint64_t) {
  if (request.mask == ATTEST_MASK_NONE) request.mask = ATTEST_MASK_BYTES;
  // The first third of the rows ends before key 0.
  if (request.mask == ATTEST_MASK_CAUSAL) request.diagonal = -(request.queries / 3) - 1;
}

void take_block_edges(Request& request, std::uint64_t seed) {
  const CounterRandom random(seed, "edges");
  std::uint64_t drawn = 0;
  for (std::int64_t* size : {&request.queries, &request.keys, &request.width, &request.value_width}) {
    const auto end = std::upper_bound(kEdges.begin(), kEdges.end(), *size);
    if (end != kEdges.begin()) *size = kEdges[static_cast<std::size_t>(random.below(drawn, end - kEdges.begin()))];
    ++drawn;
  }
}

void take_cross_lengths(Request& request, std::uint64_t seed) {
  std::int64_t& few = seed % 2 ? request.keys : request.queries;
  few = std::min(few, std::int64_t{1} + CounterRandom(seed, "lengths").below(0, 3));
  if (request.mask == ATTEST_MASK_CAUSAL) request.diagonal = request.keys - request.queries;
}

void take_empty(Request& request, std::uint64_t seed) { (seed % 2 ? request.queries : request.keys) = 0; }

// --- Scores --------------------------------------------------------------------------------------------------------

void make_ties(Instance& instance, std::uint64_t seed) {
  // Four different rows of integers from -2 to 2, and a scale whose root is a power of two: no score is rounded.
  const CounterRandom random(seed, "ties");
  const auto from_few_rows = [&](FloatArray& array, std::int64_t width) {
    fill(array, [&](std::int64_t k) {
      const std::uint64_t row = static_cast<std::uint64_t>(random.below(static_cast<std::uint64_t>(k / width), 4));
      return static_cast<double>(random.below((row << 32) + static_cast<std::uint64_t>(k % width), 5) - 2);
    });
  };
  const auto integers = [&](FloatArray& array) { fill(array, [&](std::int64_t k) { return std::round(array[k]); }); };
  from_few_rows(instance.query, std::max<std::int64_t>(instance.width, 1));
  from_few_rows(instance.key, std::max<std::int64_t>(instance.width, 1));
  integers(instance.value);
  integers(instance.bias.values);
  instance.scale = 0.25;
}

void make_huge_scores(Instance& instance, std::uint64_t seed) {
  const CounterRandom random(seed, "magnitudes");
  const std::int64_t width = std::max<std::int64_t>(instance.width, 1);
  fill(instance.query, [&](std::int64_t k) {
    return std::ldexp(instance.query[k], static_cast<int>(random.below(static_cast<std::uint64_t>(k / width), 7)));
  });
  scale_scores(instance, 64);
}

void make_tiny_scores(Instance& instance, std::uint64_t) { scale_scores(instance, 0x1p-30); }

void make_rising_scores(Instance& instance, std::uint64_t) {
  add_to_scores(instance, [&](std::int64_t j) { return 120 * position_in(j, instance); });
}

namespace {

// Every score, and the sinks, which would else have all the weight.
void lower_scores(Instance& instance, double by) {
  add_to_scores(instance, [by](std::int64_t) { return -by; });
  if (instance.sinks) fill(*instance.sinks, [&](std::int64_t k) { return (*instance.sinks)[k] - by; });
}

}  // namespace

void make_low_scores(Instance& instance, std::uint64_t) { lower_scores(instance, 200); }

void make_lowest_scores(Instance& instance, std::uint64_t) { lower_scores(instance, 100'000); }

void make_small_weights(Instance& instance, std::uint64_t) {
  // Key j has about 2^-e of the weight of key 0 and a value 2^e times as large, e up to 36 or what the format can hold.
  const double span = std::min(36, std::ilogb(format_of(instance.dtype).greatest) - 2);
  add_to_scores(instance, [&](std::int64_t j) { return -0.6931471805599453 * span * position_in(j, instance); });
  const std::int64_t width = std::max<std::int64_t>(instance.value_width, 1);
  fill(instance.value, [&](std::int64_t k) {
    // Every other column has one sign, so that errors of the weights add up there.
    const double value = k % width % 2 ? instance.value[k] : std::fabs(instance.value[k]);
    return std::ldexp(value, static_cast<int>(span * position_in(k / width % instance.keys, instance)));
  });
}

void make_dominant_key(Instance& instance, std::uint64_t) {
  const double gap =
      0.6931471805599453 * (6 + std::ilogb(static_cast<double>(std::max<std::int64_t>(instance.keys, 1))));
  add_to_scores(instance, [&](std::int64_t j) { return j == 0 ? 0 : -gap; });
  fill(instance.value, [&](std::int64_t k) { return std::fabs(instance.value[k]); });
}

void make_edge_keys(Instance& instance, std::uint64_t) {
  // Each of them weighs about as much as all keys between edges together, so that one that is lost or read twice shows
  // in every row, however long.
  const auto is_edge = [&](std::int64_t j) {
    for (std::int64_t block = 16; block <= 1 << 16; block *= 2)
      if (std::min(j % block, block - j % block) <= 1 && (j / block <= 2 || j + block > instance.keys)) return true;
    return j <= 1 || j >= instance.keys - 2;
  };
  const double lead =
      0.6931471805599453 * (1 + std::ilogb(static_cast<double>(std::max<std::int64_t>(instance.keys, 16))));
  add_to_scores(instance, [&](std::int64_t j) { return is_edge(j) ? lead : 0.0; });
}

// --- Products ------------------------------------------------------------------------------------------------------

void make_cancellation(Instance& instance, std::uint64_t) {
  // Weights and values that hardly differ, so that neighbours with opposite signs cancel.
  scale_scores(instance, 0x1p-7);
  fill(instance.value, [&](std::int64_t k) { return 1 + 0x1p-6 * instance.value[k]; });
  FloatArray& signs = instance.factor.kind == ATTEST_TERM_NONE ? instance.value : instance.factor.values;
  // The last axis is j, or i - j, or (of the values) the column.
  const std::int64_t step = &signs == &instance.value ? std::max<std::int64_t>(instance.value_width, 1) : 1;
  const std::int64_t axis = signs.shape().empty() ? 1 : std::max<std::int64_t>(signs.shape().back(), 1);
  fill(signs, [&](std::int64_t k) {
    const double size = step == 1 ? 1 + 0x1p-10 * signs[k] : signs[k];
    const std::int64_t j = step == 1 ? k % axis : k / step;
    return j % 2 ? -size : size;
  });
}

void make_denormals(Instance& instance, std::uint64_t seed) {
  const CounterRandom random(seed, "denormals");
  // Every other value lies below the least normal number, and every eighth factor.
  const auto reduce = [&](FloatArray& array, std::int64_t one_in) {
    const int least = format_of(array.dtype()).least_exponent;
    fill(array, [&](std::int64_t k) {
      const std::uint64_t counter = static_cast<std::uint64_t>(k);
      if (random.below(counter, one_in) > 0) return array[k];
      return std::ldexp(array[k], least - static_cast<int>(random.below(~counter, 6)));
    });
  };
  reduce(instance.value, 2);
  reduce(instance.factor.values, 8);
  // Half of the columns are subnormal throughout, so that outputs are.
  const int least = format_of(instance.dtype).least_exponent;
  for (std::int64_t k = 0; k < instance.value.size(); ++k) {
    if (k % instance.value_width % 2 && std::fabs(instance.value[k]) >= std::ldexp(1.0, least))
      set_finite(instance.value, k, std::ldexp(instance.value[k], least - 1));
  }
}

void make_one_hot(Instance& instance, std::uint64_t seed) {
  const auto one_hot = [&](FloatArray& array, const char* stream, std::int64_t width, double entry) {
    const CounterRandom random(seed, stream);
    fill(array, [&](std::int64_t k) {
      const std::uint64_t row = static_cast<std::uint64_t>(k / width);
      return random.below(row, width) == k % width ? entry : 0.0;
    });
  };
  if (instance.width > 0) {
    one_hot(instance.query, "hot query", instance.width, 4);
    one_hot(instance.key, "hot key", instance.width, 4);
  }
  if (instance.value_width > 0) one_hot(instance.value, "hot value", instance.value_width, 1);
}

void make_masked_rows(Instance& instance, std::uint64_t seed) {
  const CounterRandom random(seed, "masked rows");
  const std::int64_t rows = instance.keys > 0 ? static_cast<std::int64_t>(instance.mask.size()) / instance.keys : 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t i = row % instance.queries;
    const bool hidden = i == 0 || i == instance.queries - 1 || random.below(static_cast<std::uint64_t>(row), 3) == 0;
    if (hidden) std::fill_n(instance.mask.begin() + row * instance.keys, instance.keys, std::uint8_t{0});
  }
}

}  // namespace attest::verify::instances
