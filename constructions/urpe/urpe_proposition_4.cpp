// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/universal/block_value.hpp"
#include "constructions/universal/instance_tree.hpp"
#include "constructions/universal/lp_certificate.hpp"
#include "constructions/universal/urpe_network.hpp"

namespace attest::constructions {

using theory::Block;
using theory::Matrix;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Matrix<Rational> first_position(std::size_t n, std::size_t d) {
  Matrix<Rational> Y({n, d});
  Y(0, 0) = 1;
  return Y;
}

// The last entry is the product of the first and the last entry of X, the others are 0.
PolynomialMap product_map(std::size_t n, std::size_t d, const Rational& factor) {
  PolynomialMap f = constant_map(Matrix<Rational>({n, d}));
  PolynomialMap::Monomial product{factor, {n, std::vector<long>(d, 0)}};
  product.exponents[0][0] += 1;
  product.exponents[n - 1][d - 1] += 1;
  f.entries[n - 1][d - 1] = {product};
  return f;
}

std::vector<LpTarget> targets(const Effort& effort) {
  std::vector<LpTarget> result = {
      // Theorem 2's target with M = 1/2: no RPE Transformer comes within 1/2 of it in the sup norm.
      {"(1, 0), n = 2", constant_map(first_position(2, 1)), 1, Rational(1, 1000)},
      {"(1, 0), n = 2", constant_map(first_position(2, 1)), 2, Rational(1, 1000)},
      {"swap, n = 2", rearranging_map(2, 1, {1, 0}, 1), 1, 1},
      {"rotate by a third, n = 3", rearranging_map(3, 1, {1, 2, 0}, Rational(1, 3)), 2, 1},
      {"first entry, n = 2, d = 2", constant_map(first_position(2, 2)), 1, Rational(1, 10)},
      {"half a square, n = 1", product_map(1, 1, Rational(1, 2)), 1, Rational(1, 3)},
  };
  if (effort.thorough) {
    result.push_back({"swap, n = 2", rearranging_map(2, 1, {1, 0}, 1), 1, Rational(1, 2)});
    result.push_back({"half a product, n = 2", product_map(2, 1, Rational(1, 2)), 2, Rational(2, 3)});
    result.push_back({"rotate, n = 3", rearranging_map(3, 1, {1, 2, 0}, 1), 3, Rational(3, 4)});
  }
  return result;
}

Step certified_network(const LpTarget& target, std::string& summary) {
  const Grid grid{target.f.n(), target.f.d(), cells_for(target)};
  const std::vector<Block<Rational>> rest = urpe_network(grid, values_on(grid, target.f), Layout::narrow);
  summary = "m = " + std::to_string(grid.m) + ", " +
            std::to_string(grid.d * static_cast<std::size_t>(grid.m) + rest.size()) + " blocks";
  return lp_certificate(target, grid, rest, urpe_fields, exact_cells_error(target, grid), "sides",
                        exhaustive("X", theory::evaluate()), box("X", {{"0", "1"}}, theory::evaluate()));
}

// The values of the outermost quantifiers in common to all statements on a target.
Instance at_target(const LpTarget& target, Step then) {
  return {{{"n", static_cast<long>(target.f.n())},
           {"d", static_cast<long>(target.f.d())},
           {"f", target.f.to_value()},
           {"p", target.p},
           {"eps", target.eps}},
          std::move(then)};
}

// Shapes n, d, m whose closed grids are small enough for every pair of rows to be compared.
struct Shape {
  long n, d, m;
};
constexpr Shape kShapes[] = {{1, 1, 1}, {1, 1, 4}, {1, 2, 2}, {2, 1, 1}, {2, 1, 3}, {2, 2, 1}, {3, 1, 1}, {4, 1, 1}};

Step one_head() {
  std::vector<Instance> instances;
  for (const Shape& s : kShapes) {
    const Grid grid{static_cast<std::size_t>(s.n), static_cast<std::size_t>(s.d), s.m};
    const Value block = network_value({context_block(grid, 0)}, grid.n, urpe_fields);
    instances.push_back({{{"n", s.n}, {"d", s.d}, {"m", s.m}},
                         witness("B", std::get<Value::List>(block.data()).front(), theory::evaluate())});
  }
  return instance_tree(std::move(instances));
}

Step one_block() {
  Draw draw(61);
  std::vector<Instance> instances;
  for (const Shape& s : kShapes) {
    const Grid grid{static_cast<std::size_t>(s.n), static_cast<std::size_t>(s.d), s.m};
    std::vector<Matrix<Rational>> outputs;
    Value::List output_values;
    for (long k = 0; k < grid.size().to_long(); ++k) {
      outputs.push_back(Matrix<Rational>::from_rows(draw.matrix(s.n, s.d)));
      output_values.push_back(Value::matrix(outputs.back().to_rows()));
    }
    const Value block = network_value(urpe_network(grid, outputs, Layout::wide), grid.n, urpe_fields);
    instances.push_back({{{"n", s.n}, {"d", s.d}, {"m", s.m}, {"outputs", output_values}},
                         witness("B", std::get<Value::List>(block.data()).front(), theory::evaluate())});
  }
  return instance_tree(std::move(instances));
}

// The context block itself, with its C replaced by ones.
Step context_block_without_C(long largest_n) {
  std::vector<Instance> instances;
  for (long n = 2; n <= largest_n; ++n) {
    for (long d = 1; d <= 2; ++d) {
      const Grid grid{static_cast<std::size_t>(n), static_cast<std::size_t>(d), 1};
      Block<Rational> block = context_block(grid, 0);
      block.heads.front().C = Matrix<Rational>({grid.n, grid.n}, 1);
      const Value value = network_value({block}, grid.n, urpe_fields);
      instances.push_back(
          {{{"n", n}, {"d", d}, {"B", std::get<Value::List>(value.data()).front()}}, theory::evaluate()});
    }
  }
  return instance_tree(std::move(instances));
}

// Every grid point of larger networks, by the engine alone.
EngineCheck larger_network(const Grid& grid, Layout layout) {
  Draw draw(62);
  std::vector<Matrix<Rational>> outputs;
  const std::vector<Matrix<Rational>> inputs = grid.points();
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    outputs.push_back(Matrix<Rational>::from_rows(draw.matrix(static_cast<long>(grid.n), static_cast<long>(grid.d))));
  }
  const std::vector<Block<Rational>> blocks = urpe_network(grid, outputs, layout);
  std::size_t right = 0;
  for (std::size_t k = 0; k < inputs.size(); ++k) right += theory::transformer(blocks, inputs[k]) == outputs[k];
  const std::string shape =
      "n = " + std::to_string(grid.n) + ", d = " + std::to_string(grid.d) + ", m = " + std::to_string(grid.m);
  return {"A random function on the closed grid, " + shape + ", by a URPE network of " + std::to_string(blocks.size()) +
              " block(s)",
          right == inputs.size(), std::to_string(right) + " of " + std::to_string(inputs.size()) + " inputs exact"};
}

