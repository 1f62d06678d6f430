// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// For each n and M: c = 0, c = 2M, the minimum c = 2M/n, and a few others of either sign.
Step instances_from(long from, long to, const std::vector<Rational>& sizes) {
  Draw draw(31);
  return for_every("n", from, to, [&](long n) {
    std::vector<Step> by_M;
    for (const Rational& M : sizes) {
      RationalVector points = {0, Rational(2) * M, Rational(2) * M / Rational(n), -M, M / Rational(7)};
      std::vector<Value> values;
      for (const Rational& c : points) {
        bool repeated = false;
        for (const Value& value : values) repeated = repeated || value.to_json() == Value(c).to_json();
        if (!repeated) values.emplace_back(c);
      }
      by_M.push_back(instances("c", std::move(values), theory::evaluate()));
    }
    return instances("M", {sizes.begin(), sizes.end()}, std::move(by_M));
  });
}

Exhibit curves() {
  Exhibit::Plot plot{"c", "squared error at M = 1", false, {}, {}};
  for (long n : {2L, 3L, 8L}) {
    Exhibit::Curve curve{"n = " + std::to_string(n), {}};
    for (int i = -10; i <= 50; ++i) {
      const double c = i / 20.0;
      curve.points.emplace_back(c, (2 - c) * (2 - c) + static_cast<double>(n - 1) * c * c);
    }
    plot.curves.push_back(std::move(curve));
    plot.marks.emplace_back(2.0 / static_cast<double>(n), "2/" + std::to_string(n));
  }
  plot.curves.push_back({"M^2", {{-0.5, 1}, {2.5, 1}}});
  return {"The left side over c, for M = 1",
          "Each parabola has its minimum 4(n-1)/n at c = 2/n, above M^2 = 1. For n = 1 it would touch 0 at c = 2.",
          plot};
}

}  // namespace

// URPE, Theorem 2, last display: the inequality for every c, its difference as a square.
Findings urpe_theorem_2_bound(const Effort& effort) {
  const std::string id = "urpe.theorem-2-bound";
  const std::vector<Rational> positive = {Rational(1, 3), Rational(1), Rational(1000)};
  const std::vector<Rational> any = {Rational(-2), Rational(0), Rational(1, 3), Rational(1), Rational(1000)};
  const long largest_n = effort.thorough ? 200 : 20;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_theorem_2.v", "theorem_2_bound_printed")},
      {id, "printed", true, instances_from(3, largest_n, positive)},
      {id, "finding_n_2_is_enough", true, theory::proof("theory/proofs/bound_theorem_2.v", "theorem_2_bound_from_2")},
      {id, "finding_n_2_is_enough", true, instances_from(2, largest_n, positive)},
      {id, "finding_difference", true, theory::proof("theory/proofs/bound_theorem_2.v", "difference")},
      {id, "finding_difference", true, instances_from(2, largest_n, any)},
      {id, "finding_M_0", false, witness("n", 2, witness("M", 0, theory::evaluate()))},
  };
  findings.exhibits = {curves(),
                       {"The inequality as a square", "An identity of polynomials in M and c, for each n >= 2.",
                        Exhibit::Text{{"(2M - c)^2 + (n-1) c^2 = 4M^2 - 4Mc + n c^2",
                                       "4 M^2 / (1 + 1/(n-1)) = 4 M^2 (n-1)/n = 4M^2 - 4M^2/n",
                                       "difference = n c^2 - 4Mc + 4M^2/n = n (c - 2M/n)^2 >= 0",
                                       "4 (n-1)/n > 1 exactly for n > 4/3, so from n = 2 on; n = 1 divides by 0"}}}};
  return findings;
}

}  // namespace attest::constructions
