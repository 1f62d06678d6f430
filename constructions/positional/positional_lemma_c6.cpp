// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Ties, far and near scores, and random ones; y differs from x everywhere, so that nothing is an equality.
Step pairs(long largest_n) {
  Draw draw(606);
  return for_every("n", 2, largest_n, [&](long n) {
    std::vector<Value> xs, ys;
    for (const RationalVector& x : {draw.vector(n), RationalVector(static_cast<std::size_t>(n), 0)}) {
      xs.push_back(Value::vector(x));
    }
    for (int trial = 0; trial < 2; ++trial) {
      RationalVector y = draw.distinct_vector(n);
      for (Rational& e : y) e += Rational(1, 7);  // no draw has this denominator: y is never x
      ys.push_back(Value::vector(y));
    }
    return instances("x", xs, instances("y", ys, theory::evaluate()));
  });
}

// The scores t/2, -t/2 against -t/2, t/2 with t = 1 - c: their 1-norm is 2 tanh(t/2) > c t.
Step constants_below_one() {
  std::vector<Value> constants;
  std::vector<Step> cases;
  for (const Rational& c : {Rational(-1), Rational(0), Rational(1, 2), Rational(9, 10), Rational(999, 1000)}) {
    const Rational half = (Rational(1) - c) / Rational(2);
    constants.emplace_back(c);
    cases.push_back(
        witness("x", Value::vector({half, -half}), witness("y", Value::vector({-half, half}), theory::evaluate())));
  }
  return instances("c", std::move(constants), std::move(cases));
}

// Near scores, far ones, and such whose softmax is 0 and 1 to many digits.
Step distances() {
  return instances("t",
                   {Value(0), Value(Rational(1, 1000)), Value(Rational(1, 2)), Value(1), Value(2),
                    Value(Rational(20, 3)), Value(300)},
                   theory::evaluate());
}

Exhibit modulus_plot() {
  Exhibit::Plot plot{"t, the sup norm of x - y", "1-norm of softmax(x) - softmax(y), at most", false, {}, {}};
  Exhibit::Curve printed{"2 t (printed)", {}}, sharp{"t", {}}, modulus{"2 tanh(t/2)", {}};
  for (int i = 0; i <= 60; ++i) {
    const double t = i * 0.05;
    printed.points.emplace_back(t, 2 * t);
    sharp.points.emplace_back(t, t);
    modulus.points.emplace_back(t, 2 * std::tanh(t / 2));
  }
  plot.curves = {printed, sharp, modulus};
  return {"The printed bound, the best linear one, and the exact modulus",
          "Two scores attain the lowest curve; its slope at 0 is 1.", plot};
}

}  // namespace

// Positional Attention, Lemma C.6: softmax from the sup norm to the 1-norm, with its best constant and its modulus.
Findings positional_lemma_c6(const Effort& effort) {
  const std::string id = "positional.lemma-c6", file = "theory/proofs/bound_lemma_c6.v";
  const long largest_n = effort.thorough ? 8 : 4;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(file, "lemma_c6")},
      {id, "printed", true, pairs(largest_n)},
      {id, "finding_constant_one", true, theory::proof(file, "softmax_lipschitz")},
      {id, "finding_constant_one", true, pairs(largest_n)},
      {id, "finding_no_smaller_constant", true, theory::proof(file, "no_smaller_constant")},
      {id, "finding_no_smaller_constant", true, constants_below_one()},
      {id, "finding_modulus", true, theory::proof(file, "softmax_modulus")},
      {id, "finding_modulus", true, pairs(largest_n)},
      {id, "finding_modulus_attained", true, theory::proof(file, "modulus_attained")},
      {id, "finding_modulus_attained", true, instances("t", {Value(0)}, theory::evaluate())},
      {id, "finding_modulus_attained_enclosed", true,
       theory::proof("theory/proofs/bound_lemma_c6_enclosed.v", "modulus_attained_enclosed")},
      {id, "finding_modulus_attained_enclosed", true, distances()},
  };
  findings.exhibits = {
      modulus_plot(),
      {"By hand: x = (1, -1), y = (-1, 1)", "The distance is 2; the bounds are 4 (printed) and 2.",
       Exhibit::Text{{"exp(1) = 2.718, exp(-1) = 0.368: softmax(x) = (0.881, 0.119), softmax(y) = (0.119, 0.881)",
                      "1-norm of the difference = 0.762 + 0.762 = 1.523 = 2 tanh(1)"}}}};
  return findings;
}

}  // namespace attest::constructions
