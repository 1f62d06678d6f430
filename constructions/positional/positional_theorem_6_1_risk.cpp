// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
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

// Inputs 1/10, -1/20, 1/30, ...: outputs are the labels, and K is what the nearest two of different labels ask for.
Step finitely_many_inputs() {
  return for_every("N", 1, 4, [&](long N) {
    RationalVector p, x, y;
    for (long i = 1; i <= N; ++i) {
      p.push_back(Rational(2 * i, N * (N + 1)));
      x.push_back(Rational(i % 2 == 1 ? 1 : -1, 10 * i));
      y.push_back(Rational(i % 2));
    }
    Rational K(1);
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (y[i] != y[j]) K = std::max(K, Rational(1) / abs(x[i] - x[j]));
      }
    }
    return one_instance({{"p", Value::vector(p)}, {"x", Value::vector(x)}, {"accuracy", Rational(1, 1000)}},
                        witnesses({{"K", K}, {"y", Value::vector(y)}}));
  });
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

// Y stands behind X.
Bindings random_network(std::uint64_t seed, const LayerShape& shape) {
  Draw draw(seed);
  Bindings values = draw_network(draw, "L", 2, shape, {1, 0}, Rational(1));
  const auto X = std::find_if(values.begin(), values.end(), [](const auto& value) { return value.first == "X"; });
  values.insert(X + 1, {"Y", Value::matrix(draw_small(draw, shape.n, shape.d))});
  return values;
}

}  // namespace

// Positional Attention, section 6: whether the risk goes to 0 for a class with fixed parameters.
Findings positional_theorem_6_1_risk(const Effort&) {
  const std::string id = "positional.theorem-6-1-risk";
  const LayerShape two_heads{.n = 2, .d = 2, .dV = 1, .dP = 1, .dm = 1, .dh = 2, .H = 2};
  Findings findings;
  findings.certificates = {
      {id, "printed", true, finitely_many_inputs()},
      {id, "step_every_sample", false, no_accuracy()},
      {id, "finding_no_fixed_class", true, theory::proof("theory/proofs/bound_learnability.v", "no_fixed_class")},
      {id, "finding_no_fixed_class", true, classes()},
      {id, "finding_one_lipschitz_constant", true,
       theory::proof("theory/proofs/bound_bounded_networks.v", "network_lipschitz")},
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
  findings.exhibits[0].sides = {"some network of the class has empirical risk 1/8 at most",
                                "every one has at least 3/8"};
  return findings;
}

}  // namespace attest::constructions
