// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/universal/instance_tree.hpp"
#include "constructions/universal/rpe_network.hpp"
#include "constructions/urpe/blocks.hpp"

namespace attest::constructions {

using theory::Matrix;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Value list_of(const std::vector<Matrix<Rational>>& matrices) {
  Value::List list;
  for (const Matrix<Rational>& X : matrices) list.push_back(Value::matrix(X.to_rows()));
  return list;
}

// Random outputs, with identical rows where the input has them.
Table lawful_table(std::vector<Matrix<Rational>> inputs, Draw& draw) {
  Table table{std::move(inputs), {}};
  for (const Matrix<Rational>& X : table.inputs) {
    RationalMatrix Y = draw.matrix(static_cast<long>(X.rows()), static_cast<long>(X.columns()));
    if (has_identical_rows(X)) Y.assign(Y.size(), Y.front());
    table.outputs.push_back(Matrix<Rational>::from_rows(Y));
  }
  return table;
}

// Grids, domains without identical rows, rearrangements of one input, rationals of any size and sign, a single input.
std::vector<Table> tables(Draw& draw) {
  std::vector<Table> result;
  for (const Grid& grid : {Grid{1, 1, 2}, Grid{2, 1, 1}, Grid{2, 1, 2}, Grid{2, 2, 1}, Grid{3, 1, 1}, Grid{4, 1, 1}}) {
    result.push_back(lawful_table(grid.points(), draw));
  }
  result.push_back(lawful_table({{{1}, {0}, {0}}, {{0}, {1}, {0}}, {{0}, {0}, {1}}}, draw));
  result.push_back(lawful_table({{{Rational(-7, 3), 5}, {100, 0}},
                                 {{Rational(-7, 3), 5}, {Rational(-7, 3), 5}},
                                 {{5, Rational(-7, 3)}, {5, 100}}},
                                draw));
  result.push_back(lawful_table({{{0}, {0}}}, draw));
  return result;
}

Step sufficient(Exhibit::Table& shown) {
  Draw draw(81);
  std::vector<Instance> instances;
  for (const Table& table : tables(draw)) {
    const RpeNetwork network = rpe_network(table, Layout::narrow);
    const std::size_t n = table.inputs.front().rows(), d = table.inputs.front().columns();
    std::string weights;
    for (const Rational& w : network.w) weights += (weights.empty() ? "" : ", ") + w.to_string();
    shown.rows.push_back({std::to_string(n), std::to_string(d), std::to_string(table.inputs.size()), weights,
                          std::to_string(network.blocks.size())});
    instances.push_back(
        {{{"n", static_cast<long>(n)},
          {"d", static_cast<long>(d)},
          {"D", list_of(table.inputs)},
          {"outputs", list_of(table.outputs)}},
         witness("blocks", network_value(network.blocks, n, t5_fields(network.w)), theory::evaluate())});
  }
  return instance_tree(std::move(instances));
}

// Random networks with biases and any right stochastic attention, on the whole grid {0, 1}^{n x d}.
Step necessary() {
  Draw draw(82);
  std::vector<Instance> instances;
  for (const auto& [n, d] : {std::pair{1L, 1L}, {1L, 2L}, {2L, 1L}, {2L, 2L}, {3L, 1L}, {4L, 1L}}) {
    const Grid grid{static_cast<std::size_t>(n), static_cast<std::size_t>(d), 1};
    const std::vector<Block> blocks = {random_block(draw, n, d, 1, true), random_block(draw, n, d, 2, true)};
    instances.push_back(
        {{{"n", n}, {"d", d}, {"D", list_of(grid.points())}, {"net", network_value(blocks)}}, theory::evaluate()});
  }
  return instance_tree(std::move(instances));
}

// All functions on {0,1}^2, in the order of `tuples`, the last input's value running fastest.
Step every_function_on_two_bits() {
  const std::vector<Matrix<Rational>> squares = Grid{2, 1, 1}.points();
  std::vector<Step> cases;
  for (std::size_t number = 0; number < 256; ++number) {
    Table table{squares, {}};
    for (const std::size_t place : {64, 16, 4, 1}) table.outputs.push_back(squares[number / place % 4]);
    if (!has_identical_rows(table.outputs.front()) || !has_identical_rows(table.outputs.back())) continue;
    const RpeNetwork network = rpe_network(table, Layout::wide);
    const Value block = network_value(network.blocks, 2, t5_fields(network.w));
    cases.push_back(witness("B", std::get<Value::List>(block.data()).front(), theory::evaluate()));
  }
  return theory::split({{"count", theory::evaluate()}, {"computed", exhaustive("outputs", std::move(cases))}});
}

// n = 2 and D = {(0, 1), (1, 0)}: the first position is told from the second at every input.
Step signal_arrives() {
  const Matrix<Rational> first = {{1}, {0}};
  const Table table{{{{0}, {1}}, {{1}, {0}}}, {first, first}};
  const RpeNetwork network = rpe_network(table, Layout::narrow);
  return witness(
      "n", 2,
      witness("D", list_of(table.inputs),
              witness("blocks", network_value(network.blocks, 2, t5_fields(network.w)), theory::evaluate())));
}

Step without_the_bias() {
  Draw draw(83);
  std::vector<Instance> instances;
  for (long n = 2; n <= 4; ++n) {
    RationalMatrix X;
    for (const Rational& x : draw.distinct_vector(n)) X.push_back({x});
    const Table table{{Matrix<Rational>::from_rows(X)}, {Matrix<Rational>::from_rows(X)}};
    const RpeNetwork network = rpe_network(table, Layout::wide);
    const Value block = network_value(network.blocks, static_cast<std::size_t>(n),
                                      t5_fields(theory::Vector<Rational>(static_cast<std::size_t>(2 * n - 1), 1)));
    instances.push_back({{{"n", n}, {"X", Value::matrix(X)}, {"B", std::get<Value::List>(block.data()).front()}},
                         exhaustive("s", theory::evaluate())});
  }
  return instance_tree(std::move(instances));
}

}  // namespace

