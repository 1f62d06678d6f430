// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "constructions/draw.hpp"
#include "theory/certificate/value.hpp"

namespace attest::constructions {

/// An affine map of rows, x W + b.
struct Affine {
  RationalMatrix W;
  RationalVector b;
};
/// An MLP: ReLU after every map but the last. One hidden layer is two maps.
using Mlp = std::vector<Affine>;

RationalVector apply(const Mlp& mlp, RationalVector x);
/// The list of {W, b} that theory/definitions/positional_attention.stm takes.
theory::Value mlp_value(const Mlp& mlp);

/// One hidden layer that has `values[k]` at `points[k]`, exactly: the points are told apart by one direction (small
/// integers are tried first), and a ReLU is added for each further point along it. For theory/proofs/interpolation.v.
/// Errors: std::invalid_argument for no points, points that repeat, or lists of different lengths.
Mlp interpolate(const std::vector<RationalVector>& points, const std::vector<RationalVector>& values);

/// One hidden layer that replaces column k < columns of a row by how many of the walls it has passed, exactly for
/// entries at least `delta` away from every wall, and keeps the other `kept` columns.
Mlp staircase(std::size_t columns, std::size_t kept, const RationalVector& walls, const theory::Rational& delta);

/// The second after the first; the affine maps in the middle merge.
Mlp compose(const Mlp& first, const Mlp& second);
/// The MLP on the columns from `dropped` on.
Mlp ignoring_first(const Mlp& mlp, std::size_t dropped);

}  // namespace attest::constructions
