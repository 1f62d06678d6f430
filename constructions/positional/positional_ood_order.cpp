// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "constructions/claim.hpp"
#include "constructions/positional/ood_cells.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Lower sums on graded cells; the factors include the least one, where n c^2 p_in is not yet near its limit.
Step bounded() {
  std::vector<Value> c_values;
  std::vector<Step> by_c;
  for (const Rational& c : {Rational(2), Rational(5, 2), Rational(10), Rational(100)}) {
    c_values.emplace_back(c);
    by_c.push_back(cells_instance(graded_cells(c, 5), theory::evaluate()));
  }
  return witness("K", 8,
                 instances("n", {Value(3), Value(4), Value(32)}, instances("c", std::move(c_values), std::move(by_c))));
}

Exhibit order_by_length() {
  Exhibit::Plot plot{"log2 c", "n c^2 p_in", false, {}, {}};
  for (long n : {2L, 3L, 4L, 8L}) {
    Exhibit::Curve curve{"n = " + std::to_string(n), {}};
    for (int i = 10; i <= 60; ++i) {
      const double c = std::pow(2.0, i / 10.0);
      curve.points.emplace_back(i / 10.0, static_cast<double>(n) * c * c * ood_p_in(n, c));
    }
    plot.curves.push_back(std::move(curve));
  }
  return {"n c^2 p_in", "Bounded for n >= 3; for n = 2 it grows like log c.", plot};
}

}  // namespace

// Positional Attention, appendix E, the order of p_in, at n = 2 and near c = 1 too.
Findings positional_ood_order(const Effort& effort) {
  const std::string id = "positional.ood-order", file = "theory/proofs/bound_ood_in.v",
                    extremes = "theory/proofs/bound_ood_extremes.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(file, "order")},
      {id, "printed", true, bounded()},
      {id, "finding_n_2", true, theory::proof(extremes, "order_at_2")},
      {id, "finding_n_2", true, range("K", 1, effort.brief ? 1 : 3, theory::evaluate())},
      {id, "finding_near_1", true, theory::proof(extremes, "near_1")},
      {id, "finding_near_1", true, range("K", 1, effort.brief ? 3 : 12, theory::evaluate())},
  };
  findings.exhibits = {
      order_by_length(),
      {"The constant for n >= 3 and c >= 2", "8 is enough; the largest value is below 6.",
       Exhibit::Text{
           {"p_in <= 2/((c^2-1)(n-2)); c^2 <= (4/3)(c^2-1) for c >= 2, n <= 3 (n-2) for n >= 3",
            "so n c^2 p_in <= 2 * (4/3) * 3 = 8",
            "n = 2, c = 2^N: on each of N squares of cells [-2^(i+1), -2^i] x [2^i, 2^(i+1)] the integrand times the",
            "area is at least 1/4, so c^2 p_in > N/8"}}}};
  return findings;
}

}  // namespace attest::constructions
