// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/universal/approximant.hpp"
#include "constructions/universal/instance_tree.hpp"
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

struct Case {
  Target f;
  long fine;
  std::vector<Rational> eps;
  Family family;
};

std::vector<Case> cases() {
  const RationalVector v = {0, 1};
  const auto exact = [v](Approximant (*make)(const RationalVector&)) {
    return Family([make, v](long, const Rational&) { return make(v); });
  };
  const std::vector<Rational> fine = {Rational(1, 10), Rational(1, 1000)};
  return {{quarter_turn(1), 1, fine, exact(conditions_quarter_turn)},
          {running_maximum(0), 1, fine, exact(conditions_running_maximum)},
          {sorted_pair(0), 1, fine, exact(conditions_sorted_pair)},
          {product_and_rest(), 4, {Rational(1, 10), Rational(1, 50)}, [v](long m, const Rational&) {
             return conditions_product_and_rest(v, m);
           }}};
}

Step universal(Exhibit::Table& table) {
  std::vector<Instance> instances;
  for (const Case& one : cases()) {
    for (const long p : {1L, 2L, 3L}) {
      for (const Rational& eps : one.eps) {
        const EncodedApproximant encoded = with_encoding(within(one.family, one.f, p, eps, false));
        const Step everywhere = theory::box("X", theory::whole_line, evaluate());
        const Step parts = theory::split({{"means", everywhere}, {"error", evaluate()}});
        const auto no_fields = [](const theory::Head<Rational>&, std::size_t) { return Value::Record{}; };
        table.rows.push_back({one.f.name, std::to_string(p), eps.to_string(), std::to_string(encoded.network.cut.m),
                              cost(encoded.network, 1)});
        instances.push_back(
            {{{"n", 2}, {"d", 1}, {"f", one.f.to_value()}, {"p", p}, {"fine", one.fine}, {"eps", eps}},
             witness("E", Value::matrix(encoded.E.to_rows()), approximant_step(encoded.network, 2, no_fields, parts))});
      }
    }
  }
  return instance_tree(std::move(instances));
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
  Exhibit::Table table{{"target", "p", "eps", "m", "network"}, {}};
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_theorem_1_lp.v", "theorem_1")},
      {id, "printed", true, universal(table)},
      {id, "finding_the_norms_differ", true, theory::proof("theory/proofs/bound_norms_differ.v", "the_norms_differ")},
      {id, "finding_the_norms_differ", true,
       theory::split({{"lp_is_at_most_sup", sup_bounds_lp()}, {"no_constant_the_other_way", narrower_spikes()}})},
      {id, "finding_one_token_without_biases", true,
       theory::proof("theory/proofs/bound_one_token.v", "one_token_without_biases")},
      {id, "finding_one_token_without_biases", true,
       theory::split({{"a_line_on_each_side", lines()}, {"three_neighbours_are_missed", three_neighbours()}})},
      {id, "finding_one_token_with_biases", true,
       witness("net", network_value({broken_line()}), exhaustive("k", evaluate()))},
  };
  findings.exhibits = {
      {"Networks with an absolute encoding and a bounded L^p error", "E = (0, 2), attention is the mean.",
       std::move(table)},
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
