// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"

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
  const std::string id = "positional.relu-min-max";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_relu.v", "relu_min_max")},
      {id, "printed", true, pairs()},
      {id, "finding_three_are_enough_for_one", true, theory::proof("theory/proofs/bound_relu.v", "three_are_enough")},
      {id, "finding_three_are_enough_for_one", true, pairs()},
      {id, "finding_two_are_not_enough", true, theory::proof("theory/proofs/bound_relu.v", "two_are_not_enough")},
      {id, "finding_two_are_not_enough", true, some_pairs_of_units()},
  };
  findings.exhibits = {by_hand()};
  return findings;
}

}  // namespace attest::constructions
