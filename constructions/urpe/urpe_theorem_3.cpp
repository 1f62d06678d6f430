// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/universal/conditions_network.hpp"
#include "constructions/universal/instance_tree.hpp"
#include "constructions/universal/lp_certificate.hpp"
#include "constructions/urpe/contextual_stack.hpp"
#include "constructions/urpe/modified_blocks.hpp"

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

struct Shape {
  long n, d, m;
};
constexpr Shape kShapes[] = {{1, 1, 3}, {1, 2, 1}, {2, 1, 1}, {2, 1, 2}, {3, 1, 1}};

// A random function on the closed grid.
struct RandomTable {
  Grid grid;
  std::vector<Matrix<Rational>> outputs;
  Value::List value;

  RandomTable(const Shape& shape, Draw& draw)
      : grid{static_cast<std::size_t>(shape.n), static_cast<std::size_t>(shape.d), shape.m} {
    for (long k = 0; k < grid.size().to_long(); ++k) {
      outputs.push_back(Matrix<Rational>::from_rows(draw.matrix(shape.n, shape.d)));
      value.push_back(Value::matrix(outputs.back().to_rows()));
    }
  }
};

// A multiple of v whose entries are at least 2 apart.
RationalVector with_gaps_above_1(RationalVector v) {
  RationalVector sorted = v;
  std::sort(sorted.begin(), sorted.end());
  Rational factor = 1;
  for (std::size_t i = 1; i < sorted.size(); ++i) factor = max(factor, Rational(2) / (sorted[i] - sorted[i - 1]));
  for (Rational& entry : v) entry *= factor;
  return v;
}

// Lemma 7, X + u 1^T, Lemma 10 by the stack that works, Lemma 11.
Step equation_19() {
  Draw draw(73);
  std::vector<Instance> instances;
  for (const Shape& s : kShapes) {
    const RandomTable table(s, draw);
    const RationalVector u = with_gaps_above_1(draw.distinct_vector(s.n));
    const ContextualStack context = contextual_stack(u, s.m, s.d);
    std::vector<Readout> rows;
    for (std::size_t k = 0; k < table.outputs.size(); ++k) {
      Matrix<Rational> X = table.grid.point(k);
      for (std::size_t i = 0; i < table.grid.n; ++i) {
        for (std::size_t j = 0; j < table.grid.d; ++j) X(i, j) += u[i];
      }
      X = theory::modified_network(context.blocks, X);
      for (std::size_t i = 0; i < table.grid.n; ++i) rows.push_back({X.row(i), table.outputs[k].row(i)});
    }
    const Step at_the_end = witness("g4", value_of(read_out(rows, context.z)), theory::evaluate());
    instances.push_back(
        {{{"n", s.n}, {"d", s.d}, {"m", s.m}, {"u", Value::vector(u)}, {"outputs", table.value}},
         witness("g1", value_of(quantizer(s.d, s.m)), witness("g3", value_of(context.blocks), at_the_end))});
  }
  return instance_tree(std::move(instances));
}

Step only_means() {
  Draw draw(72);
  std::vector<Instance> instances;
  for (const Shape& s : kShapes) {
    const RandomTable table(s, draw);
    const RationalVector v = draw.distinct_vector(s.n);
    const Value blocks = network_value(conditions_network(table.grid, table.outputs, v, Layout::narrow), table.grid.n,
                                       conditions_fields);
    instances.push_back({{{"n", s.n}, {"d", s.d}, {"m", s.m}, {"v", Value::vector(v)}, {"outputs", table.value}},
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

// URPE, Theorem 3: networks of an attention of which only the two conditions are known, with their L^p error bounded.
Findings urpe_theorem_3(const Effort& effort) {
  const std::string id = "urpe.theorem-3";
  Exhibit::Table table{{"target", "p", "eps", "network"}, {}};
  Findings findings;
  findings.certificates = {
      {id, "printed", true, all_cases(effort, table)},
      {id, "step_equation_19", true, equation_19()},
      {id, "step_equation_21", true, equation_21()},
      {id, "finding_only_the_mean_is_needed", true, only_means()},
  };
  findings.exhibits = {
      {"Networks with a bounded L^p error",
       "Of the attention only the two conditions are known. Every network is in Omega^{2,1,4}.", std::move(table)},
      by_hand()};
  return findings;
}

}  // namespace attest::constructions
