// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "constructions/universal/grid.hpp"
#include "theory/attention/transformer.hpp"

namespace attest::constructions {

/// A bound on |entry| of the network's output over every X in [0,1]^{n x d}: the network evaluated on the whole cube at
/// once, in enclosures, and rounded up to an integer with a factor 2 to spare, so that a checker whose enclosures are
/// somewhat wider agrees. Crude: it grows with every block. std::domain_error if no finite bound was found.
theory::Rational bound_on_cube(const std::vector<theory::Block<theory::Rational>>& blocks, std::size_t n,
                               std::size_t d);

/// What the inputs with an entry in a strip contribute to the integral of ||f - g||_p^p, at most: their measure
/// 1 - (1 - m strip)^(n d), times n d (bound + size)^p, where |g_ij| <= bound and |f_ij| <= size.
theory::Rational strip_error(const Grid& grid, const theory::Rational& strip, const theory::Rational& bound,
                             const theory::Rational& size, long p);

/// The widest strip 1/(2^s m), s >= 1, with strip_error < room. Domain: room > 0.
theory::Rational strip_within(const Grid& grid, const theory::Rational& bound, const theory::Rational& size, long p,
                              const theory::Rational& room);

}  // namespace attest::constructions
