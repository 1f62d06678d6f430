// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/blocks.hpp"
#include "constructions/urpe/samples.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Step sup_bounds_lp() {
  Draw draw(461);
  std::vector<Step> by_m;
  for (long m = 1; m <= 5; ++m) by_m.push_back(instances("f", sample_vectors(draw, m, 3), evaluate()));
  return range("p", 1, 4, range("m", 1, 5, std::move(by_m)));
}

// The spike with k = K^p has L^p norm below 1/K.
Step narrower_spikes() {
  return for_every("p", 1, 3, [&](long p) {
    return for_every("K", 1, 10, [&](long K) { return witness("k", pow(Rational(K), p), evaluate()); });
  });
}

// Networks without biases on one token, d = 1: attention with one token is the number 1.
Step lines() {
  Draw draw(462);
  std::vector<Value> networks;
  for (long layers = 1; layers <= 4; ++layers) {
    std::vector<Block> blocks;
    for (long layer = 0; layer < layers; ++layer) blocks.push_back(random_block(draw, 1, 1, 2, false));
    networks.push_back(network_value(blocks));
  }
  const std::vector<Rational> points = {Rational(0), Rational(1, 3), Rational(7), Rational(-2)};
  std::vector<Value> values;
  std::vector<Step> by_t;
  for (const Rational& t : points) {
    values.emplace_back(t);
    // Away from 0, so that t and t + 2 step lie on one side.
    by_t.push_back(instances(
        "step", {t < Rational(0) ? Rational(-1, 4) : Rational(1, 4), t < Rational(0) ? Rational(-5) : Rational(5)},
        evaluate()));
  }
  return instances("net", networks, instances("t", std::move(values), std::move(by_t)));
}

// y and z at the outer points: far from 0 one of them misses; near 0 their mean is far from 1.
Step three_neighbours() {
  const Step outer = theory::box("z", theory::whole_line, evaluate());
  const Step inner = theory::box("z", {{"-inf", "-1/2"}, {"-1/2", "1/2"}, {"1/2", "inf"}}, evaluate());
  return theory::box("y", {{"-inf", "-1/2"}, {"-1/2", "1/2"}, {"1/2", "inf"}}, std::vector<Step>{outer, inner, outer});
}

// x + 3 ReLU(x) - 8 ReLU(x - 1/4) + 8 ReLU(x - 1/2) - 8 ReLU(x - 3/4), the broken line on [0, 1].
Block broken_line() {
  Block block = identity_block(1, 4);
  block.W1 = {{1, 1, 1, 1}};
  block.b1 = {0, Rational(-1, 4), Rational(-1, 2), Rational(-3, 4)};
  block.W2 = {{3}, {-8}, {8}, {-8}};
  return block;
}

Exhibit spikes() {
  Exhibit::Plot plot{"x", "max(0, 1 - kx)", false, {}, {}};
  for (long k : {1L, 4L, 16L}) {
    const double foot = 1.0 / static_cast<double>(k);
    plot.curves.push_back({"k = " + std::to_string(k), {{0, 1}, {foot, 0}, {1, 0}}});
  }
  return {"Spikes: supremum 1, integral as small as one likes", "The integral of the p-th power is 1/(k (p+1)).", plot};
}

}  // namespace

// URPE, Theorems 1 and 2: the two norms, and absolute encodings without biases on one token.
Findings urpe_theorem_1(const Effort&) {
  const std::string id = "urpe.theorem-1";
  Findings findings;
  findings.certificates = {
      {id, "printed", false, witness("p", 1, witness("k", 1, evaluate()))},
      {id, "repaired", true,
       theory::split({{"lp_is_at_most_sup", sup_bounds_lp()}, {"no_constant_the_other_way", narrower_spikes()}})},
      {id, "finding_one_token_without_biases", true,
       theory::split({{"a_line_on_each_side", lines()}, {"three_neighbours_are_missed", three_neighbours()}})},
      {id, "finding_one_token_with_biases", true,
       witness("net", network_value({broken_line()}), exhaustive("k", evaluate()))},
  };
  findings.exhibits = {
      spikes(),
      {"One token without biases, by hand: n = d = 1, targets 0, 1, 0, 1, 0 at 0, 1/4, 1/2, 3/4, 1",
       "g(x + E), E the encoding.",
       Exhibit::Text{{"g is a straight line through 0 on either side of x = -E",
                      "-E <= 1/2: the points 1/2, 3/4, 1 lie on one side; -E >= 1/2: 0, 1/4, 1/2 do",
                      "on a line the middle value is the mean of the outer two, but the targets are 0, 1, 0",
                      "errors a, b, c of the three: a/2 + b + c/2 >= 1, so one of them is at least 1/2",
                      "with biases: x + 3 R(x) - 8 R(x - 1/4) + 8 R(x - 1/2) - 8 R(x - 3/4), R = ReLU, is exact"}}}};
  return findings;
}

}  // namespace attest::constructions
