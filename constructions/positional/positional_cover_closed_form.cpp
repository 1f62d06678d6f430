// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/bindings.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// H = 3 and B2 = 1 or H = 2 and B2 = 2, where sqrt(1 + H B2^2) and sqrt(H) come exact or drop out; random radii of W2
// and W1.
Step printed_recursion(long largest_L) {
  Draw draw(17);
  std::vector<Step> by_L;
  for (long L = 1; L <= largest_L; ++L) {
    by_L.push_back(one_instance({{"Ls", Rational(3, 2)},
                                 {"B2", Rational(6, 5)},
                                 {"BP", Rational(1, 3)},
                                 {"e2", Value::vector(draw.vector(L))},
                                 {"e1", Value::vector(draw.vector(L))},
                                 {"eQK", Value::vector(draw.vector(L))},
                                 {"eV", Value::vector(draw.vector(L))}}));
  }
  return one_instance({{"H", 4}}, range("L", 1, largest_L, std::move(by_L)));
}

Step any_factor(long largest_L) {
  Draw draw(18);
  return for_every("L", 0, largest_L, [&](long L) {
    return one_instance({{"r", draw.rational()}, {"added_by", Value::vector(draw.vector(L))}});
  });
}

}  // namespace

// Positional Attention, appendix C.3: the solution of the recursion, printed and right.
Findings positional_cover_closed_form(const Effort&) {
  const std::string id = "positional.cover-closed-form", file = "theory/proofs/bound_radii.v";
  const Value zero = Value::vector({0, 0});
  Findings findings;
  findings.certificates = {
      {id, "printed", false,
       witnesses({{"H", 1},
                  {"L", 2},
                  {"Ls", 1},
                  {"B2", 2},
                  {"BP", 1},
                  {"e2", Value::vector({1, 0})},
                  {"e1", zero},
                  {"eQK", zero},
                  {"eV", zero}})},
      {id, "repaired", true, theory::proof("theory/proofs/bound_scalar_output.v", "cover_closed_form")},
      {id, "repaired", true, printed_recursion(6)},
      {id, "finding_any_factor", true, theory::proof(file, "recursion_solved")},
      {id, "finding_any_factor", true, any_factor(10)},
  };
  findings.exhibits = {
      {"Two layers",
       "L_sigma = 1, B2 = 2: each layer multiplies by 8. Only the first layer's W2 is approximated, within 1.",
       Exhibit::Text{{"recursion: eps^(1) = 1, eps^(2) = 8 * 1 + 0 = 8",
                      "printed: alpha^(1) * 1 + alpha^(2) * 0 = 1 * 1 + 8 * 0 = 1",
                      "alpha^(l) = (L_sigma B2^3)^(L-l): alpha^(1) = 8, alpha^(2) = 1"}}}};
  findings.exhibits[0].sides = {"eps^(2) = 1 * 1 + 8 * 0 = 1", "eps^(2) = 8 * 1 + 0 = 8"};
  return findings;
}

}  // namespace attest::constructions
