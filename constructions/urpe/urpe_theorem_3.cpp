// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/urpe_theorem_3.hpp"

#include "constructions/draw.hpp"
#include "constructions/universal/conditions_network.hpp"
#include "constructions/universal/instance_tree.hpp"
#include "constructions/universal/lp_certificate.hpp"

namespace attest::constructions {

using theory::Block;
using theory::Matrix;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

struct Case {
  LpTarget target;
  RationalVector v;
};

Matrix<Rational> ramp(std::size_t n, std::size_t d) {
  return Matrix<Rational>::from_function(
      {n, d}, [&](std::size_t i, std::size_t) { return Rational(static_cast<long>(i + 1)); });
}

std::vector<Case> cases(const Effort& effort) {
  std::vector<Case> result = {
      {{"(1, 2), n = 2", constant_map(ramp(2, 1)), 1, Rational(1, 1000)}, {1, Rational(1, 2)}},
      {{"swap, n = 2", rearranging_map(2, 1, {1, 0}, 1), 1, Rational(3, 2)}, {Rational(-1, 7), 5}},
      {{"half of the swap, n = 2", rearranging_map(2, 1, {1, 0}, Rational(1, 2)), 2, 1}, {0, 1}},
      {{"(1, 2, 3), n = 3", constant_map(ramp(3, 1)), 3, Rational(1, 2)}, {1, Rational(2, 3), Rational(1, 3)}},
      {{"a third of d = 2 columns, n = 1", rearranging_map(1, 2, {1, 0}, Rational(1, 3)), 1, 1}, {0}},
  };
  if (effort.thorough) {
    result.push_back({{"swap, n = 2", rearranging_map(2, 1, {1, 0}, 1), 1, Rational(1, 2)}, {1, Rational(1, 2)}});
    result.push_back({{"(1, 2), n = 2, d = 2", constant_map(ramp(2, 2)), 2, Rational(1, 9)}, {1, Rational(1, 2)}});
  }
  return result;
}

// Matrices with A 1 = v: URPE's own kind where v is its own, a full one, one with a single column.
std::vector<Value> attentions(const RationalVector& v, Draw& draw) {
  Matrix<Rational> column({v.size(), v.size()});
  for (std::size_t i = 0; i < v.size(); ++i) column(i, 0) = v[i];
  std::vector<Value> result = {Value::matrix(column.to_rows())};
  if (v.size() > 1) result.push_back(Value::matrix(draw.with_row_sums(v)));
  return result;
}

Step certified_network(const Case& one, Draw& draw, std::string& summary) {
  const LpTarget& target = one.target;
  const Grid grid{target.f.n(), target.f.d(), cells_for(target)};
  const std::vector<Block<Rational>> rest = conditions_network(grid, values_on(grid, target.f), one.v, Layout::narrow);
  summary = "m = " + std::to_string(grid.m) + ", " +
            std::to_string(grid.d * static_cast<std::size_t>(grid.m) + rest.size()) + " blocks";
  const std::vector<Value> matrices = attentions(one.v, draw);
  return lp_certificate(target, grid, rest, conditions_fields, exact_cells_error(target, grid), "sides",
                        instances("A", matrices, exhaustive("X", theory::evaluate())),
                        instances("A", matrices, box("X", {{"0", "1"}}, theory::evaluate())));
}

Step all_cases(const Effort& effort, Exhibit::Table& table) {
  Draw draw(71);
  std::vector<Instance> instances;
  for (const Case& one : cases(effort)) {
    const LpTarget& target = one.target;
    std::string summary;
    Step step = certified_network(one, draw, summary);
    instances.push_back({{{"n", static_cast<long>(target.f.n())},
                          {"d", static_cast<long>(target.f.d())},
                          {"v", Value::vector(one.v)},
                          {"f", target.f.to_value()},
                          {"p", target.p},
                          {"eps", target.eps}},
                         std::move(step)});
    table.rows.push_back({target.name, std::to_string(target.p), target.eps.to_string(), summary});
  }
  return instance_tree(std::move(instances));
}

Step equation_21() {
  std::vector<Instance> instances;
  for (const long nd : {1L, 6L}) {
    for (const long p : {1L, 2L, 5L}) {
      for (const Rational& K : {Rational(0), Rational(1), Rational(40, 3)}) {
        for (const Rational& eps : {Rational(1), Rational(1, 100)}) {
          // (n d)^(1/p) <= n d, so m > 2 n d K / eps is enough.
          const Rational m = floor(Rational(2 * nd) * K / eps) + 1;
          instances.push_back(
              {{{"n", nd}, {"d", 1}, {"p", p}, {"K", K}, {"eps", eps}}, witness("m", m, theory::evaluate())});
        }
      }
    }
  }
  return instance_tree(std::move(instances));
}

Step only_means() {
  struct Shape {
    long n, d, m;
  };
  Draw draw(72);
  std::vector<Instance> instances;
  for (const auto& [n, d, m] : {Shape{1, 1, 3}, Shape{1, 2, 1}, Shape{2, 1, 1}, Shape{2, 1, 2}, Shape{3, 1, 1}}) {
    const Grid grid{static_cast<std::size_t>(n), static_cast<std::size_t>(d), m};
    std::vector<Matrix<Rational>> outputs;
    Value::List output_values;
    for (long k = 0; k < grid.size().to_long(); ++k) {
      outputs.push_back(Matrix<Rational>::from_rows(draw.matrix(n, d)));
      output_values.push_back(Value::matrix(outputs.back().to_rows()));
    }
    const RationalVector v = draw.distinct_vector(n);
    const Value blocks = network_value(conditions_network(grid, outputs, v, Layout::narrow), grid.n, conditions_fields);
    instances.push_back({{{"n", n}, {"d", d}, {"m", m}, {"v", Value::vector(v)}, {"outputs", output_values}},
                         witness("blocks", blocks, theory::instances("A", attentions(v, draw), theory::evaluate()))});
  }
  return instance_tree(std::move(instances));
}

Exhibit by_hand() {
  return {"The network by hand", "n = 2, d = 1, m = 1, v = (1, 1/2): four inputs.",
          Exhibit::Text{
              {"position head, Lemma 8: u = 8 (v - 1/2) = (4, 0); with a hidden unit the first column becomes 4 u_i + "
               "4 x_i:",
               "16 or 20 at position 1, 0 or 4 at position 2: position and token in one number",
               "bumps: 0 -> -2, 4 -> -4, 16 -> -6, 20 -> -12: the digits 1 + x_i in base 3, times -2",
               "the mean (attentive condition, u = 0) times -36 is added: 18 times the sum of what the tokens took off",
               "(0, 0): sum 8, so 144 - 6, 144 - 2     (1, 1): sum 16, so 288 - 12, 288 - 4",
               "one number again tells the position and the whole input; bumps turn it into f's row"}}};
}

}  // namespace

Findings urpe_theorem_3(const Effort& effort) {
  const std::string id = "urpe.theorem-3";
  Exhibit::Table table{{"target", "p", "eps", "network"}, {}};
  Findings findings;
  findings.certificates = {
      {id, "printed", true, all_cases(effort, table)},
      {id, "step_equation_21", true, equation_21()},
      {id, "finding_only_the_mean_is_needed", true, only_means()},
  };
  findings.exhibits = {
      {"Networks with a certified L^p error",
       "Of the attention only the two conditions are known. Every network is in Omega^{2,1,4}.", std::move(table)},
      by_hand()};
  return findings;
}

}  // namespace attest::constructions
