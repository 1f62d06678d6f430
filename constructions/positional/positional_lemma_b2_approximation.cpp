// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/interpolation.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// The constant y, and 1 - relu(x / width) + relu(x / width - 1): 1 at 0 and 0 from `width` on.
Value constant(const Rational& y) { return mlp_value({Affine{{{0}}, {0}}, Affine{{{0}}, {y}}}); }
Value ramp_down(const Rational& width) {
  const Rational slope = Rational(1) / width;
  return mlp_value({Affine{{{slope, slope}}, {0, -1}}, Affine{{{-1}, {1}}, {1}}});
}

Step two_rounds() {
  const Rational eps(1, 10);
  return witness(
      "eps", eps,
      witness("inputs", Value::vector({0}),
              witness("wall", eps,
                      witness("low", 1,
                              witness("high", 0,
                                      witness("G1", constant(eps), witness("G2", ramp_down(eps), evaluate())))))));
}

Step at_every_eps() {
  std::vector<Value> errors;
  std::vector<Step> steps;
  for (const Rational& eps : {Rational(1, 10), Rational(1, 1000), pow(Rational(10), -12)}) {
    errors.emplace_back(eps);
    steps.push_back(witness(
        "G1", constant(eps),
        witness("G2", ramp_down(eps), instances("x", {Value(0), Value(-1), Value(Rational(5, 7))}, evaluate()))));
  }
  return instances("eps", std::move(errors), std::move(steps));
}

// The steepest ramp that fits: still off by nearly 1/2 somewhere.
Step steep_ramps() {
  std::vector<Value> nets;
  std::vector<Step> steps;
  for (const Rational& width : {Rational(1), Rational(1, 100), pow(Rational(10), -9)}) {
    const Rational slope = Rational(1) / width;  // relu(x/w + 1/2) - relu(x/w - 1/2): 1/2 at 0
    nets.push_back(mlp_value({Affine{{{slope, slope}}, {Rational(1, 2), Rational(-1, 2)}}, Affine{{{1}, {-1}}, {0}}}));
    const Rational error = Rational(1, 2) - pow(Rational(10), -6);
    steps.push_back(instances("error", {Value(error)}, witness("x", 0, evaluate())));
  }
  return instances("net", std::move(nets), std::move(steps));
}

// Exact runs with every bound attained, K = 2 and K = 0 and K = 1/2.
Step recursions() {
  return for_every("R", 1, 4, [&](long R) {
    std::vector<Value> constants;
    std::vector<Step> steps;
    for (const Rational& K : {Rational(2), Rational(0), Rational(1, 2)}) {
      const Rational delta(1, 8);
      RationalMatrix x = {{0}}, y = {{0}}, p = {{0}};
      for (long r = 0; r < R; ++r) {
        p.push_back({K * y.back()[0]});
        y.push_back({p.back()[0] + delta});
        x.push_back({0});
      }
      constants.emplace_back(K);
      steps.push_back(
          instances("delta", {Value(delta)},
                    instances("x", {Value::matrix(x)},
                              instances("y", {Value::matrix(y)}, instances("p", {Value::matrix(p)}, evaluate())))));
    }
    return range("m", 1, 1, instances("K", std::move(constants), std::move(steps)));
  });
}

Exhibit by_hand() {
  return {"Two rounds, each approximated well, together not at all", "One machine, one number, eps = 1/10.",
          Exhibit::Text{
              {"round 1 writes 0; the network writes 1/10 instead: error 1/10 at every input",
               "round 2 writes 1 for numbers below 1/10 and 0 otherwise; the network writes 1 at 0 and 0 from 1/10 "
               "on, a straight line between: error 0 at 0, the only number that round 1 puts out",
               "exact: 0, then 1. Network: 1/10, then 0. Error 1", "the same with any eps in the place of 1/10"}}};
}

}  // namespace

// Positional Attention, Lemma B.2: in which sense measurable local functions are approximated.
Findings positional_lemma_b2_approximation(const Effort&) {
  const std::string id = "positional.lemma-b2-approximation";
  const std::string file = "theory/proofs/bound_approximation.v";
  Findings findings;
  findings.certificates = {
      {id, "step_round_by_round", false, two_rounds()},
      {id, "finding_at_every_eps", true, theory::proof(file, "rounds_do_not_compose")},
      {id, "finding_at_every_eps", true, at_every_eps()},
      {id, "finding_not_uniformly", true, theory::proof(file, "mlp_misses_the_step")},
      {id, "finding_not_uniformly", true, steep_ramps()},
      {id, "repaired", true, theory::proof(file, "errors_over_rounds")},
      {id, "repaired", true, recursions()},
  };
  findings.exhibits = {by_hand()};
  findings.exhibits[0].sides = {"each round within 1/10, so two rounds within any accuracy",
                                "the second round gives 0 where 1 is right: error 1"};
  return findings;
}

}  // namespace attest::constructions