// URPE, after Theorem 2: the functions on a finite domain that RPE Transformers compute, with a network for each.
Findings urpe_rpe_finite_domain(const Effort&) {
  const std::string id = "urpe.rpe-finite-domain";
  Exhibit::Table shown{{"n", "d", "inputs", "w = exp(m), from w_{-(n-1)} on", "blocks"}, {}};
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_finite_domain.v", "finite_domain")},
      {id, "printed", true, theory::split({{"sufficient", sufficient(shown)}, {"necessary", necessary()}})},
      {id, "finding_every_function_on_two_bits", true, every_function_on_two_bits()},
      {id, "finding_the_signal_is_suppressed", false, signal_arrives()},
      {id, "finding_without_the_bias", true,
       theory::proof("theory/proofs/bound_without_the_bias.v", "without_the_bias")},
      {id, "finding_without_the_bias", true, without_the_bias()},
  };
  findings.exhibits = {
      {"The networks", "A function that is lawful and otherwise random, on each domain.", std::move(shown)},
      {"How a position becomes visible, by hand",
       "n = 2, d = 1, T5's bias with w = (w_{-1}, w_0, w_1) = (1, 1, 2), inputs in {0, 1}.",
       Exhibit::Text{{"A = [[1/2, 1/2], [2/3, 1/3]]: rows sum to 1, but they differ",
                      "A X for (0, 0), (0, 1), (1, 0), (1, 1): (0, 0), (1/2, 1/3), (1/2, 2/3), (1, 1)",
                      "(0, 1) and (1, 0) share 1/2 at position 1, so this w is not general enough; w = (1, 2, 1) gives",
                      "A = [[2/3, 1/3], [1/3, 2/3]]: (1/3, 2/3) and (2/3, 1/3), not enough either",
                      "w = (1, 2, 3): A = [[2/3, 1/3], [3/5, 2/5]]: (1/3, 2/5) and (2/3, 3/5): all different",
                      "only at (0, 0) and (1, 1) both rows see the same: exactly the inputs with identical rows"}}}};
  return findings;
}

}  // namespace attest::constructions
