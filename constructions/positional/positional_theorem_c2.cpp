// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/positional/bindings.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// A fair coin: one function with the value 0, losses `low` and `high` with probability 1/2 each.
Bindings coin(long m, const Rational& low, const Rational& high, const Rational& delta) {
  return {{"N", 2},
          {"K", 1},
          {"m", m},
          {"p", Value::vector({Rational(1, 2), Rational(1, 2)})},
          {"V", Value::matrix({{0, 0}})},
          {"b", 1},
          {"Lip", 1},
          {"T", Value::matrix({{low, high}})},
          {"delta", delta}};
}

// Random distributions and classes; the loss is (f + 1) / 2 for values f in [-1, 1], or 1 minus that, so Lip = 1/2.
Step random_classes() {
  Draw draw(202);
  std::vector<Value> sizes;
  std::vector<Step> by_N;
  for (long N = 1; N <= 3; ++N) {
    std::vector<Value> counts;
    std::vector<Step> by_K;
    for (long K = 1; K <= 3; ++K) {
      RationalMatrix V, T;
      std::vector<long> turned;
      for (long i = 0; i < N; ++i) turned.push_back(draw.integer(0, 1));
      for (long f = 0; f < K; ++f) {
        RationalVector values, losses;
        for (long i = 0; i < N; ++i) {
          const Rational v(draw.integer(-4, 4), 4), loss = (v + Rational(1)) / Rational(2);
          values.push_back(v);
          losses.push_back(turned[static_cast<std::size_t>(i)] == 1 ? Rational(1) - loss : loss);
        }
        V.push_back(values);
        T.push_back(losses);
      }
      const RationalVector p = draw.right_stochastic(N).front();
      std::vector<Value> deltas;
      for (const Rational& delta : {Rational(1, 100), Rational(1, 2), Rational(9, 10), Rational(999, 1000)}) {
        deltas.emplace_back(delta);
      }
      counts.emplace_back(K);
      by_K.push_back(range("m", 1, 4,
                           one_instance({{"p", Value::vector(p)},
                                         {"V", Value::matrix(V)},
                                         {"b", 1},
                                         {"Lip", Rational(1, 2)},
                                         {"T", Value::matrix(T)}},
                                        instances("delta", deltas, theory::evaluate()))));
    }
    sizes.emplace_back(N);
    by_N.push_back(instances("K", counts, std::move(by_K)));
  }
  return instances("N", sizes, std::move(by_N));
}

Step one_function() {
  return range("N", 1, 1,
               exhaustive("m", instances("f", {Value::vector({0}), Value::vector({Rational(5, 3)})},
                                         exhaustive("sample", theory::evaluate()))));
}

}  // namespace

// Positional Attention, Theorem C.2 on finite distributions and classes, by exact probabilities.
Findings positional_theorem_c2(const Effort&) {
  const std::string id = "positional.theorem-c2";
  Findings findings;
  findings.certificates = {
      {id, "printed", false, witnesses(coin(1, 0, 1, Rational(9, 10)))},
      {id, "repaired", true, random_classes()},
      {id, "finding_losses_of_both_signs", false, witnesses(coin(3, -1, 1, Rational(6, 25)))},
      {id, "finding_one_function", true, theory::proof("theory/proofs/bound_one_function.v", "one_function")},
      {id, "finding_one_function", true, one_function()},
  };
  findings.exhibits = {
      {"A fair coin, one sample",
       "One function, so R = 0. Losses 0 and 1 with probability 1/2 each; b = 1, m = 1, delta = 9/10.",
       Exhibit::Text{
           {"risk 1/2, empirical risk 0 or 1: the gap is 1/2 on every sample",
            "bound: 0 + 2 sqrt(log(10/9) / 2) = 2 sqrt(0.05268) = 0.459",
            "so the bound is met with probability 0, not 1 - 9/10; it fails for every delta > exp(-1/8) = 0.882"}}},
      {"Losses of both signs", "|loss| <= 1: losses -1 and 1 with probability 1/2 each, m = 3, delta = 6/25.",
       Exhibit::Text{
           {"three equal losses: probability 1/4, gap 1",
            "bound: 2 sqrt(log(25/6) / 6) = 2 sqrt(0.2378) = 0.975 < 1, so it is met with probability 3/4 < 19/25"}}}};
  findings.exhibits[0].sides = {"with probability 1/10 or more the gap is at most 0.459",
                                "the gap is 1/2 on every sample"};
  return findings;
}

}  // namespace attest::constructions
