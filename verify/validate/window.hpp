// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "verify/instances/instance.hpp"

namespace attest::verify::validate {

enum class Axis { batches, heads, queries, keys, width, value_width };
constexpr std::array<Axis, 6> kAxes = {Axis::batches, Axis::heads, Axis::queries,
                                       Axis::keys,    Axis::width, Axis::value_width};

std::int64_t length(const instances::Instance& instance, Axis axis);

/// The part of an instance with the indices from, ..., from + count - 1 of one axis. Masks and terms keep what they say
/// of every query and key that is left (a causal diagonal moves, a Toeplitz term is cut), but for ALiBi, whose
/// distances are those of the new indices. An axis that an array shares stays shared. Domain: 0 <= from, 0 <= count,
/// from + count <= length(instance, axis).
instances::Instance window(const instances::Instance& instance, Axis axis, std::int64_t from, std::int64_t count);

/// The same of an array of the output's axes.
instances::FloatArray output_window(const instances::FloatArray& array, Axis axis, std::int64_t from,
                                    std::int64_t count);

}  // namespace attest::verify::validate
