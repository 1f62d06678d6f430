// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "constructions/urpe/contextual_stack.hpp"
#include "theory/error.hpp"
#include "verify/command/construct_sweep.hpp"

namespace attest::verify::command {

using constructions::ContextualConstruction;
using constructions::Grid;
using constructions::GridKind;
using theory::Rational;
using theory::Vector;

namespace {

constexpr long kMostBlocks = 5000, kLongest = 64;

Vector<Rational> positions_of(const SweepOptions& options) {
  if (options.u.has_value() == options.n.has_value())
    throw InputError("attest construct sweep", "expected one of --u and --n");
  Vector<Rational> u;
  if (options.u) u = read_numbers(*options.u, "--u");
  if (u.size() > static_cast<std::size_t>(kLongest))
    throw InputError("--u",
                     "expected at most " + std::to_string(kLongest) + " entries, found " + std::to_string(u.size()));
  for (long i = options.n.value_or(0); i > 0; --i) u.emplace_back(2 * i);
  return u;
}

bool is_closed(const SweepOptions& options) {
  const bool needs_half_open = options.version == "half-open";
  const bool needs_closed = options.version == "repaired" || options.version == "stack";
  const std::string grid = options.grid.value_or(needs_half_open ? "half-open" : "closed");
  if ((needs_half_open && grid == "closed") || (needs_closed && grid == "half-open"))
    throw InputError("--grid", "expected " + std::string(needs_closed ? "closed" : "half-open") +
                                   ", the grid of --version " + options.version);
  return grid == "closed";
}

void require_within_budget(const Grid& grid, long budget) {
  const Rational size = grid.size();
  if (size <= Rational(budget)) return;
  const std::string digits = size.to_string();
  throw InputError("attest construct sweep",
                   "expected a grid of at most " + std::to_string(budget) + " inputs, found " +
                       std::to_string(grid.values()) + "^" + std::to_string(grid.n * grid.d) +
                       (digits.size() <= 40 ? " = " + digits : "") + " (a larger budget: --budget)");
}

// What no faster engine decides is run at every input.
void require_runs(const Sweep& sweep) {
  constexpr long most = 500000;
  const Rational runs = sweep.grid.size() * Rational(static_cast<long>(sweep.u.size() * sweep.network.size()));
  if (sweep.needs_every_input && runs > Rational(most))
    throw InputError("attest construct sweep", "expected inputs times tokens times blocks of at most " +
                                                   std::to_string(most) + " for this version, found " +
                                                   runs.to_string());
}

// As printed, with r from 0: there is no u_(0), so the blocks of r = 1, ..., n-1 are left.
ContextualConstruction literal(GridKind kind, const Vector<Rational>& u, long m, long d) {
  ContextualConstruction result = constructions::printed_construction(kind, u, m, d, 1);
  result.shifts.resize(result.shifts.size() / u.size() * (u.size() - 1));
  return result;
}

ContextualConstruction construction_of(const std::string& version, GridKind kind, const Vector<Rational>& u, long m,
                                       long d) {
  if (version == "half-open") return constructions::half_open_construction(u, m, d);
  if (version == "repaired") return constructions::closed_construction(u, m, d);
  if (version == "literal") return literal(kind, u, m, d);
  return constructions::printed_construction(kind, u, m, d, version == "cited" ? pow(Rational(m), d) : Rational(1));
}

// "r = 1, k = 0: a Psi(X; 3, 5), a = 2".
std::vector<std::string> names_of(const ContextualConstruction& construction, std::size_t groups) {
  std::vector<std::string> names;
  const std::size_t each = groups == 0 ? 1 : construction.shifts.size() / groups;
  for (std::size_t k = 0; k < construction.shifts.size(); ++k) {
    const auto& [from, to, a] = construction.shifts[k];
    names.push_back("r = " + std::to_string(k / each + 1) + ", k = " + std::to_string(k % each) + ": a Psi(X; " +
                    from.to_string() + ", " + to.to_string() + "), a = " + a.to_string());
  }
  return names;
}

}  // namespace

Vector<Rational> Sweep::values(const Rows& X) const {
  Vector<Rational> result;
  for (std::size_t i = 0; i < X.rows(); ++i) result.push_back(dot(X.row(i), z));
  return result;
}

Vector<Rational> Sweep::expected(const Rows& X) const {
  if (!construction) return values(theory::modified_network(blocks, constructions::positioned(X, u)));
  if (!literal_factor) return constructions::contextual_values(*construction, X.to_rows());
  const Vector<Rational> y = constructions::contextual_values(*construction, X.to_rows());
  // (Xz (Xz)^T) Xz: row i gets y_i times the sum of all squares.
  Rational squares = 0;
  for (const Rational& e : y) squares += e * e;
  Vector<Rational> result = y;
  for (Rational& e : result) e += *literal_factor * z.front() * e * squares;
  return result;
}

Sweep build_sweep(const SweepOptions& options) {
  const long m = cells_of(Rational::parse(options.delta, "--delta"), "--delta");
  Sweep sweep;
  sweep.u = positions_of(options);
  sweep.grid = {sweep.u.size(), static_cast<std::size_t>(options.d), m, is_closed(options)};
  require_within_budget(sweep.grid, options.budget);
  constructions::slack(sweep.u);
  if (options.version == "stack") {
    auto stack = constructions::contextual_stack(sweep.u, m, options.d);
    sweep.z = stack.z;
    sweep.blocks = std::move(stack.blocks);
    sweep.needs_every_input = true;
    sweep.names.push_back("the least band is lifted to the top");
    for (std::size_t r = 1; r <= sweep.u.size(); ++r)
      sweep.names.push_back("r = " + std::to_string(r) + ": the greatest value, scaled, is added to every token" +
                            (r < sweep.u.size() ? "; the next band is lifted" : ""));
    sweep.network = constructions::engine_blocks(sweep.blocks);
    require_runs(sweep);
    return sweep;
  }
  const Rational windows = pow(Rational(options.version == "repaired" ? m + 1 : m), options.d);
  if (windows * Rational(static_cast<long>(sweep.u.size())) > Rational(kMostBlocks))
    throw InputError("attest construct sweep", "expected at most " + std::to_string(kMostBlocks) + " blocks, found " +
                                                   std::to_string(sweep.u.size()) + " * " + windows.to_string());
  const GridKind kind = sweep.grid.closed ? GridKind::closed : GridKind::half_open;
  sweep.construction = construction_of(options.version, kind, sweep.u, m, options.d);
  sweep.z = sweep.construction->z;
  const bool is_literal = options.version == "literal";
  sweep.names = names_of(*sweep.construction, sweep.u.size() - (is_literal ? 1 : 0));
  if (is_literal) {
    sweep.literal_factor = sweep.construction->last->factor;
    sweep.construction->last.reset();
    sweep.needs_every_input = true;
  }
  sweep.blocks = constructions::sweep_blocks(*sweep.construction);
  sweep.network = constructions::engine_blocks(sweep.blocks);
  if (is_literal) {
    sweep.network.push_back(constructions::literal_global_shift(sweep.z, *sweep.literal_factor));
    sweep.names.push_back("X + (Xz (Xz)^T) Xz A e1^T, A = " + sweep.literal_factor->to_string());
  } else {
    const auto& [threshold, factor] = *sweep.construction->last;
    sweep.names.push_back("the global shift by " + factor.to_string() + " times the greatest value, threshold " +
                          threshold.to_string());
  }
  require_runs(sweep);
  return sweep;
}

}  // namespace attest::verify::command
