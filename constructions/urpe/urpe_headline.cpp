// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/universal/instance_tree.hpp"
#include "constructions/universal/lp_certificate.hpp"
#include "constructions/universal/rpe_network.hpp"
#include "constructions/urpe/blocks.hpp"

namespace attest::constructions {

using theory::Matrix;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Theorem 2's target: (2M, 0, ..., 0) as the first row, zeros below.
Matrix<Rational> target(std::size_t n, std::size_t d, const Rational& M) {
  Matrix<Rational> G({n, d});
  G(0, 0) = Rational(2) * M;
  return G;
}

// A few networks against the target, in the sup norm. (The proof covers all.)
Step sup_norm() {
  Draw draw(91);
  std::vector<Instance> instances;
  for (long n = 2; n <= 4; ++n) {
    for (const Rational& M : {Rational(1, 3), Rational(1000)}) {
      std::vector<Block> blocks = {random_block(draw, n, 2, 2, true), random_block(draw, n, 2, 1, true)};
      instances.push_back({{{"n", n}, {"d", 2}, {"M", M}},
                           witness("G", Value::matrix(target(static_cast<std::size_t>(n), 2, M).to_rows()),
                                   theory::instances("net", {network_value(blocks)}, theory::evaluate()))});
    }
  }
  return instance_tree(std::move(instances));
}

// f where an RPE Transformer can have it, and the mean of f's rows in each row where the input's rows agree.
Table reachable_values(const Grid& grid, const PolynomialMap& f) {
  Table table{grid.points(), values_on(grid, f)};
  for (std::size_t k = 0; k < table.inputs.size(); ++k) {
    if (!has_identical_rows(table.inputs[k])) continue;
    Matrix<Rational>& Y = table.outputs[k];
    for (std::size_t j = 0; j < grid.d; ++j) {
      Rational mean = 0;
      for (std::size_t i = 0; i < grid.n; ++i) mean += Y(i, j) / Rational(static_cast<long>(grid.n));
      for (std::size_t i = 0; i < grid.n; ++i) Y(i, j) = mean;
    }
  }
  return table;
}

// What the cells contribute to the integral, at most: `lp_error` of the claim without the strips.
Rational cells_error(const LpTarget& goal, const Grid& grid, const Table& table) {
  Rational sum = 0;
  for (std::size_t k = 0; k < table.inputs.size(); ++k) {
    const Matrix<Rational> difference = table.outputs[k] - goal.f.at(table.inputs[k]);
    for (std::size_t i = 0; i < grid.n; ++i) {
      for (std::size_t j = 0; j < grid.d; ++j) {
        sum += pow(abs(difference(i, j)) + goal.f.lipschitz() / Rational(grid.m), goal.p);
      }
    }
  }
  return sum / grid.size();
}

Step network_within(const LpTarget& goal, bool with_grid_part, std::string& summary) {
  Grid grid{goal.f.n(), goal.f.d(), 1, false};
  Table table = reachable_values(grid, goal.f);
  while (cells_error(goal, grid, table) >= pow(goal.eps, goal.p)) {
    ++grid.m;
    table = reachable_values(grid, goal.f);
  }
  const RpeNetwork network = rpe_network(table, Layout::narrow);
  summary = "m = " + std::to_string(grid.m) + ", " +
            std::to_string(grid.d * static_cast<std::size_t>(grid.m) + network.blocks.size()) + " blocks";
  const Step everywhere = exhaustive("X", theory::evaluate());
  const std::string side = with_grid_part ? "sides" : "side";
  return lp_certificate(goal, grid, network.blocks, t5_fields(network.w), cells_error(goal, grid, table), side,
                        with_grid_part ? std::optional<Step>(everywhere) : std::nullopt,
                        box("X", {{"0", "1"}}, theory::evaluate()));
}

std::vector<LpTarget> targets(const Effort& effort) {
  std::vector<LpTarget> result = {
      {"(2, 0), n = 2", constant_map(target(2, 1, 1)), 1, Rational(1, 2)},
      {"(2, 0), n = 2", constant_map(target(2, 1, 1)), 2, Rational(3, 4)},
      {"(2, 0, 0), n = 3", constant_map(target(3, 1, 1)), 1, Rational(1, 2)},
      {"a quarter of the swap, n = 2", rearranging_map(2, 1, {1, 0}, Rational(1, 4)), 1, Rational(1, 2)},
      {"(2, 0; 0, 0), n = 2, d = 2", constant_map(target(2, 2, 1)), 1, Rational(3, 4)},
      {"half of x, n = 1", rearranging_map(1, 1, {0}, Rational(1, 2)), 1, Rational(1, 3)},
  };
  if (effort.thorough) {
    result.push_back({"(2, 0), n = 2", constant_map(target(2, 1, 1)), 1, Rational(1, 4)});
    result.push_back({"the swap, n = 2", rearranging_map(2, 1, {1, 0}, 1), 1, Rational(1, 2)});
  }
  return result;
}

Step universal(const Effort& effort, Exhibit::Table& shown) {
  std::vector<Instance> instances;
  for (const LpTarget& goal : targets(effort)) {
    std::string summary;
    Step step = network_within(goal, true, summary);
    shown.rows.push_back({goal.name, std::to_string(goal.p), goal.eps.to_string(), summary});
    instances.push_back({{{"n", static_cast<long>(goal.f.n())},
                          {"d", static_cast<long>(goal.f.d())},
                          {"f", goal.f.to_value()},
                          {"p", goal.p},
                          {"eps", goal.eps}},
                         std::move(step)});
  }
  return instance_tree(std::move(instances));
}

Step theorem_2_fails() {
  std::vector<Step> by_n;
  for (const std::size_t n : {2, 3}) {
    std::vector<Step> by_p;
    for (const long p : {1, 2}) {
      std::string summary;
      by_p.push_back(network_within({"", constant_map(target(n, 1, 1)), p, 1}, false, summary));
    }
    by_n.push_back(exhaustive("p", std::move(by_p)));
  }
  return exhaustive("n", std::move(by_n));
}

}  // namespace

// URPE, abstract: RPE Transformers in the sup norm (Theorem 2) and in L^p, where explicit networks come within eps.
Findings urpe_headline(const Effort& effort) {
  const std::string id = "urpe.headline";
  Exhibit::Table shown{{"target", "p", "eps", "RPE network with T5's bias"}, {}};
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/headline.v", "headline")},
      {id, "printed", true, sup_norm()},
      {id, "finding_universal_in_lp", true, universal(effort, shown)},
      {id, "finding_theorem_2_fails_in_lp", true, theorem_2_fails()},
      {id, "finding_measure_of_the_obstacle", true,
       range("n", 1, 4, range("d", 1, 2, range("m", 1, 2, theory::evaluate())))},
  };
  findings.exhibits = {
      {"RPE Transformers near targets, in L^p",
       "The targets (2, 0, ...) are Theorem 2's with M = 1: in the sup norm no RPE Transformer comes within 1 of them.",
       std::move(shown)},
      {"Why the norms differ", "n = 2, d = 1, m cells in each direction, the target (2, 0).",
       Exhibit::Text{{"on the m^2 - m cells whose rows differ the network is (2, 0) exactly",
                      "on the m cells with equal rows it is (1, 1): an error of 2 in L^1, on the measure m / m^2",
                      "so the L^1 distance is 2/m plus what the strips contribute, which is as small as one likes",
                      "the sup distance stays sqrt(2): on the diagonal itself both rows are always equal"}}}};
  return findings;
}

}  // namespace attest::constructions
