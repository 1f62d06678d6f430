// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/universal/approximant.hpp"
#include "constructions/universal/conditions_network.hpp"
#include "constructions/universal/instance_tree.hpp"
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
  Target f;
  RationalVector v;
  long p;
  Rational eps;
  long fine;
  Family family;
  bool needs_margin = false;
  std::string construction = "lines";
};

// The printed order of steps, mended: quantizer, positions, digits and their sum, a bump for each value.
Family by_digits(const Target& f, const RationalVector& v) {
  return [f, v](long m, const Rational& strip) {
    return by_the_grid(
        f,
        [&v](const Grid& grid, const std::vector<Matrix<Rational>>& outputs) {
          return conditions_network(grid, outputs, v, Layout::narrow);
        },
        m, strip);
  };
}

std::vector<Case> cases(const Effort& effort) {
  std::vector<Case> result;
  for (const RationalVector& v : {RationalVector{1, Rational(1, 2)}, RationalVector{Rational(-1, 7), 5}}) {
    const auto exact = [&v](Approximant (*make)(const RationalVector&)) {
      return Family([make, v](long, const Rational&) { return make(v); });
    };
    const Family product = [v](long m, const Rational&) { return conditions_product_and_rest(v, m); };
    for (const long p : {1L, 2L, 3L}) {
      for (const Rational& eps : {Rational(1, 10), Rational(1, 1000)}) {
        result.push_back({quarter_turn(1), v, p, eps, 1, exact(conditions_quarter_turn)});
        result.push_back({running_maximum(0), v, p, eps, 1, exact(conditions_running_maximum)});
        result.push_back({sorted_pair(0), v, p, eps, 1, exact(conditions_sorted_pair)});
      }
      for (const Rational& eps : {Rational(1, 10), Rational(1, 50)}) {
        result.push_back({product_and_rest(), v, p, eps, 4, product});
      }
    }
  }
  const RationalVector thirds = {1, Rational(2, 3), Rational(1, 3)};
  const Family sums = [thirds](long, const Rational&) { return conditions_weighted_sums(thirds); };
  for (const long p : {1L, 2L, 3L}) {
    for (const Rational& eps : {Rational(1, 20), Rational(1, 1000)}) {
      result.push_back({weighted_sums(), thirds, p, eps, 1, sums});
    }
  }
  const RationalVector v = {1, Rational(1, 2)};
  const std::string digits = "digits";
  std::vector<Rational> by_hand = {Rational(2, 5)};
  if (effort.thorough) by_hand.emplace_back(1, 4);
  for (const Rational& eps : by_hand) {
    result.push_back({quarter_turn(1), v, 1, eps, 1, by_digits(quarter_turn(1), v), true, digits});
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

std::string text_of(const RationalVector& v) {
  std::string text;
  for (const Rational& entry : v) text += (text.empty() ? "" : ", ") + entry.to_string();
  return text;
}

Step all_cases(const Effort& effort, Exhibit::Table& table) {
  std::vector<Instance> instances;
  for (const Case& one : cases(effort)) {
    const Approximant network = within(one.family, one.f, one.p, one.eps, one.needs_margin);
    table.rows.push_back({one.f.name, text_of(one.v), std::to_string(one.p), one.eps.to_string(), one.construction,
                          std::to_string(network.cut.m), cost(network, one.f.d())});
    const Step parts =
        theory::split({{"means", box("X", theory::whole_line, theory::evaluate())}, {"error", theory::evaluate()}});
    instances.push_back({{{"n", static_cast<long>(one.f.n())},
                          {"d", static_cast<long>(one.f.d())},
                          {"v", Value::vector(one.v)},
                          {"f", one.f.to_value()},
                          {"p", one.p},
                          {"fine", one.fine},
                          {"eps", one.eps}},
                         approximant_step(network, one.f.n(), mean_fields, parts)});
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
  Exhibit::Table table{{"target", "v", "p", "eps", "construction", "m", "network"}, {}};
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_theorem_3_lp.v", "theorem_3")},
      {id, "printed", true, all_cases(effort, table)},
      {id, "step_equation_19", true, theory::proof("theory/proofs/bound_equation_19.v", "equation_19")},
      {id, "step_equation_19", true, equation_19()},
      {id, "step_equation_21", true, theory::proof("theory/proofs/bound_cells.v", "equation_21")},
      {id, "step_equation_21", true, equation_21()},
      {id, "finding_only_the_mean_is_needed", true,
       theory::proof("theory/proofs/bound_only_the_mean.v", "only_the_mean_is_needed")},
      {id, "finding_only_the_mean_is_needed", true, only_means()},
  };
  findings.exhibits = {
      {"Networks with a bounded L^p error",
       "Of the attention only the two conditions are known. Every network is in Omega^{2,1,4}.", std::move(table)},
      by_hand()};
  return findings;
}

}  // namespace attest::constructions
