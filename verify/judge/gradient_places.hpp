// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "verify/instances/gradients.hpp"
#include "verify/judge/tally.hpp"

// Where the elements of gradients lie: those of one head in the whole array's, and a whole array's by coordinates.
namespace attest::verify::judge {

constexpr std::size_t part_count = std::size(instances::gradient_parts), bias_part = 3, sinks_part = 5;

using GradientShape = std::vector<std::int64_t>;
using GradientShapes = std::array<GradientShape, part_count>;  ///< empty: the problem has no such array

/// The gradients' own shapes: the arrays', or fewer heads of which each serves a group of the query's.
GradientShapes shapes_of(const instances::Instance& in, const instances::Gradients& computed);
std::size_t size_of(const GradientShape& shape);

/// Where element k of a head's gradient lies in the whole one's array.
std::int64_t place(const instances::Instance& in, const GradientShapes& shapes, std::size_t part, std::int64_t b,
                   std::int64_t h, std::int64_t k);
/// Coordinates of element k of a whole gradient.
Place place_of(const instances::Instance& in, const GradientShape& shape, std::size_t part, std::int64_t k);
/// Marks the heads, batch * heads + head, that element k is a sum over.
void mark_heads(const instances::Instance& in, const GradientShape& shape, std::size_t part, std::int64_t k,
                std::vector<std::uint8_t>& heads);

}  // namespace attest::verify::judge
