// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/lp_certificate.hpp"

#include "constructions/universal/lp_plan.hpp"
#include "constructions/universal/quantizer.hpp"

namespace attest::constructions {

using theory::Block;
using theory::Matrix;
using theory::Rational;
using theory::Step;

Rational exact_cells_error(const LpTarget& target, const Grid& grid) {
  return Rational(static_cast<long>(grid.n * grid.d)) * pow(target.f.lipschitz() / Rational(grid.m), target.p);
}

long cells_for(const LpTarget& target) {
  Grid grid{target.f.n(), target.f.d(), 1};
  while (exact_cells_error(target, grid) >= pow(target.eps, target.p)) ++grid.m;
  return grid.m;
}

std::vector<Matrix<Rational>> values_on(const Grid& grid, const PolynomialMap& f) {
  std::vector<Matrix<Rational>> values;
  for (const Matrix<Rational>& X : grid.points()) values.push_back(f.at(X));
  return values;
}

Step lp_certificate(const LpTarget& target, const Grid& grid, const std::vector<Block<Rational>>& rest,
                    const HeadFields& fields, const Rational& on_cells, const std::string& side,
                    std::optional<Step> grid_part, Step bounded_part) {
  const Rational bound = bound_on_cube(rest, grid.n, grid.d);
  const Rational strip = strip_within(grid, bound, target.f.size(), target.p, pow(target.eps, target.p) - on_cells);
  const std::vector<Block<Rational>> rounding = quantizer(grid.d, grid.m, strip, Layout::narrow);
  std::vector<std::pair<std::string, Step>> named = {{"cells", exhaustive(side, theory::evaluate())}};
  if (grid_part) named.emplace_back("grid", std::move(*grid_part));
  named.emplace_back("cube", exhaustive(side, theory::evaluate()));
  named.emplace_back("bounded", std::move(bounded_part));
  named.emplace_back("error", theory::evaluate());
  Step parts = theory::split(std::move(named));
  parts = witness("rest", network_value(rest, grid.n, fields), witness("bound", bound, std::move(parts)));
  parts = witness("quantizer", network_value(rounding, grid.n, fields), std::move(parts));
  return witness("m", grid.m, witness("strip", strip, std::move(parts)));
}

}  // namespace attest::constructions
