// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "constructions/universal/block_value.hpp"
#include "constructions/universal/grid.hpp"
#include "constructions/universal/polynomial_map.hpp"
#include "theory/certificate/certificate.hpp"

namespace attest::constructions {

/// A target, and how near in L^p a network is to come.
struct LpTarget {
  std::string name;
  PolynomialMap f;
  long p;
  theory::Rational eps;
};

/// The least m for which the error on the cells, n d (K/m)^p with f's Lipschitz constant K, is below eps^p.
long cells_for(const LpTarget& target);

/// The values of f at every point of the grid.
std::vector<theory::Matrix<theory::Rational>> values_on(const Grid& grid, const PolynomialMap& f);

/// The witnesses m, strip, quantizer, rest and bound of urpe.theorem-3, urpe.proposition-4 and urpe.headline, and then
/// the parts cells, grid, cube, bounded and error: the strip is the widest that 1/(2^s m) allows with the strips'
/// contribution below eps^p - on_cells. `side` is the variable of the parts cells and cube; `grid_part` and
/// `bounded_part` decide the parts of these names, and a statement without a part grid has none.
theory::Step lp_certificate(const LpTarget& target, const Grid& grid,
                            const std::vector<theory::Block<theory::Rational>>& rest, const HeadFields& fields,
                            const theory::Rational& on_cells, const std::string& side,
                            std::optional<theory::Step> grid_part, theory::Step bounded_part);

/// What the cells contribute where the network equals f at every grid point.
theory::Rational exact_cells_error(const LpTarget& target, const Grid& grid);

}  // namespace attest::constructions
