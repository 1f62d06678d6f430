// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "constructions/claim.hpp"
#include "constructions/positional/ood_cells.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Step both_sides(const RationalVector& factors) {
  std::vector<Value> c_values;
  std::vector<Step> by_c;
  for (const Rational& c : factors) {
    c_values.emplace_back(c);
    by_c.push_back(cells_instance(graded_cells(c, 4), theory::evaluate()));
  }
  return instances("n", {Value(3), Value(8), Value(32)}, instances("c", std::move(c_values), std::move(by_c)));
}

Exhibit sandwich() {
  Exhibit::Plot plot{"n", "times (c^2 - 1) n", false, {}, {}};
  const double c = 2;
  Exhibit::Curve exact{"p_in, c = 2", {}}, below{"from below", {}}, above{"from above", {}};
  for (long i = 3; i <= 40; ++i) {
    const double n = static_cast<double>(i);
    exact.points.emplace_back(n, n * (c * c - 1) * ood_p_in(i, c));
    below.points.emplace_back(n, 2 * n * (1 - std::pow(2 / (c + 1), n - 1)) / (n - 1));
    above.points.emplace_back(n, 2 * n / (n - 2));
  }
  plot.curves = {std::move(above), std::move(exact), std::move(below)};
  return {"p_in from both sides", "All three tend to 2.", plot};
}

Exhibit products() {
  Exhibit::Table table{{"n", "c = 2", "c = 3", "c = 10"}, {}};
  for (long n : {3L, 4L, 8L, 16L, 32L, 64L}) {
    std::vector<std::string> row = {std::to_string(n)};
    for (double c : {2.0, 3.0, 10.0}) row.push_back(decimal(static_cast<double>(n) * c * c * ood_p_in(n, c), 4));
    table.rows.push_back(std::move(row));
  }
  return {"n c^2 p_in", "Between 2 and 6, not constant; it tends to 2 c^2/(c^2-1) with n.", table};
}

}  // namespace

// Positional Attention, appendix E, p_in from both sides.
Findings positional_ood_proportional(const Effort&) {
  const std::string id = "positional.ood-proportional", file = "theory/proofs/bound_ood_in.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(file, "proportional")},
      {id, "printed", true, witness("a", Rational(2, 3), witness("b", 8, both_sides({2, 3, 10})))},
      {id, "finding_limit", true, theory::proof(file, "limit")},
      {id, "finding_limit", true, both_sides({Rational(6, 5), 2, 10})},
      {id, "finding_not_exactly", true, theory::evaluate()},
  };
  findings.exhibits = {sandwich(), products()};
  return findings;
}

}  // namespace attest::constructions
