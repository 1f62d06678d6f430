// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/draw.hpp"
#include "constructions/positional/bindings.hpp"

namespace attest::constructions {

/// Matrices whose spectral norms are at most s, with the rational R that shows it: W W^T + R R^T = s^2 1
/// (theory/definitions/norms.stm). Several may stand below one another, as the statements take them.
struct BoundedMatrix {
  RationalMatrix W, R;
};

/// W has at most one entry in each row and column, 3 s / 5 or -3 s / 5; R is diagonal.
BoundedMatrix draw_bounded(Draw& draw, long rows, long columns, const theory::Rational& s);
/// `blocks` of them, stacked.
BoundedMatrix draw_bounded_stack(Draw& draw, long blocks, long rows, long columns, const theory::Rational& s);

/// The sizes of a layer of Positional Attention, eq. 9: tokens, their dimension, value, encoding and key dimensions,
/// the width of the MLP, heads.
struct LayerShape {
  long n = 1, d = 1, dV = 1, dP = 1, dm = 1, dh = 1, H = 1;
};

/// W with other entries: what a cover puts in its place.
RationalMatrix draw_near(Draw& draw, RationalMatrix W);

/// Small numbers, no 0: scores stay small, and inequalities are strict.
RationalMatrix draw_small(Draw& draw, long rows, long columns);

}  // namespace attest::constructions
