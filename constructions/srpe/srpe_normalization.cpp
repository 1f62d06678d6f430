// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/srpe/models.hpp"

namespace attest::constructions {

using srpe::mean_over_pairs;
using srpe::mean_with_itself;
using srpe::Model;
using srpe::over_models;
using srpe::Scores;
using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;
using theory::witness;

namespace {

// c = m^n (beta(0) D + (1 - beta(0)) S): finding_constant in the claim's file.
Rational constant(const Model& model) {
  const Rational self = srpe::prior_of_self(model);
  return pow(Rational(model.m), model.n) *
         (self * mean_with_itself(model.w) + (Rational(1) - self) * mean_over_pairs(model.w));
}

// With padding, each of the positions l = 1-n, ..., n-1: m^n times beta(l) times D at l = 0, S at a token, 1 at
// padding.
Rational padded_constant(const Model& model) {
  Rational total = 0, weighted = 0;
  for (long l = 1 - model.n; l < model.n; ++l) {
    const Rational u = model.u[static_cast<std::size_t>(l + model.n - 1)];
    const bool token = 1 <= model.i + l && model.i + l <= model.n;
    total += u;
    weighted += u * (l == 0 ? mean_with_itself(model.w) : token ? mean_over_pairs(model.w) : Rational(1));
  }
  return pow(Rational(model.m), model.n) * weighted / total;
}

Step integer_tokens(long largest_n, long largest_N) {
  return for_every("n", 1, largest_n, [&](long n) {
    RationalVector u;
    for (long l = 1 - n; l < n; ++l) u.push_back(Rational(l + n, 3));
    return theory::exhaustive("i",
                              theory::range("N", 1, largest_N, theory::instances("u", {Value::vector(u)}, evaluate())));
  });
}

}  // namespace

// SRPE, eq. 8: the constant c, its closed form, and what it depends on.
Findings srpe_normalization(const Effort& effort) {
  const std::string id = "srpe.normalization";
  const long largest_n = effort.thorough ? 4 : 3;
  const auto decided = [](const Model&) { return evaluate(); };
  const auto with_constant = [](const Model& model) { return witness("c", constant(model), evaluate()); };
  const auto with_padded_constant = [](const Model& model) { return witness("c", padded_constant(model), evaluate()); };
  const Step two_positions = witness(
      "m", 2,
      witness(
          "n", 2,
          witness("i", 2,
                  witness("u", Value::vector({2, 1, 1}), witness("w", Value::matrix({{1, 1}, {1, 2}}), evaluate())))));
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_srpe.v", "eq8_is_a_measure")},
      {id, "printed", true, over_models({.largest_m = 2, .largest_n = largest_n}, with_constant)},
      {id, "printed", true, over_models({.least_m = 3, .largest_n = effort.thorough ? 3 : 2}, with_constant)},
      {id, "finding_every_position_exists", false, witness("n", 2, witness("i", 1, witness("l", -1, evaluate())))},
      {id, "finding_with_padding", true, theory::proof("theory/proofs/bound_srpe_other_measures.v", "with_padding")},
      {id, "finding_with_padding", true, over_models({.largest_m = 2, .largest_n = largest_n}, with_padded_constant)},
      {id, "finding_padding_is_attended", true, evaluate()},
      {id, "finding_constant", true, theory::proof("theory/proofs/bound_srpe.v", "normalizer_closed_form")},
      {id, "finding_constant", true, over_models({.largest_m = 2, .least_n = 2, .largest_n = largest_n}, decided)},
      {id, "finding_one_constant", false, two_positions},
      {id, "finding_one_constant_if_balanced", true,
       theory::proof("theory/proofs/bound_srpe.v", "one_constant_if_balanced")},
      {id, "finding_one_constant_if_balanced", true,
       over_models({.largest_m = 2, .largest_n = largest_n, .scores = Scores::balanced}, decided)},
      {id, "finding_no_constant_for_all_tokens", true,
       theory::proof("theory/proofs/bound_srpe_laws.v", "no_constant_for_all_tokens")},
      {id, "finding_no_constant_for_all_tokens", true, integer_tokens(2, effort.thorough ? 6 : 3)},
  };
  findings.exhibits = {{"The constant at both output positions",
                        "Two tokens with w = ((1, 1), (1, 2)), two positions, u(-1), u(0), u(1) = 2, 1, 1.",
                        Exhibit::Text{{"D = (1 + 2)/2 = 3/2, S = 5/4, m^n = 4",
                                       "i = 1: beta(0) = 1/2, c = 4 (1/2 * 3/2 + 1/2 * 5/4) = 11/2",
                                       "i = 2: beta(0) = 1/3, c = 4 (1/3 * 3/2 + 2/3 * 5/4) = 16/3"}}}};
  return findings;
}

}  // namespace attest::constructions
