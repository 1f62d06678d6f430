// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/encoding.hpp"
#include "constructions/urpe/samples.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

RationalVector family_of(long n, const Rational& entry) {
  return RationalVector(static_cast<std::size_t>(2 * n - 1), entry);
}

Step every_encoding(long largest_n) {
  Draw draw(421);
  std::vector<Step> by_variant;
  for (const char* variant : {"t5", "shaw", "deberta", "transformer_xl"}) {
    by_variant.push_back(for_every("n", 1, largest_n, [&](long n) {
      return for_every("d", 1, 2, [&](long d) {
        Value::Record head = encoding(variant, n, draw.distinct_vector(d), Rational(2, 3));
        head.emplace_back("c", Value::vector(family_of(n, 1)));
        return instances(
            "r", sample_matrices(draw, 2 * n - 1, d, 1),
            instances("h", {Value(std::move(head))}, instances("X", sample_matrices(draw, n, d, 1), evaluate())));
      });
    }));
  }
  return exhaustive("variant", std::move(by_variant));
}

RationalMatrix positive_matrix(Draw& draw, long n) {
  RationalMatrix P = draw.right_stochastic(n);
  for (RationalVector& row : P) {
    for (Rational& entry : row) entry = (entry + Rational(1)) / Rational(n + 1);  // rows sum to 1 again
  }
  return P;
}

}  // namespace

// URPE, section 4.2: what C of ones gives back, and what it does not.
Findings urpe_all_ones_c(const Effort& effort) {
  const std::string id = "urpe.all-ones-c";
  const long largest_n = effort.thorough ? 6 : 3;
  Draw draw(422);
  Step every_matrix = for_every("n", 1, largest_n + 2,
                                [&](long n) { return instances("P", sample_matrices(draw, n, n, 3), evaluate()); });
  Step only_ones = for_every("n", 1, largest_n + 2, [&](long n) {
    RationalVector nearly = family_of(n, 1);
    nearly.front() = Rational(1001, 1000);
    return instances(
        "P", {Value::matrix(positive_matrix(draw, n))},
        instances("c", {Value::vector(nearly), Value::vector(family_of(n, 0)), Value::vector(family_of(n, -1))},
                  evaluate()));
  });
  Step factor = for_every("n", 1, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long d) {
      return for_every("dH", 1, 2, [&](long dH) {
        Step steps =
            instances("bV", sample_vectors(draw, dH, 1), instances("WO", sample_matrices(draw, dH, d, 1), evaluate()));
        steps = instances("X", sample_matrices(draw, n, d, 2),
                          instances("WV", sample_matrices(draw, d, dH, 1), std::move(steps)));
        return instances("t", {Rational(2), Rational(-1, 3)},
                         instances("P", sample_matrices(draw, n, n, 1), std::move(steps)));
      });
    });
  });
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_ones.v", "ones_change_nothing")},
      {id, "printed", true,
       theory::split({{"every_matrix", std::move(every_matrix)}, {"every_encoding", every_encoding(largest_n)}})},
      {id, "finding_only_ones", true, theory::proof("theory/proofs/bound_shared_families.v", "only_ones")},
      {id, "finding_only_ones", true, std::move(only_ones)},
      {id, "finding_a_factor_is_free", true,
       theory::proof("theory/proofs/bound_shared_families.v", "a_factor_is_free")},
      {id, "finding_a_factor_is_free", true, std::move(factor)},
      {id, "finding_causal_start", false,
       witness("n", 2, witness("S", Value::matrix(constant_matrix(2, 2, 0)), evaluate()))},
  };
  findings.exhibits = {
      {"The causal start by hand: n = 2, all scores 0",
       "Causal model: softmax over j <= i. URPE: softmax over all, then C.",
       Exhibit::Text{{"causal softmax: ((1, 0), (1/2, 1/2))",
                      "C = ((1, 0), (1, 1)): softmax = 1/2 everywhere, times C: ((1/2, 0), (1/2, 1/2))",
                      "the first row is half of what it was in the trained model"}}},
      {"What is lost for n = 4, all scores 0", "Row sums of softmax (.) C with ones for j <= i and zeros for j > i.",
       Exhibit::Matrix{{{Rational(1, 4)}, {Rational(1, 2)}, {Rational(3, 4)}, {1}}, {}, {"row sum"}}}};
  return findings;
}

}  // namespace attest::constructions
