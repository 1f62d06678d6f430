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

// Every k: two half-lines, on which k (k/3 - 1) >= 0, and cells of width 1/4 between them.
Step every_slope() {
  std::vector<std::pair<std::string, std::string>> cells = {{"-inf", "0"}};
  for (long quarter = 0; quarter < 12; ++quarter)
    cells.emplace_back(Rational(quarter, 4).to_string(), Rational(quarter + 1, 4).to_string());
  cells.emplace_back("3", "inf");
  return box("k", std::move(cells), evaluate());
}

// Networks without biases on one token; the attention matrix is URPE's number c_0.
std::vector<Value> networks(Draw& draw, long d) {
  std::vector<Value> values;
  for (long layers = 1; layers <= 3; ++layers) {
    std::vector<Block> blocks;
    for (long layer = 0; layer < layers; ++layer) {
      Block block = random_block(draw, 1, d, 2, false);
      for (Head& head : block.heads) head.attention = {{draw.rational()}};
      blocks.push_back(std::move(block));
    }
    values.push_back(network_value(blocks));
  }
  return values;
}

Step one_token() {
  Draw draw(371);
  return for_every("d", 1, 3, [&](long d) {
    return instances("net", networks(draw, d),
                     instances("X", sample_matrices(draw, 1, d, 3),
                               instances("t", {Rational(0), Rational(1, 3), Rational(5)}, evaluate())));
  });
}

// Every real parameter at once: 0 times anything is 0.
Step zero_goes_to_zero(long largest_n) {
  Step steps = evaluate();
  for (const char* parameter : {"W2", "W1", "WO", "WV", "A"})
    steps = box(parameter, theory::whole_line, std::move(steps));
  return range("n", 1, largest_n, range("d", 1, 2, range("dH", 1, 2, range("r", 1, 4, std::move(steps)))));
}

Step constant_target(long largest_n) {
  Draw draw(372);
  return for_every("n", 1, largest_n, [&](long n) {
    return for_every("d", 1, 3, [&](long d) {
      const Value net = network_value({constant_block(RationalVector(static_cast<std::size_t>(d), 1))});
      return witness("net", net, instances("X", sample_matrices(draw, n, d, 3), evaluate()));
    });
  });
}

Exhibit distance_over_slope() {
  Exhibit::Curve curve{"1 - k + k^2/3", {}};
  for (int i = 0; i <= 60; ++i) {
    const double k = i * 0.05;
    curve.points.emplace_back(k, 1 - k + k * k / 3);
  }
  return {"The squared L^2 distance of f = 1 to g(x) = kx on [0, 1]", "Its least value is 1/4, at k = 3/2.",
          Exhibit::Plot{"k", "squared distance", false, {curve}, {{1.5, "k = 3/2"}}}};
}

}  // namespace

// URPE, eqs. 3, 6 and 8 to the letter: what networks without biases cannot do.
Findings urpe_biases(const Effort& effort) {
  const std::string id = "urpe.biases";
  const long largest_n = effort.thorough ? 6 : 3;
  Findings findings;
  findings.certificates = {
      {id, "printed", false, witness("eps", Rational(1, 4), every_slope())},
      {id, "finding_the_distance", true, theory::proof("theory/proofs/bound_without_biases.v", "the_distance")},
      {id, "finding_the_distance", true,
       instances("k", {Rational(0), Rational(3, 2), Rational(3), Rational(-7, 5)}, evaluate())},
      {id, "finding_one_token", true, theory::proof("theory/proofs/bound_bias_free.v", "one_token")},
      {id, "finding_one_token", true, one_token()},
      {id, "finding_zero_goes_to_zero", true,
       theory::proof("theory/proofs/bound_without_biases.v", "zero_goes_to_zero")},
      {id, "finding_zero_goes_to_zero", true, zero_goes_to_zero(largest_n)},
      {id, "finding_two_tokens", false, witness("X", Value::matrix({{1}, {0}}), witness("t", 2, evaluate()))},
      {id, "repaired", true, theory::proof("theory/proofs/bound_with_biases.v", "ones_with_biases")},
      {id, "repaired", true, constant_target(largest_n)},
  };
  findings.exhibits = {
      distance_over_slope(),
      {"The smallest case by hand: n = d = 1, f = 1 on [0, 1]", "Layers without biases, any depth and width.",
       Exhibit::Text{
           {"attention on one token: softmax of one score is 1, times c_0: x -> x + c_0 x w = (1 + c_0 w) x",
            "feed-forward: x -> x + ReLU(x w1) w2, for x >= 0 a multiple of x as well",
            "so g(x) = k x on [0, 1], and the integral of (1 - k x)^2 is 1 - k + k^2/3 = 1/4 + (k - 3/2)^2 / 3",
            "with biases: x - ReLU(x) + ReLU(-x) + 1 = 1, error 0"}}}};
  findings.exhibits[0].sides = {"the distance to f = 1 is below every eps", "it is 1/2 at least, whatever the slope k"};
  return findings;
}

}  // namespace attest::constructions
