// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/positional_theorem_6_1_risk.hpp"

#include "constructions/positional/bounded_weights.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Accuracy 1/8, inputs at 1/8 and -1/8 in units of 1/K, whatever K is: u <= 7/10 errs by more than 1/4 at the first, v
// >= 3/10 at the second, and all others are more than 2/8 apart.
Step no_accuracy() {
  return witness("accuracy", Rational(1, 8),
                 box("K", theory::whole_line,
                     witness("s", Rational(1, 8),
                             box("u", {{"-inf", "7/10"}, {"7/10", "inf"}},
                                 box("v", {{"-inf", "3/10"}, {"3/10", "inf"}}, theory::evaluate())))));
}

// t = 1 / (4 K + 2), so that the outputs are less than 1/2 apart; some u, and v as far from u as it may be.
Step classes() {
  std::vector<Value> constants;
  std::vector<Step> cases;
  for (const Rational& K : {Rational(1, 3), Rational(1), Rational(1000)}) {
    const Rational t = Rational(1) / (Rational(4) * K + Rational(2)), apart = Rational(2) * K * t;
    std::vector<Value> outputs;
    std::vector<Step> by_u;
    for (const Rational& u : {Rational(1), Rational(1, 2), Rational(0), Rational(3)}) {
      outputs.emplace_back(u);
      by_u.push_back(instances("v", {Value(u - apart), Value(u), Value(u + apart)}, theory::evaluate()));
    }
    constants.emplace_back(K);
    cases.push_back(witness("t", t, instances("u", outputs, std::move(by_u))));
  }
  return instances("K", constants, std::move(cases));
}

Bindings random_network(std::uint64_t seed, const LayerShape& shape) {
  Draw draw(seed);
  constexpr long L = 2;
  const Rational B2(1);
  const long width = shape.H * shape.dV + shape.d;
  const BoundedMatrix WV = draw_bounded_stack(draw, L * shape.H, shape.d, shape.dV, B2);
  const BoundedMatrix W1 = draw_bounded_stack(draw, L, width, shape.dh, B2);
  const BoundedMatrix W2 = draw_bounded_stack(draw, L, shape.dh, shape.d, B2);
  const RationalMatrix X = draw_small(draw, shape.n, shape.d);
  return {{"L", L},
          {"n", shape.n},
          {"d", shape.d},
          {"dV", shape.dV},
          {"dh", shape.dh},
          {"dP", shape.dP},
          {"dm", shape.dm},
          {"H", shape.H},
          {"slopes", Value::vector({1, 0})},
          {"B2", B2},
          {"P", Value::matrix(draw_small(draw, shape.n, shape.dP))},
          {"X", Value::matrix(X)},
          {"Y", Value::matrix(draw_near(draw, X))},
          {"WQ", Value::matrix(draw_small(draw, L * shape.H * shape.dP, shape.dm))},
          {"WK", Value::matrix(draw_small(draw, L * shape.H * shape.dP, shape.dm))},
          {"WV", Value::matrix(WV.W)},
          {"R", Value::matrix(WV.R)},
          {"W1", Value::matrix(W1.W)},
          {"R1", Value::matrix(W1.R)},
          {"W2", Value::matrix(W2.W)},
          {"R2", Value::matrix(W2.R)}};
}

}  // namespace

Findings positional_theorem_6_1_risk(const Effort&) {
  const std::string id = "positional.theorem-6-1-risk";
  const LayerShape two_heads{.n = 2, .d = 2, .dV = 1, .dP = 1, .dm = 1, .dh = 2, .H = 2};
  Findings findings;
  findings.certificates = {
      {id, "printed", false, no_accuracy()},
      {id, "finding_no_fixed_class", true, theory::proof("theory/proofs/learnability.v", "no_fixed_class")},
      {id, "finding_no_fixed_class", true, classes()},
      {id, "finding_one_lipschitz_constant", true,
       theory::proof("theory/proofs/bounded_networks.v", "network_lipschitz")},
      {id, "finding_one_lipschitz_constant", true, one_instance(random_network(66, two_heads))},
      {id, "step_base_of_theorem_6_1", false,
       box("c", theory::whole_line, witnesses({{"L", 1}, {"H", 1}, {"Ls", 1}, {"B2", 1}}))},
  };
  findings.exhibits = {
      {"Accuracy 1/8, for every class at once", "Inputs s/K and -s/K with s = 1/8, labels 1 and 0, outputs u and v.",
       Exhibit::Text{{"asserted: some class has outputs with (|u - 1| + |v|) / 2 <= 1/8",
                      "Lipschitz with K: |u - v| <= K * 2 s/K = 1/4",
                      "so |u - 1| + |v| >= 1 - |u - v| >= 3/4, and the risk is at least 3/8"}}},
      {"The sign of a number, for a class whose members are Lipschitz with K",
       "Inputs at t and -t with labels 1 and 0; the outputs u and v are at most 2 K t apart. The best "
       "is to be wrong by 1/2 - K t at each.",
       Exhibit::Table{{"K", "t", "least empirical risk on the two inputs"},
                      {{"1", "1/6", "1/3"},
                       {"10", "1/42", "0.262"},
                       {"1000", "1/4002", "0.250"},
                       {"1000", "1/100000", "0.490"}}}}};
  return findings;
}

}  // namespace attest::constructions
