// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "constructions/universal/relabel.hpp"

namespace attest::verify::command {

/// What `attest construct universal` is asked for, from the command line or from a file.
struct UniversalOptions {
  std::string file;                                    ///< empty: the options below
  std::optional<long> n, d;                            ///< shape of the inputs
  std::optional<std::string> delta;                    ///< the grid's step, "1/m"
  std::vector<std::string> expressions;                ///< n d formulas, row by row
  std::optional<std::string> lipschitz;                ///< of every entry, in the sup norm of X
  std::optional<std::string> strip;                    ///< the width of the strips; not given: chosen for the L^p bound
  std::string layout = "narrow";                       ///< or "wide"
  long p = 1;                                          ///< of the L^p norm
  long budget = 1024;                                  ///< the most grid points
  std::string command = "attest construct universal";  ///< named in errors
  std::string out;                                     ///< PREFIX of the two files
  bool json = false;
};

/// The function that is to be computed: its values on the closed grid, and what is known of it between them.
struct UniversalTarget {
  constructions::Grid grid;
  constructions::Table table;
  std::optional<theory::Rational> lipschitz;
};

/// Reads and checks the target. InputError, before anything is built: a delta that is no unit fraction, a grid of more
/// than `budget` points (with its size), a table that lacks a grid point or has one twice, a formula without a value at
/// a grid point, a Lipschitz constant that two grid points violate.
UniversalTarget read_universal_target(const UniversalOptions& options);

/// The m of a delta = 1/m. InputError that names `place` for a delta that is no unit fraction.
long cells_of(const theory::Rational& delta, const std::string& place);

/// Builds the network, checks it at every grid point, writes PREFIX.json and PREFIX.safetensors, and reports.
int construct_universal(const UniversalOptions& options, std::ostream& out);

}  // namespace attest::verify::command
