// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/universal/instance_tree.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Ties, both orders, every sign, opposite numbers (where the outer ReLUs switch), fractions.
Step pairs() {
  const std::vector<Value> values = {0, 1, -1, Rational(1, 2), Rational(-7, 3), 1000};
  return instances("x1", values, instances("x2", values, theory::evaluate()));
}

// Squares of three sizes: their corners, ties, and points inside.
Step points_of_squares() {
  std::vector<Instance> instances;
  for (const Rational& R : {Rational(0), Rational(1), Rational(1000)}) {
    const std::vector<Rational> inside =
        R.sign() == 0 ? std::vector<Rational>{0} : std::vector<Rational>{-R, 0, R / Rational(3), R};
    for (const Rational& x1 : inside) {
      for (const Rational& x2 : inside) instances.push_back({{{"R", R}, {"x1", x1}, {"x2", x2}}, theory::evaluate()});
    }
  }
  return instance_tree(std::move(instances));
}

Step some_pairs_of_units() {
  Draw draw(81);
  std::vector<Value> units, weights;
  for (const RationalVector& unit :
       {RationalVector{0, 0}, {1, 0}, {0, 1}, {1, -1}, {-1, 1}, {1, 1}, {-1, -1}, {Rational(1, 2), -3}}) {
    units.push_back(Value::vector(unit));
  }
  for (const Rational& weight : {Rational(0), Rational(1), Rational(-1), Rational(1, 2)}) weights.emplace_back(weight);
  return instances("u", units,
                   instances("w", units, instances("a", weights, instances("b", weights, theory::evaluate()))));
}

// One hidden layer: units U x + c, outer weights and a bias for each output.
struct Layer {
  RationalMatrix U;
  RationalVector c;
  std::vector<RationalVector> weights;  // of the minimum; of the maximum, too, if there are two
  RationalVector biases;
};

Rational output(const Layer& layer, std::size_t k, const RationalVector& x) {
  Rational value = layer.biases[k];
  for (std::size_t i = 0; i < layer.U.size(); ++i) {
    const Rational t = layer.U[i][0] * x[0] + layer.U[i][1] * x[1] + layer.c[i];
    value += layer.weights[k][i] * max(t, Rational(0));
  }
  return value;
}

// The first point at which an output is not what it should be: nearest to 0 first, in the maximum norm.
Value failing_point(const Layer& layer) {
  for (long size = 0; size <= 8; ++size) {
    for (long first = -size; first <= size; ++first) {
      for (long second = -size; second <= size; ++second) {
        const RationalVector x = {Rational(first), Rational(second)};
        const bool both = output(layer, 0, x) == min(x[0], x[1]) &&
                          (layer.weights.size() == 1 || output(layer, 1, x) == max(x[0], x[1]));
        if (!both) return Value::vector(x);
      }
    }
  }
  throw std::logic_error("no point at which so few units fail");
}

// Layers to try: one that hands on x1, with the minimum where three units allow it, one that is right where no number
// is below -5, zeros, and random ones.
Step layers_that_fail(std::size_t units) {
  Draw draw(82);
  const auto numbers = [&](std::size_t n) { return draw.vector(static_cast<long>(n)); };
  std::vector<Layer> layers;
  if (units == 2) {
    layers.push_back({{{1, 0}, {-1, 0}}, {0, 0}, {{1, -1}}, {0}});
    layers.push_back({{{1, 0}, {1, -1}}, {5, 0}, {{1, -1}}, {-5}});
  } else {
    layers.push_back({{{1, 0}, {-1, 0}, {1, -1}}, {0, 0, 0}, {{1, -1, -1}, {1, -1, 1}}, {0, 0}});
    layers.push_back({{{1, 0}, {0, 1}, {1, -1}}, {5, 5, 0}, {{1, 0, -1}, {0, 1, 1}}, {-5, -5}});
  }
  layers.push_back({RationalMatrix(units, {0, 0}), RationalVector(units, 0),
                    std::vector<RationalVector>(units - 1, RationalVector(units, 0)), RationalVector(units - 1, 0)});
  for (int trial = 0; trial < 8; ++trial) {
    Layer layer{{}, numbers(units), {}, numbers(units - 1)};
    for (std::size_t i = 0; i < units; ++i) layer.U.push_back(numbers(2));
    for (std::size_t k = 0; k + 1 < units; ++k) layer.weights.push_back(numbers(units));
    layers.push_back(std::move(layer));
  }
  std::vector<Instance> instances;
  for (const Layer& layer : layers) {
    std::vector<std::pair<std::string, Value>> bound = {{"U", Value::matrix(layer.U)},
                                                        {"c", Value::vector(layer.c)},
                                                        {"a", Value::vector(layer.weights[0])},
                                                        {"a0", layer.biases[0]}};
    if (units == 3) {
      bound.emplace_back("b", Value::vector(layer.weights[1]));
      bound.emplace_back("b0", layer.biases[1]);
    }
    instances.push_back({std::move(bound), witness("x", failing_point(layer), theory::evaluate())});
  }
  return instance_tree(std::move(instances));
}

Exhibit by_hand() {
  Exhibit::Table table{{"x1", "x2", "ReLU(x1+x2)", "ReLU(-x1-x2)", "ReLU(x1-x2)", "ReLU(x2-x1)", "min", "max"}, {}};
  for (const auto& [a, b] : {std::pair<long, long>{3, 1}, {1, 3}, {2, 2}, {-1, 4}, {-3, -5}, {0, 0}}) {
    auto relu = [](long t) { return t > 0 ? t : 0; };
    const long sum = relu(a + b) - relu(-a - b), distance = relu(a - b) + relu(b - a);
    table.rows.push_back({std::to_string(a), std::to_string(b), std::to_string(relu(a + b)),
                          std::to_string(relu(-a - b)), std::to_string(relu(a - b)), std::to_string(relu(b - a)),
                          Rational(sum - distance, 2).to_string(), Rational(sum + distance, 2).to_string()});
  }
  return {"The four units by hand", "The first two give x1 + x2, the other two |x1 - x2|.", table};
}

}  // namespace

// Positional Attention, appendix G: minimum and maximum by four ReLUs.
Findings positional_relu_min_max(const Effort&) {
  const std::string id = "positional.relu-min-max", units = "theory/proofs/bound_relu_units.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_relu.v", "relu_min_max")},
      {id, "printed", true, pairs()},
      {id, "finding_three_are_enough_for_one", true, theory::proof("theory/proofs/bound_relu.v", "three_are_enough")},
      {id, "finding_three_are_enough_for_one", true, pairs()},
      {id, "finding_two_are_not_enough", true, theory::proof("theory/proofs/bound_relu.v", "two_are_not_enough")},
      {id, "finding_two_are_not_enough", true, some_pairs_of_units()},
      {id, "finding_two_are_not_enough_with_biases", true, theory::proof(units, "two_with_biases")},
      {id, "finding_two_are_not_enough_with_biases", true, layers_that_fail(2)},
      {id, "finding_three_are_enough_on_a_bounded_domain", true, theory::proof(units, "three_on_a_bounded_domain")},
      {id, "finding_three_are_enough_on_a_bounded_domain", true, points_of_squares()},
      {id, "finding_three_are_not_enough_for_both", true, theory::proof(units, "three_are_not_enough")},
      {id, "finding_three_are_not_enough_for_both", true, layers_that_fail(3)},
  };
  findings.exhibits = {by_hand()};
  return findings;
}

}  // namespace attest::constructions
