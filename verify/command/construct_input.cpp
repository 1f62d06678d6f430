// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "constructions/universal/expression.hpp"
#include "theory/error.hpp"
#include "verify/command/construct.hpp"
#include "verify/command/exact_input.hpp"

namespace attest::verify::command {

using json::Node;
using json::parse_strictly;

namespace {

using constructions::Expression;
using constructions::Grid;
using constructions::Table;
using constructions::to_text;
using theory::Matrix;
using theory::Rational;

constexpr long kLargestShape = 64;

void require_within_budget(const Grid& grid, long budget, const std::string& place) {
  if (grid.size() <= Rational(budget)) return;
  const std::string size = grid.size().to_string();
  throw InputError(place,
                   "expected a grid of at most " + std::to_string(budget) + " points, found (m+1)^(n d) = " +
                       std::to_string(grid.values()) + "^" + std::to_string(grid.n * grid.d) +
                       (size.size() <= 40 ? " = " + size : ", a number of " + std::to_string(size.size()) + " digits") +
                       " (a larger budget: --budget)");
}

Table evaluate(const Grid& grid, const std::vector<std::string>& formulas, const std::string& place) {
  if (formulas.size() != grid.n * grid.d) {
    throw InputError(place, "expected " + std::to_string(grid.n * grid.d) + " formulas, one for each entry, found " +
                                std::to_string(formulas.size()));
  }
  std::vector<Expression> expressions;
  for (const std::string& formula : formulas) {
    expressions.push_back(Expression::parse(formula, grid.n, grid.d, place));
  }
  Table table{grid.points(), {}};
  for (const Matrix<Rational>& X : table.inputs) {
    table.outputs.push_back(Matrix<Rational>::from_function(
        X.shape(), [&](std::size_t i, std::size_t j) { return expressions[i * grid.d + j].at(X); }));
  }
  return table;
}

Table read_table(const Node& node, const Grid& grid, const std::string& file) {
  Table table{grid.points(), {}};
  std::map<std::string, std::size_t> number_of;
  for (std::size_t k = 0; k < table.inputs.size(); ++k) number_of[to_text(table.inputs[k])] = k;
  std::vector<std::optional<Matrix<Rational>>> outputs(table.inputs.size());
  for (const Node& row : node.list()) {
    row.expect_keys({"x", "y"});
    const std::string X = to_text(row.at("x").matrix(grid.n, grid.d));
    const auto found = number_of.find(X);
    if (found == number_of.end()) row.at("x").fail("expected a point of the grid, found " + X);
    if (outputs[found->second]) row.at("x").fail("expected each grid point once, found " + X + " again");
    outputs[found->second] = row.at("y").matrix(grid.n, grid.d);
  }
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (!outputs[k]) {
      throw InputError(file,
                       "/table: expected an entry for every grid point, found none for " + to_text(table.inputs[k]));
    }
    table.outputs.push_back(std::move(*outputs[k]));
  }
  return table;
}

Rational distance(const Matrix<Rational>& X, const Matrix<Rational>& Y) {
  Rational greatest = 0;
  for (std::size_t i = 0; i < X.rows(); ++i) {
    for (std::size_t j = 0; j < X.columns(); ++j) greatest = max(greatest, abs(X(i, j) - Y(i, j)));
  }
  return greatest;
}

// Every pair of grid points: neighbours alone would do, but a pair is what a person can check.
void require_lipschitz(const UniversalTarget& target, const std::string& place) {
  if (!target.lipschitz) return;
  if (*target.lipschitz < 0) throw InputError(place, "expected a Lipschitz constant >= 0");
  const Table& table = target.table;
  for (std::size_t k = 0; k < table.inputs.size(); ++k) {
    for (std::size_t l = k + 1; l < table.inputs.size(); ++l) {
      const Rational apart = distance(table.inputs[k], table.inputs[l]);
      const Rational change = distance(table.outputs[k], table.outputs[l]);
      if (change <= *target.lipschitz * apart) continue;
      throw InputError(place, "expected entries that change by at most " + target.lipschitz->to_string() +
                                  " times the distance of the inputs, found a change of " + change.to_string() +
                                  " between X = " + to_text(table.inputs[k]) + " and X = " + to_text(table.inputs[l]));
    }
  }
}

Grid checked_grid(long n, long d, long m, long budget, const std::string& place) {
  const Grid grid{static_cast<std::size_t>(n), static_cast<std::size_t>(d), m};
  require_within_budget(grid, budget, place);
  return grid;
}

UniversalTarget from_options(const UniversalOptions& options) {
  const std::string& place = options.command;
  if (!options.n || !options.d || !options.delta || options.expressions.empty()) {
    throw InputError(place, "expected a FILE, or --n, --d, --delta and --expression for each of the n d entries");
  }
  const long m = cells_of(Rational::parse(*options.delta, "--delta"), "--delta");
  const Grid grid = checked_grid(*options.n, *options.d, m, options.budget, place);
  UniversalTarget target{grid, evaluate(grid, options.expressions, "--expression"), {}};
  if (options.lipschitz) target.lipschitz = Rational::parse(*options.lipschitz, "--lipschitz");
  require_lipschitz(target, "--lipschitz");
  return target;
}

UniversalTarget from_file(const UniversalOptions& options) {
  if (options.n || options.d || options.delta || !options.expressions.empty() || options.lipschitz) {
    throw InputError(options.file,
                     "expected either a file or --n, --d, --delta, --expression, --lipschitz, found both");
  }
  const json::Value document = parse_strictly(read_file(options.file), options.file);
  const Node root(document, options.file);
  root.expect_keys({"n", "d", "delta", "table", "expressions", "lipschitz"});
  const long n = root.at("n").integer(1, kLargestShape), d = root.at("d").integer(1, kLargestShape);
  const long m = cells_of(root.at("delta").number(), options.file + ": /delta");
  const Grid grid = checked_grid(n, d, m, options.budget, options.file);
  if (root.has("table") == root.has("expressions")) root.fail("expected either \"table\" or \"expressions\"");
  UniversalTarget target{grid, {}, {}};
  if (const auto table = root.find("table")) {
    target.table = read_table(*table, grid, options.file);
  } else {
    std::vector<std::string> formulas;
    for (const Node& formula : root.at("expressions").list()) formulas.push_back(formula.text());
    target.table = evaluate(grid, formulas, options.file + ": /expressions");
  }
  if (const auto constant = root.find("lipschitz")) target.lipschitz = constant->number();
  require_lipschitz(target, options.file + ": /lipschitz");
  return target;
}

}  // namespace

long cells_of(const Rational& delta, const std::string& place) {
  if (delta <= 0 || delta.numerator() != 1 || delta.denominator() > 1000000) {
    throw InputError(place, "expected a unit fraction 1/m with m from 1 to 1000000, or 1; found " + delta.to_string());
  }
  return delta.denominator().to_long();
}

UniversalTarget read_universal_target(const UniversalOptions& options) {
  return options.file.empty() ? from_options(options) : from_file(options);
}

}  // namespace attest::verify::command
