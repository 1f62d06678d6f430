// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/samples.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Factors such as 1/sqrt(d) for d = 4, 9, and some that no d gives.
std::vector<Value> scales() { return {Rational(1, 2), Rational(1, 3), Rational(0), Rational(-7, 5)}; }

using Leaf = std::function<Step(long n, long d, long dH)>;

Step for_every_shape(long largest_n, const Leaf& leaf) {
  return for_every("n", 1, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long d) { return for_every("dH", 1, 2, [&](long dH) { return leaf(n, d, dH); }); });
  });
}

// WQ, WK (d x dH) and X, which end the quantifiers of every part.
Step weights_and_input(Draw& draw, long n, long d, long dH) {
  return instances(
      "WQ", sample_matrices(draw, d, dH, 1),
      instances("WK", sample_matrices(draw, d, dH, 1), instances("X", sample_matrices(draw, n, d, 2), evaluate())));
}

// Clipping distances k = 1 and 2: within the sequence and beyond it.
Step for_every_clipping(const std::function<Step(long k)>& leaf) {
  return theory::range("k", 1, 2, std::vector<Step>{leaf(1), leaf(2)});
}

Step printed(long largest_n) {
  Draw draw(401);
  // Every assignment of buckets: kinds^(2n-1).
  Step t5 = for_every_shape(2, [&](long n, long d, long dH) {
    std::vector<Step> by_kinds;
    for (long kinds = 1; kinds <= 3; ++kinds) {
      by_kinds.push_back(exhaustive(
          "buckets", instances("w", {Value::vector(draw.distinct_vector(kinds))}, weights_and_input(draw, n, d, dH))));
    }
    return range("kinds", 1, 3, std::move(by_kinds));
  });
  Step shaw = for_every_shape(largest_n, [&](long n, long d, long dH) {
    return for_every_clipping([&](long k) {
      return instances("scale", scales(),
                       instances("w", sample_matrices(draw, 2 * k + 1, dH, 1), weights_and_input(draw, n, d, dH)));
    });
  });
  Step deberta = for_every_shape(largest_n, [&](long n, long d, long dH) {
    return for_every_clipping([&](long k) {
      return instances(
          "scale", scales(),
          instances("Kr", sample_matrices(draw, 2 * k, dH, 1),
                    instances("Qr", sample_matrices(draw, 2 * k, dH, 1), weights_and_input(draw, n, d, dH))));
    });
  });
  Step transformer_xl = for_every_shape(largest_n, [&](long n, long d, long dH) {
    Step steps = instances("v", sample_vectors(draw, dH, 1), weights_and_input(draw, n, d, dH));
    steps =
        instances("WR", sample_matrices(draw, d, dH, 1), instances("u", sample_vectors(draw, dH, 1), std::move(steps)));
    return instances("scale", scales(), instances("R", sample_matrices(draw, 2 * n - 1, d, 1), std::move(steps)));
  });
  return theory::split({{"t5", std::move(t5)},
                        {"shaw", std::move(shaw)},
                        {"deberta", std::move(deberta)},
                        {"transformer_xl", std::move(transformer_xl)}});
}

}  // namespace

// URPE, section 2: the four encodings of the literature against the scores of eq. 4.
Findings urpe_rpe_variants(const Effort& effort) {
  const std::string id = "urpe.rpe-variants";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_rpe_variants.v", "encodings_are_eq_4")},
      {id, "printed", true, printed(effort.thorough ? 5 : 3)},
      {id, "finding_same_weights", false, witness("X", Value::matrix({{1}}), evaluate())},
      // delta(t, 2) = 1, 2, 3 for t = -1, 0, 1: Qr tells the two orders apart.
      {id, "finding_deberta_index", false,
       witness(
           "n", 2,
           witness("Qr", Value::matrix({{0}, {1}, {0}, {0}}), witness("X", Value::matrix({{1}, {1}}), evaluate())))},
      {id, "finding_shaw_values", false,
       witness("n", 2, witness("k", 1, witness("wV", Value::vector({0, 0, 1}), evaluate())))},
  };
  findings.exhibits = {
      {"What eq. 4's parameters are in each encoding's own notation", "scale = 1/sqrt(d), for DeBERTa 1/sqrt(3d).",
       Exhibit::Table{{"encoding", "WQ of eq. 4", "family at i-j", "others"},
                      {{"T5", "WQ", "m = w[bucket(i-j)]", "-"},
                       {"Shaw", "scale WQ", "r = w^K[clip(j-i, k)]", "values w^V have no place in eq. 4"},
                       {"DeBERTa", "scale WQ", "r = Kr[delta(i,j)], s = scale Qr[delta(j,i)]", "-"},
                       {"Transformer-XL", "scale WQ", "r = R_{i-j}", "u and v times scale; no memory, no mask"}}}},
      {"Shaw's values by hand: n = 2, k = 1, X = 0, w^V = (0, 0, 1) at distances j - i = -1, 0, 1",
       "Uniform attention, A = 1/2 everywhere.",
       Exhibit::Text{
           {"first output: (w^V_0 + w^V_1)/2 = 1/2", "second output: (w^V_-1 + w^V_0)/2 = 0",
            "identical tokens, different outputs: row sums of A are 1, and Theorem 2's argument does not apply"}}}};
  return findings;
}

}  // namespace attest::constructions
