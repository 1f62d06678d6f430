// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/universal/approximant.hpp"
#include "constructions/universal/block_value.hpp"
#include "constructions/universal/instance_tree.hpp"
#include "constructions/universal/urpe_network.hpp"

namespace attest::constructions {

using theory::Block;
using theory::Matrix;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

struct Case {
  Target f;
  long p;
  Rational eps;
  long fine;
  Family family;
  bool needs_margin = false;
  std::string construction = "lines";
};

// The printed order of steps, mended: a quantizer, one head that is a contextual mapping, a bump for each value.
Family by_digits(const Target& f) {
  return [f](long m, const Rational& strip) {
    return by_the_grid(
        f,
        [](const Grid& grid, const std::vector<Matrix<Rational>>& outputs) {
          return urpe_network(grid, outputs, Layout::narrow);
        },
        m, strip);
  };
}

template <class F>
Family without_margin(F make) {
  return [make](long m, const Rational&) { return make(m); };
}

std::vector<Case> cases(const Effort& effort) {
  const Family turn = without_margin([](long) { return urpe_quarter_turn(1); });
  const Family maximum = without_margin([](long) { return urpe_running_maximum(); });
  const Family sorted = without_margin([](long) { return urpe_sorted_pair(); });
  const Family squares = without_margin(urpe_rotated_squares), product = without_margin(urpe_product_and_mean_square);
  std::vector<Case> result;
  for (const long p : {1L, 2L, 3L}) {
    for (const Rational& eps : {Rational(1, 10), Rational(1, 1000)}) {
      result.push_back({quarter_turn(1), p, eps, 1, turn});
      result.push_back({running_maximum(0), p, eps, 1, maximum});
      result.push_back({sorted_pair(0), p, eps, 1, sorted});
    }
    for (const Rational& eps : {Rational(1, 10), Rational(1, 20)}) {
      result.push_back({rotated_squares(), p, eps, 1, squares});
    }
    for (const Rational& eps : {Rational(1, 30), Rational(1, 100)}) {
      result.push_back({product_and_mean_square(), p, eps, 4, product});
    }
  }
  result.push_back(
      {quarter_turn(2), 2, Rational(1, 100), 1, without_margin([](long) { return urpe_quarter_turn(2); })});
  const std::string digits = "digits";
  for (const Rational& eps : {Rational(2, 5), Rational(1, 4)}) {
    result.push_back({quarter_turn(1), 1, eps, 1, by_digits(quarter_turn(1)), true, digits});
  }
  if (effort.thorough) {
    result.push_back({quarter_turn(1), 1, Rational(1, 8), 1, by_digits(quarter_turn(1)), true, digits});
    result.push_back({product_and_mean_square(), 1, Rational(1, 300), 4, product});
  }
  return result;
}

Step certified_network(const Case& one, Exhibit::Table& table) {
  const Approximant network = within(one.family, one.f, one.p, one.eps, one.needs_margin);
  table.rows.push_back({one.f.name, std::to_string(one.p), one.eps.to_string(), one.construction,
                        std::to_string(network.cut.m), cost(network, one.f.d())});
  const Step encodings =
      exhaustive("variant", box("r", theory::whole_line, box("X", theory::whole_line, theory::evaluate())));
  return approximant_step(network, one.f.n(), toeplitz_fields,
                          theory::split({{"encodings", encodings}, {"error", theory::evaluate()}}));
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
  Exhibit::Table table{{"target", "p", "eps", "construction", "m", "network"}, {}};
  std::vector<Instance> instances;
  for (const Case& one : cases(effort)) {
    instances.push_back({{{"n", static_cast<long>(one.f.n())},
                          {"d", static_cast<long>(one.f.d())},
                          {"f", one.f.to_value()},
                          {"p", one.p},
                          {"fine", one.fine},
                          {"eps", one.eps}},
                         certified_network(one, table)});
  }
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_proposition_4_lp.v", "proposition_4")},
      {id, "printed", true, instance_tree(std::move(instances))},
      {id, "finding_one_head_is_a_contextual_mapping", true,
       theory::proof("theory/proofs/bound_one_block.v", "one_head_is_a_contextual_mapping")},
      {id, "finding_one_head_is_a_contextual_mapping", true, one_head()},
      {id, "finding_one_block_on_the_grid", true,
       theory::proof("theory/proofs/bound_one_block.v", "one_block_on_the_grid")},
      {id, "finding_one_block_on_the_grid", true, one_block()},
      {id, "finding_context_needs_C", true, theory::proof("theory/proofs/bound_context_needs_C.v", "context_needs_C")},
      {id, "finding_context_needs_C", true, context_block_without_C(4)},
  };
  findings.engine_checks = {larger_network({2, 2, 1}, Layout::narrow), larger_network({3, 1, 3}, Layout::wide)};
  if (effort.thorough) findings.engine_checks.push_back(larger_network({2, 2, 2}, Layout::narrow));
  findings.exhibits = {{"Networks with a bounded L^p error", "Every network is in Omega^{2,1,4}.", std::move(table)},
                       by_hand()};
  return findings;
}

}  // namespace attest::constructions
