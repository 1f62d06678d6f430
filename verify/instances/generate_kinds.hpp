// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "verify/instances/generate.hpp"

// The parts of generate.cpp: what each named generator does to a request, or to an instance of random numbers.

namespace attest::verify::instances {

/// Sets the element to the value, or to the greatest number of the format that is not beyond it.
void set_finite(FloatArray& array, std::int64_t index, double value);

/// Sets every element k to value(k).
template <typename Function>
void fill(FloatArray& array, Function value) {
  for (std::int64_t k = 0; k < array.size(); ++k) set_finite(array, k, value(k));
}

void ask_for_mask(Request& request, std::uint64_t seed);
void take_block_edges(Request& request, std::uint64_t seed);
void take_cross_lengths(Request& request, std::uint64_t seed);
void take_empty(Request& request, std::uint64_t seed);

void make_ties(Instance& instance, std::uint64_t seed);
void make_huge_scores(Instance& instance, std::uint64_t seed);
void make_tiny_scores(Instance& instance, std::uint64_t seed);
void make_rising_scores(Instance& instance, std::uint64_t seed);
void make_low_scores(Instance& instance, std::uint64_t seed);
void make_lowest_scores(Instance& instance, std::uint64_t seed);
void make_small_weights(Instance& instance, std::uint64_t seed);
void make_dominant_key(Instance& instance, std::uint64_t seed);
void make_edge_keys(Instance& instance, std::uint64_t seed);
void make_cancellation(Instance& instance, std::uint64_t seed);
void make_denormals(Instance& instance, std::uint64_t seed);
void make_one_hot(Instance& instance, std::uint64_t seed);
void make_masked_rows(Instance& instance, std::uint64_t seed);
void make_witness_contextual_mapping(Instance& instance, std::uint64_t seed);
void make_witness_hardmax_temperature(Instance& instance, std::uint64_t seed);

}  // namespace attest::verify::instances
