// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "constructions/claim.hpp"
#include "constructions/positional/ood_cells.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Step chain(const std::vector<long>& lengths) {
  std::vector<Value> n_values, c_values;
  for (long n : lengths) n_values.emplace_back(n);
  std::vector<Step> by_c;
  for (const Rational& c : {Rational(11, 10), Rational(2), Rational(10)}) {
    c_values.emplace_back(c);
    by_c.push_back(theory::split(
        {{"first", cells_instance(graded_cells(c, 4), theory::evaluate())}, {"second", theory::evaluate()}}));
  }
  return instances("n", std::move(n_values), instances("c", std::move(c_values), std::move(by_c)));
}

// All lengths up to the largest, and all whole factors up to 10.
Step closed_form(long largest_n) {
  std::vector<Value> factors;
  for (long c = 2; c <= 10; ++c) factors.emplace_back(c);
  const RationalVector s = equal_cells(Rational(-1), Rational(1), 4);
  return range("n", 2, largest_n, instances("c", factors, partition_instance("m", "S", s, theory::evaluate())));
}

Step series(const std::vector<long>& lengths) {
  std::vector<Value> n_values;
  for (long n : lengths) n_values.emplace_back(n);
  return instances("n", std::move(n_values),
                   instances("c", {Value(2), Value(Rational(7, 2)), Value(10)},
                             instances("K", {Value(1), Value(10), Value(40)}, theory::evaluate())));
}

Exhibit exact_and_bounds() {
  Exhibit::Plot plot{"n", "probability", true, {}, {}};
  for (double c : {2.0, 10.0}) {
    const std::string name = ", c = " + decimal(c, 0);
    Exhibit::Curve exact{"p_in" + name, {}}, simple{"last bound of eq. 27" + name, {}};
    for (long n = 3; n <= 32; ++n) {
      exact.points.emplace_back(static_cast<double>(n), ood_p_in(n, c));
      simple.points.emplace_back(static_cast<double>(n), 2 / ((c * c - 1) * static_cast<double>(n - 2)));
    }
    plot.curves.push_back(std::move(exact));
    plot.curves.push_back(std::move(simple));
  }
  return {"p_in and the last bound of equation 27", "2/((c^2-1)(n-2)), which is what the two terms add up to.", plot};
}

Exhibit table_of_p_in() {
  Exhibit::Table table{{"c", "n = 2", "n = 4", "n = 8", "n = 16", "n = 32"}, {}};
  for (long c = 2; c <= 10; ++c) {
    std::vector<std::string> row = {std::to_string(c)};
    for (long n : {2L, 4L, 8L, 16L, 32L}) row.push_back(decimal(ood_p_in(n, static_cast<double>(c)), 7));
    table.rows.push_back(std::move(row));
  }
  return {"p_in at the lengths and factors of the experiments", "Closed form, rounded.", table};
}

}  // namespace

// Positional Attention, appendix E, equation 27: the bounds on p_in for n >= 3, and p_in in closed form.
Findings positional_ood_probability(const Effort& effort) {
  const std::string id = "positional.ood-probability";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_ood_in.v", "eq_27_parts")},
      {id, "printed", true, chain(effort.brief ? std::vector<long>{3, 4} : std::vector<long>{3, 4, 8, 16, 32})},
      {id, "finding_closed_form", true, closed_form(effort.brief ? 8 : 32)},
      {id, "finding_series", true, series(effort.brief ? std::vector<long>{2, 3} : std::vector<long>{2, 3, 8, 32})},
  };
  findings.exhibits = {exact_and_bounds(), table_of_p_in()};
  return findings;
}

}  // namespace attest::constructions
