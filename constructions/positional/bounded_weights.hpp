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

/// A network with spectral norms at most B2 on X, its layers' matrices stacked, with what shows the norms: values for
/// the quantifiers `depth`, n, d, dV, dh, dP, dm, H, slopes, B2, P, X, WQ, WK, WV, R, W1, R1, W2, R2.
Bindings draw_network(Draw& draw, const std::string& depth, long layers, const LayerShape& shape,
                      const RationalVector& slopes, const theory::Rational& B2);

/// W with other entries: what a cover puts in its place.
RationalMatrix draw_near(Draw& draw, RationalMatrix W);

/// Small numbers, no 0: scores stay small, and inequalities are strict.
RationalMatrix draw_small(Draw& draw, long rows, long columns);

}  // namespace attest::constructions
