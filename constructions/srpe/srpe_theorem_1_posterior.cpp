// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/reflected.hpp"
#include "constructions/srpe/models.hpp"

namespace attest::constructions {

using srpe::Model;
using srpe::over_models;
using theory::evaluate;
using theory::exhaustive;
using theory::Rational;
using theory::Step;
using theory::Value;
using theory::witness;

namespace {

Step no_law_among(const RationalVector& z, std::vector<Value> laws) {
  return theory::instances("z", {Value::vector(z)}, theory::instances("q", std::move(laws), evaluate()));
}

// Two tokens, two positions, output position 1: by how much attention to the current position exceeds beta on the
// sequence a b, for embeddings u of the two positions, w(a, a) and w(a, b).
Rational excess(const RationalVector& u, long itself, long other) {
  const Rational current = u[0] * Rational(itself);
  return current / (current + u[1] * Rational(other)) - u[0] / (u[0] + u[1]);
}

// A law of the sequences 11, 12, 21, 22 with the marginal beta: 12 and 21 outweigh each other.
Step laws_of_two_tokens() {
  std::vector<Step> by_u;
  for (const RationalVector& u : {RationalVector{1, 1}, {1, 2}, {2, 1}}) {
    std::vector<Step> by_w;
    for (long code = 0; code < 256; ++code) {
      const long w11 = code / 64 + 1, w12 = code / 16 % 4 + 1, w21 = code / 4 % 4 + 1, w22 = code % 4 + 1;
      const Rational at12 = excess(u, w11, w12), at21 = excess(u, w22, w21), quarter(1, 4);
      const bool equal = at12.sign() == 0 && at21.sign() == 0;
      if (!equal && at12.sign() * at21.sign() >= 0) continue;
      const Rational share = equal ? quarter : abs(at21) / (abs(at12) + abs(at21)) / Rational(2);
      by_w.push_back(witness("q", Value::vector({quarter, share, Rational(1, 2) - share, quarter}), evaluate()));
    }
    by_u.push_back(exhaustive("w", std::move(by_w)));
  }
  return exhaustive("u", std::move(by_u));
}

}  // namespace

// SRPE, Theorem 1, eq. 11: the posterior of the attended position is attention.
Findings srpe_theorem_1_posterior(const Effort& effort) {
  const std::string id = "srpe.theorem-1-posterior";
  const long largest_n = effort.thorough ? 4 : 3;
  const auto every_sequence = [](const Model&) { return exhaustive("x", evaluate()); };
  const auto every_law = [](const Model&) {
    return theory::instances("q", {Rational(1), Rational(3, 1000)}, exhaustive("x", evaluate()));
  };
  // Where every token scores itself highest, z = 1 at the current position is an obstacle.
  const auto no_law = [](const Model& model) {
    const std::size_t sequences = pow(Rational(model.m), model.n).to_long();
    RationalVector z(static_cast<std::size_t>(model.n), 0), rising;
    z[static_cast<std::size_t>(model.i - 1)] = 1;
    const RationalVector equal(sequences, Rational(1, static_cast<long>(sequences)));
    for (std::size_t k = 1; k <= sequences; ++k)
      rising.push_back(Rational(2 * static_cast<long>(k), static_cast<long>(sequences * (sequences + 1))));
    return no_law_among(z, {Value::vector(equal), Value::vector(rising)});
  };
  const Step smallest = witness("m", 2,
                                witness("n", 2,
                                        witness("i", 1,
                                                witness("u", Value::vector({1, 1, 1}),
                                                        witness("w", Value::matrix({{1, 1}, {1, 2}}),
                                                                witness("x", Value::vector({1, 1}), evaluate()))))));
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_srpe.v", "posterior_is_attention")},
      {id, "printed", true, over_models({.largest_m = 2, .largest_n = largest_n}, every_sequence)},
      {id, "printed", true, over_models({.least_m = 3, .largest_n = effort.thorough ? 3 : 2}, every_sequence)},
      {id, "finding_every_law_of_sequences", true, theory::proof("theory/proofs/bound_srpe_every_law.v", "every_law")},
      {id, "finding_every_law_of_sequences", true, over_models({.largest_m = 2, .largest_n = largest_n}, every_law)},
      {id, "finding_both_without_balance", true,
       witness("u", Value::vector({1, 1, 1}),
               witness("w", Value::matrix({{1, 2}, {1, 3}}),
                       witness("q", Value::vector({Rational(1, 4), Rational(3, 10), Rational(1, 5), Rational(1, 4)}),
                               evaluate())))},
      {id, "finding_obstacle", true,
       theory::proof("theory/proofs/bound_srpe_every_law.v", "no_law_beyond_an_obstacle")},
      {id, "finding_obstacle", true,
       over_models({.least_m = 2, .least_n = 2, .largest_n = largest_n, .scores = srpe::Scores::self_greatest},
                   no_law)},
      reflected(id, "finding_two_tokens_with_a_law", "theory/proofs/bound_two_tokens_law.v"),
      {id, "finding_two_tokens_with_a_law", true, laws_of_two_tokens()},
      reflected(id, "finding_two_tokens_without_one"),
      {id, "finding_two_tokens_without_one", true, exhaustive("u", exhaustive("w", evaluate()))},
      {id, "finding_two_tokens_counts", true, evaluate()},
      {id, "finding_fair_bits", true, evaluate()},
      {id, "finding_with_prior_beta", false, smallest},
  };
  findings.exhibits = {
      {"Why it holds", "The constant and everything that does not depend on l cancel.",
       Exhibit::Text{
           {"p(l | x) = p(l, x) / sum over k of p(k, x)",
            "         = beta(l) w(x_i, x_(i+l)) / sum over k of beta(k) w(x_i, x_(i+k))     (1/c cancels)",
            "         = u_l w(x_i, x_(i+l)) / sum over k of u_k w(x_i, x_(i+k)) = alpha(l)  (sum of u cancels)"}}},
      {"With beta as a true prior it fails", "w = ((1, 1), (1, 2)), two positions, x = 11, beta = (1/2, 1/2).",
       Exhibit::Text{{"p(x | l) must sum to 1 over x: divide w by 6 for l = 0 and by 5 for l = 1",
                      "posterior of l = 0: (1/6) / (1/6 + 1/5) = 5/11", "attention on l = 0: 1 / (1 + 1) = 1/2"}}}};
  return findings;
}

}  // namespace attest::constructions
