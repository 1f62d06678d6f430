// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/bounded_weights.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Step random_forms() {
  Draw draw(71);
  return one_instance({{"dP", 3},
                       {"dm", 2},
                       {"WQ", Value::matrix(draw_small(draw, 3, 2))},
                       {"WK", Value::matrix(draw_small(draw, 3, 2))},
                       {"B21", 10}});
}

Step one_dimension() {
  Draw draw(72);
  return one_instance(
      {{"dm", 3}, {"WQ", Value::matrix(draw_small(draw, 1, 3))}, {"WK", Value::matrix(draw_small(draw, 1, 3))}});
}

// WQ = (t, 0)^T, WK = (0, 1)^T.
Step any_score() {
  std::vector<Value> scores;
  std::vector<Step> cases;
  for (const Rational& t : {Rational(0), Rational(1), Rational(-7, 2), pow(Rational(10), 9)}) {
    scores.emplace_back(t);
    cases.push_back(
        witness("WQ", Value::matrix({{t}, {0}}), witness("WK", Value::matrix({{0}, {1}}), theory::evaluate())));
  }
  return instances("t", std::move(scores), std::move(cases));
}

}  // namespace

// Positional Attention, section 6: whether the class's bounds on queries and keys control the scores.
Findings positional_class_norms(const Effort&) {
  const std::string id = "positional.class-norms", file = "theory/proofs/bound_norms.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(file, "class_norms")},
      {id, "printed", true, random_forms()},
      {id, "literal", false,
       witnesses(
           {{"dP", 2}, {"dm", 1}, {"WQ", Value::matrix({{1}, {0}})}, {"WK", Value::matrix({{0}, {1}})}, {"B21", 0}})},
      {id, "finding_columns_of_the_form", false,
       witnesses({{"dP", 2},
                  {"dm", 1},
                  {"WQ", Value::matrix({{1}, {1}})},
                  {"WK", Value::matrix({{1}, {0}})},
                  {"B21", Rational(3, 2)}})},
      {id, "finding_one_dimension", true, theory::proof(file, "one_dimension")},
      {id, "finding_one_dimension", true, one_dimension()},
      {id, "finding_unbounded_scores", true, theory::proof(file, "unbounded_scores")},
      {id, "finding_unbounded_scores", true, any_score()},
      {id, "finding_largest_axis", false,
       witnesses({{"dX", 1}, {"dP", 1}, {"dV", 1}, {"dout", 1}, {"dm", 1}, {"dh", 3}, {"H", 1}})},
  };
  findings.exhibits = {{"Three different matrices", "d_P = 2, d_m = 1: WQ = (t, 0)^T, WK = (0, 1)^T.",
                        Exhibit::Table{{"matrix", "value", "its norm"},
                                       {{"WK^T WQ, the class's (d_m x d_m)", "(0)", "0"},
                                        {"WQ WK^T, the scores' (d_P x d_P)", "((0, t), (0, 0))", "|t|"}}}},
                       {"Columns and rows of the form", "WQ = (1, 1)^T, WK = (1, 0)^T: WQ WK^T = ((1, 0), (1, 0)).",
                        Exhibit::Text{{"columns (appendix C.3): sqrt(2) + 0 = 1.414", "rows (Lemma C.7): 1 + 1 = 2"}}},
                       {"The largest axis", "All of d_X, d_P, d_V, d_out and H are 1, the MLP is 3 wide.",
                        Exhibit::Text{{"d (H + 1) = 1 * 2 = 2; W1 is 2 x 3 and W2 is 3 x 1"}}}};
  return findings;
}

}  // namespace attest::constructions
