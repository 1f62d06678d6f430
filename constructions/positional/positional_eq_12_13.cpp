// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/bounded_weights.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Inputs of dimension 1 and values of dimension 1, where all norms are rational and equalities are decided.
Step random_attention(std::uint64_t seed, long n, long H) {
  Draw draw(seed);
  RationalMatrix A;
  for (long h = 0; h < H; ++h) {
    for (RationalVector& row : draw.right_stochastic(n)) A.push_back(std::move(row));
  }
  return one_instance({{"n", n},
                       {"d", 1},
                       {"dV", 1},
                       {"H", H},
                       {"A", Value::matrix(A)},
                       {"Z", Value::matrix(draw_small(draw, n, 1))},
                       {"Y", Value::matrix(draw_small(draw, n, 1))},
                       {"W", Value::matrix(draw_small(draw, 1, 1))}},
                      theory::split({{"eq_12_bound", theory::evaluate()},
                                     {"eq_12_equality", theory::evaluate()},
                                     {"eq_13_bound", exhaustive("h", theory::evaluate())},
                                     {"eq_13_equality", exhaustive("h", theory::evaluate())}}));
}

}  // namespace

// Positional Attention, eqs. 12 and 13: rows of softmax have sum 1.
Findings positional_eq_12_13(const Effort&) {
  const std::string id = "positional.eq-12-13";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_eq_12_13.v", "eq_12_13")},
      {id, "printed", true, random_attention(121, 1, 1)},
      {id, "printed", true, random_attention(122, 3, 2)},
  };
  findings.exhibits = {
      {"Side by side, the columns count", "A = ((1/2, 1/2), (0, 1)), Z - Z' = (2, 4)^T.",
       Exhibit::Text{{"(Z - Z')^T [A^T, 1] = [3, 4, 2, 4]: averages of 2 and 4, then 2 and 4 themselves",
                      "largest: 4 = ||Z^T - Z'^T||_{2,inf}; every column of [A^T, 1] has 1-norm 1"}}}};
  return findings;
}

}  // namespace attest::constructions
