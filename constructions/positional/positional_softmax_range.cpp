// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Scores: ties, negative ones, some far apart.
Step inside(long largest_p, long largest_q) {
  Draw draw(481);
  return for_every("p", 1, largest_p, [&](long p) {
    return for_every("q", 2, largest_q, [&](long q) {
      RationalMatrix any = draw.matrix(p, q), far = draw.matrix(p, q);
      any[0][0] += Rational(1, 7);
      far[0][0] = 50;
      return instances("X",
                       {Value::matrix(constant_matrix(p, q, Rational(-3))), Value::matrix(any), Value::matrix(far)},
                       evaluate());
    });
  });
}

// Rows of positive numbers with sum 1: equal ones, random ones, and rows with one entry close to 1.
Step onto(long largest_p, long largest_q) {
  Draw draw(482);
  const auto stochastic = [](const RationalMatrix& weights) {
    RationalMatrix rows = weights;
    for (RationalVector& row : rows) {
      Rational sum = 0;
      for (const Rational& e : row) sum += e;
      for (Rational& e : row) e /= sum;
    }
    return Value::matrix(rows);
  };
  return for_every("p", 1, largest_p, [&](long p) {
    return for_every("q", 2, largest_q, [&](long q) {
      RationalMatrix any = constant_matrix(p, q, 1), steep = any;
      for (RationalVector& row : any) {
        for (Rational& e : row) e = draw.integer(1, 9);
      }
      any[0][0] = 10;
      for (RationalVector& row : steep) row[0] = 1000000;
      return instances("B", {stochastic(constant_matrix(p, q, 1)), stochastic(any), stochastic(steep)}, evaluate());
    });
  });
}

}  // namespace

// Positional Attention, section 4 and appendix B.5: the image of softmax.
Findings positional_softmax_range(const Effort& effort) {
  const std::string id = "positional.softmax-range";
  const long largest_q = effort.thorough ? 8 : 4;
  Findings findings;
  findings.certificates = {
      {id, "printed", false,
       split_one("inside", witness("p", 1, witness("q", 1, witness("X", Value::matrix({{0}}), evaluate()))))},
      {id, "repaired", true, theory::proof("theory/proofs/bound_patterns.v", "softmax_range")},
      {id, "finding_enclosed", true, theory::proof("theory/proofs/bound_patterns.v", "softmax_range_enclosed")},
      {id, "finding_enclosed", true, theory::split({{"inside", inside(2, largest_q)}, {"onto", onto(2, largest_q)}})},
  };
  findings.exhibits = {
      {"One column", "p = q = 1.",
       Exhibit::Text{
           {"softmax of a single score x is exp(x) / exp(x) = 1, which is not below 1",
            "a row-stochastic matrix with one column has the entries 1: none lies in (0, 1)",
            "so for n = 1 the attention matrix (1) is not in (0,1)^(1 x 1), and the set on the right is empty"}}}};
  findings.exhibits[0].sides = {"every entry lies in (0, 1)", "exp(x) / exp(x) = 1"};
  return findings;
}

}  // namespace attest::constructions