Exhibit by_hand() {
  return {"The smallest case by hand", "n = 2, d = 1, m = 1: four inputs; one head, no softmax to approximate.",
          Exhibit::Text{{"K = 2 rows, a = x; b = 4; C/2 = [[16, 64], [4, 16]] (c_0 / 2 = 16 = 4 b)",
                         "the first column becomes x_i + (C/2)_i1 (1 + a_1) + (C/2)_i2 (1 + a_2):",
                         "(0, 0): 80, 20     (0, 1): 144, 37     (1, 0): 97, 24     (1, 1): 161, 41",
                         "eight different numbers, 3 apart at least: one number tells the position and the whole input",
                         "read-out: at each of them a bump of four ReLUs adds f(X)_i minus the number"}}};
}

}  // namespace

// URPE, Proposition 4: URPE networks, built with all their weights, for small targets, with their L^p error bounded.
Findings urpe_proposition_4(const Effort& effort) {
  const std::string id = "urpe.proposition-4";
  Exhibit::Table table{{"target", "p", "eps", "network"}, {}};
  std::vector<Instance> instances;
  for (const LpTarget& target : targets(effort)) {
    std::string summary;
    instances.push_back(at_target(target, certified_network(target, summary)));
    table.rows.push_back({target.name, std::to_string(target.p), target.eps.to_string(), summary});
  }
  Findings findings;
  findings.certificates = {
      {id, "printed", true, instance_tree(std::move(instances))},
      {id, "finding_one_head_is_a_contextual_mapping", true, one_head()},
      {id, "finding_one_block_on_the_grid", true, one_block()},
      {id, "finding_context_needs_C", true, context_block_without_C(4)},
  };
  findings.engine_checks = {larger_network({2, 2, 1}, Layout::narrow), larger_network({3, 1, 3}, Layout::wide)};
  if (effort.thorough) findings.engine_checks.push_back(larger_network({2, 2, 2}, Layout::narrow));
  findings.exhibits = {{"Networks with a bounded L^p error", "Every network is in Omega^{2,1,4}.", std::move(table)},
                       by_hand()};
  return findings;
}

}  // namespace attest::constructions
