// SPDX-License-Identifier: Apache-2.0
#include <functional>

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

// Eqs. 1 to 3 with biases; the heads compute their attention from random WQ and WK.
Value plain_network(Draw& draw, long n, long d, long layers) {
  std::vector<Block> blocks;
  for (long layer = 0; layer < layers; ++layer) {
    Block block = random_block(draw, n, d, 1, true);
    for (Head& head : block.heads) {
      head.attention.clear();
      const long dH = static_cast<long>(head.value.front().size());
      head.parameters = {
          {"variant", "none"}, {"WQ", Value::matrix(draw.matrix(d, dH))}, {"WK", Value::matrix(draw.matrix(d, dH))}};
    }
    blocks.push_back(std::move(block));
  }
  return network_value(blocks);
}

// One head with T5's encoding, WQ = WK = 0, WV = WO = 1, d = 1; feed-forward layer 0.
Value t5_layer(const RationalVector& m) {
  Block block = identity_block(1, 1);
  Head head;
  head.value = head.output = {{1}};
  head.value_bias = {0};
  head.parameters = {
      {"variant", "t5"}, {"WQ", Value::matrix({{0}})}, {"WK", Value::matrix({{0}})}, {"m", Value::vector(m)}};
  block.heads.push_back(std::move(head));
  return network_value({block});
}

using Leaf = std::function<Step(Draw&, long n, long d)>;

Step for_every_shape(long from, long to, unsigned seed, const Leaf& leaf) {
  Draw draw(seed);
  return for_every("n", from, to,
                   [&](long n) { return for_every("d", 1, 2, [&](long d) { return leaf(draw, n, d); }); });
}

// Every permutation of the tokens.
Step networks_and_inputs(Draw& draw, long n, long d) {
  return instances("net", {plain_network(draw, n, d, n == 3 ? 1 : 2)},
                   exhaustive("p", instances("X", sample_matrices(draw, n, d, 1), evaluate())));
}

Step scores_and_inputs(Draw& draw, long n, long d) {
  std::vector<Step> by_dH;
  for (long dH = 1; dH <= 2; ++dH) {
    Step steps = exhaustive("p", instances("X", sample_matrices(draw, n, d, 2), evaluate()));
    by_dH.push_back(instances("WQ", sample_matrices(draw, d, dH, 2),
                              instances("WK", sample_matrices(draw, d, dH, 1), std::move(steps))));
  }
  return range("dH", 1, 2, std::move(by_dH));
}

Step equal_tokens(Draw& draw, long n, long d) {
  // The tokens i and j agree, no other pair does; and all tokens agree.
  std::vector<Value> inputs;
  for (long i = 0; i < n; ++i) {
    RationalMatrix X;
    for (long k = 0; k < n; ++k) {
      X.push_back(draw.vector(d));
      X.back()[0] += Rational(10 * k);
    }
    X[static_cast<std::size_t>((i + 1) % n)] = X[static_cast<std::size_t>(i)];
    inputs.push_back(Value::matrix(X));
  }
  inputs.push_back(Value::matrix(constant_matrix(n, d, Rational(1, 3))));
  return instances("net", {plain_network(draw, n, d, 2)},
                   instances("X", distinct_values(inputs), exhaustive("i", exhaustive("j", evaluate()))));
}

}  // namespace

// URPE, section 2: invariance and equivariance of the layers without encodings.
Findings urpe_permutation_symmetry(const Effort& effort) {
  const std::string id = "urpe.permutation-symmetry";
  const long largest_n = effort.thorough ? 4 : 3;
  const Value exchange = Value::vector({2, 1});
  const Value X = Value::matrix({{0}, {1}});
  auto refuted_by = [&](Value net) {
    return witness(
        "n", 2, witness("d", 1, witness("net", std::move(net), witness("p", exchange, witness("X", X, evaluate())))));
  };
  Findings findings;
  findings.certificates = {
      {id, "printed", false, refuted_by(network_value({identity_block(1, 1)}))},
      {id, "repaired", true, theory::proof("theory/proofs/bound_symmetry.v", "scores_and_networks_are_equivariant")},
      {id, "repaired", true,
       theory::split({{"scores", for_every_shape(1, largest_n + 1, 411, scores_and_inputs)},
                      {"networks", for_every_shape(1, largest_n, 412, networks_and_inputs)}})},
      {id, "finding_sums_are_invariant", true, theory::proof("theory/proofs/bound_symmetry.v", "sums_are_invariant")},
      {id, "finding_sums_are_invariant", true, for_every_shape(1, 2, 413, networks_and_inputs)},
      {id, "finding_equal_tokens", true, theory::proof("theory/proofs/bound_symmetry.v", "equal_tokens")},
      {id, "finding_equal_tokens", true, for_every_shape(1, largest_n, 414, equal_tokens)},
      {id, "finding_with_t5", false, refuted_by(t5_layer({0, 0, 1}))},
  };
  findings.exhibits = {
      {"The smallest case by hand: n = 2, d = 1",
       "A block with all weights 0 is the identity, by its skip connections.",
       Exhibit::Text{{"f(0, 1) = (0, 1), f(1, 0) = (1, 0): the output changes with the order, so f is not invariant",
                      "it changes as the tokens do: f(PX) = P f(X), equivariant",
                      "with T5's encoding, m_-1 = m_0 = 0, m_1 = 1: A = ((1/2, 1/2), (e/(1+e), 1/(1+e)))",
                      "  X + A X at (0, 1): (1/2, 1 + 1/(1+e)); at (1, 0): (3/2, e/(1+e)): no longer equivariant"}}}};
  findings.exhibits[0].sides = {"f(0, 1) = f(1, 0): the order does not matter",
                                "f(0, 1) = (0, 1) and f(1, 0) = (1, 0)"};
  return findings;
}

}  // namespace attest::constructions
