// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/interpolation.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Two machines with identifiers 1 and 2, both to write 1: a and 2a cannot both be within 1/4 of 1.
Step two_machines() {
  return witness(
      "N", 2,
      witness(
          "ids", Value::vector({1, 2}),
          witness("c", Value::vector({1, 1}),
                  witness("eps", Rational(1, 4),
                          box("a", {{"-inf", "7/10"}, {"7/10", "inf"}}, box("b", theory::whole_line, evaluate()))))));
}

Step homogeneous() {
  Draw draw(501);
  return for_every("n", 1, 2, [&](long n) {
    return range("m", 2, 2,
                 range("r", 3, 3,
                       range("k", 2, 2,
                             instances("W1", {Value::matrix(draw.matrix(2, 3))},
                                       instances("W2", {Value::matrix(draw.matrix(3, 2))},
                                                 instances("Z", {Value::matrix(draw.matrix(n, 2))},
                                                           instances("t", {Value(0), Value(Rational(1, 3)), Value(5)},
                                                                     evaluate())))))));
  });
}

// The biases of an interpolating MLP as a further row of W1, and a hidden unit that is 1 for the outer bias.
Step with_a_column_of_ones() {
  Draw draw(502);
  return for_every("m", 1, 3, [&](long m) {
    return for_every("k", 1, 2, [&](long k) {
      RationalMatrix points;
      for (long p = 0; p < 6; ++p) {
        points.push_back(draw.vector(m));
        points.back().front() += Rational(3 * p);  // no two alike
      }
      const RationalMatrix values = draw.matrix(6, k);
      const Mlp mlp = interpolate(points, values);
      RationalMatrix W1 = mlp[0].W, W2 = mlp[1].W;
      for (RationalVector& row : W1) row.emplace_back(0);
      W1.push_back(mlp[0].b);
      W1.back().emplace_back(1);
      W2.push_back(mlp[1].b);
      return instances(
          "points", {Value::matrix(points)},
          instances("Y", {Value::matrix(values)},
                    witness("net", Value::Record{{"W1", Value::matrix(W1)}, {"W2", Value::matrix(W2)}}, evaluate())));
    });
  });
}

}  // namespace

// Positional Attention, equation 5 and footnote 3: two-layer MLPs without biases.
Findings positional_bias_free_mlp(const Effort&) {
  const std::string id = "positional.bias-free-mlp";
  Findings findings;
  findings.certificates = {
      {id, "printed", false, two_machines()},
      {id, "finding_homogeneous", true, theory::proof("theory/proofs/bound_hardmax.v", "bias_free_homogeneous")},
      {id, "finding_homogeneous", true, homogeneous()},
      {id, "repaired", true, theory::proof("theory/proofs/bound_bias_free_mlp.v", "ones_replace_biases")},
      {id, "repaired", true, with_a_column_of_ones()},
  };
  findings.exhibits = {
      {"Two machines that both write 1", "Memories 0, identifiers 1 and 2, ReLU, no biases.",
       Exhibit::Text{{"machine 1's MLP sees (0, ..., 0, 1) and puts out some number a",
                      "machine 2's sees (0, ..., 0, 2) = 2 (0, ..., 0, 1), and ReLU(2x) = 2 ReLU(x): it puts out 2a",
                      "the larger of |a - 1| and |2a - 1| is at least 1/3, at a = 2/3",
                      "one machine alone could do it: a = 1"}}}};
  findings.exhibits[0].sides = {"some a brings the outputs within any eps of 1 and 1",
                                "they are a and 2a: 1/3 away at best"};
  return findings;
}

}  // namespace attest::constructions
