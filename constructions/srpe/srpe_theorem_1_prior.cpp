// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/srpe/models.hpp"

namespace attest::constructions {

using srpe::Model;
using srpe::over_models;
using srpe::Scores;
using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;
using theory::witness;

namespace {

// p_L(0) for tokens 1, 2 and w = ((1, 1), (1, x)), two positions, equal embeddings: 2 + 2x against 3 + x.
Exhibit prior_over_weight() {
  Exhibit::Plot plot{"w(2, 2)", "p_L(0)", false, {{"eq. 8", {}}, {"beta(0)", {{0.1, 0.5}, {8, 0.5}}}}, {{1, "D = S"}}};
  for (int i = 1; i <= 80; ++i) {
    const double x = i / 10.0;
    plot.curves[0].points.emplace_back(x, (2 + 2 * x) / (5 + 3 * x));
  }
  return {"The marginal probability of the current position",
          "Two tokens, two positions, all position embeddings 0, w = ((1, 1), (1, x)). It is 1/2 at x = 1 alone.",
          plot};
}

// Different tokens, so that D > S can be told from enclosures; and a single token 0, where both are 1.
Step tokens_of_one_projection() {
  const auto tokens = [](long d, std::vector<Value> X) {
    return theory::instances("d", {Value(d)}, theory::instances("X", std::move(X), evaluate()));
  };
  return theory::instances(
      "m", {Value(1), Value(2), Value(3)},
      {tokens(2, {Value::matrix({{0, 0}})}),
       tokens(1, {Value::matrix({{0}, {1}}), Value::matrix({{-1}, {Rational(1, 2)}})}),
       tokens(2, {Value::matrix({{1, 0}, {0, 1}, {1, 1}}), Value::matrix({{0, 0}, {0, 0}, {Rational(1, 100), 0}})})});
}

}  // namespace

// SRPE, Theorem 1, eq. 10: the exact marginal of the attended position, and where it is beta.
Findings srpe_theorem_1_prior(const Effort& effort) {
  const std::string id = "srpe.theorem-1-prior";
  const long largest_n = effort.thorough ? 4 : 3;
  const auto decided = [](const Model&) { return evaluate(); };
  const auto with_token_laws = [](const Model& model) {
    RationalVector equal(static_cast<std::size_t>(model.m), Rational(1, model.m)), rising;
    for (long a = 1; a <= model.m; ++a) rising.push_back(Rational(2 * a, model.m * (model.m + 1)));
    std::vector<Value> laws = {Value::vector(equal)};
    if (model.m > 1) laws.push_back(Value::vector(rising));
    return theory::instances("p", std::move(laws), evaluate());
  };
  const auto with_sequence_laws = [](const Model& model) {
    const long all = pow(Rational(model.m), model.n).to_long();
    RationalVector equal(static_cast<std::size_t>(all), Rational(1, all)), rising;
    for (long k = 1; k <= all; ++k) rising.push_back(Rational(2 * k, all * (all + 1)));
    return theory::instances("q", {Value::vector(equal), Value::vector(rising)}, evaluate());
  };
  const Step smallest =
      witness("m", 2,
              witness("n", 2,
                      witness("i", 1,
                              witness("u", Value::vector({1, 1, 1}),
                                      witness("w", Value::matrix({{1, 1}, {1, 2}}), witness("l", 0, evaluate()))))));
  Findings findings;
  findings.certificates = {
      {id, "printed", false, smallest},
      {id, "repaired", true, theory::proof("theory/proofs/bound_srpe.v", "prior_closed_form")},
      {id, "repaired", true, over_models({.largest_m = 2, .largest_n = largest_n}, decided)},
      {id, "repaired", true, over_models({.least_m = 3, .largest_n = effort.thorough ? 3 : 2}, decided)},
      {id, "finding_scalar_tokens", false, witness("l", 0, evaluate())},
      {id, "finding_one_projection", true, theory::proof("theory/proofs/bound_srpe_laws.v", "one_projection")},
      {id, "finding_one_projection", true, tokens_of_one_projection()},
      {id, "finding_other_positions", true, theory::proof("theory/proofs/bound_srpe.v", "other_positions")},
      {id, "finding_other_positions", true,
       over_models({.largest_m = 2, .least_n = 3, .largest_n = largest_n}, decided)},
      {id, "finding_no_law_of_sequences", true,
       theory::proof("theory/proofs/bound_srpe_other_measures.v", "no_law_of_sequences")},
      {id, "finding_no_law_of_sequences", true,
       over_models({.least_m = 2, .least_n = 2, .largest_n = largest_n, .scores = Scores::self_greatest},
                   with_sequence_laws)},
      {id, "finding_any_token_law", true, theory::proof("theory/proofs/bound_srpe_laws.v", "any_token_law")},
      {id, "finding_any_token_law", true, over_models({.largest_m = 2, .largest_n = largest_n}, with_token_laws)},
      {id, "finding_any_token_law", true, over_models({.least_m = 3, .largest_n = 2}, with_token_laws)},
      {id, "finding_query_from_elsewhere", true,
       theory::proof("theory/proofs/bound_srpe_laws.v", "query_from_elsewhere")},
      {id, "finding_query_from_elsewhere", true, over_models({.largest_m = 2, .largest_n = largest_n}, decided)},
      {id, "finding_constant_sequences", true, theory::proof("theory/proofs/bound_srpe_laws.v", "constant_sequences")},
      {id, "finding_constant_sequences", true, over_models({.largest_n = largest_n + 1}, decided)},
  };
  findings.exhibits = {
      prior_over_weight(),
      {"The smallest counterexample by hand", "Two tokens, two positions, output position 1, beta = (1/2, 1/2).",
       Exhibit::Text{{"w = ((1, 1), (1, 2)); the four sequences are 11, 12, 21, 22",
                      "l = 0: w(x1, x1) summed over them is 1 + 1 + 2 + 2 = 6",
                      "l = 1: w(x1, x2) summed over them is 1 + 1 + 1 + 2 = 5",
                      "p_L(0) = 6/11, p_L(1) = 5/11; eq. 10 says 1/2 and 1/2",
                      "in general l = 0 sums the diagonal of w m times, l != 0 sums all of w once (times m^(n-2))"}}}};
  findings.exhibits[0].sides = {"p_L(0) = beta(0) = 1/2", "p_L(0) = 6/11 at w(2, 2) = 2"};
  return findings;
}

}  // namespace attest::constructions
