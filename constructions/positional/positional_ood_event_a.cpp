// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "constructions/claim.hpp"
#include "constructions/positional/ood_cells.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Step cells_of_a(const OodCells& cells, Step then) {
  return partition_instance("m", "S", cells.s, partition_instance("k", "T", cells.t, std::move(then)));
}

// Every line at some n and c, on partitions that grow finer.
Step lines(const std::vector<long>& lengths, const std::vector<Rational>& factors) {
  std::vector<Value> n_values, c_values(factors.begin(), factors.end());
  std::vector<Step> by_n;
  for (long n : lengths) {
    n_values.emplace_back(n);
    std::vector<Step> by_c;
    for (const Rational& c : factors) {
      const OodCells cells = graded_cells(c, 5);
      const std::vector<Value> ends = {Value(-1), Value(Rational(-1, 3)), Value(0)};
      by_c.push_back(theory::split(
          {{"integrand",
            instances("s", {Value(-1), Value(0), Value(1)},
                      instances("t", {Value(c), Value((c + Rational(1)) / Rational(2))}, theory::evaluate()))},
           {"over_t", instances("s", {Value(-1), Value(Rational(1, 2)), Value(Rational(99, 100))},
                                partition_instance("k", "T", cells.t, theory::evaluate()))},
           {"on_the_left", instances("s", ends, theory::evaluate())},
           {"last_line", theory::evaluate()},
           {"bound", cells_of_a(cells, theory::evaluate())}}));
    }
    by_n.push_back(instances("c", c_values, std::move(by_c)));
  }
  return instances("n", std::move(n_values), std::move(by_n));
}

Step from_below() {
  std::vector<Step> by_c;
  for (const Rational& c : {Rational(3, 2), Rational(10)})
    by_c.push_back(cells_of_a(graded_cells(c, 4), theory::evaluate()));
  return instances("n", {Value(2), Value(5)}, instances("c", {Value(Rational(3, 2)), Value(10)}, std::move(by_c)));
}

Exhibit bound_over_n() {
  Exhibit::Plot plot{"n", "probability under event A", true, {}, {}};
  for (double c : {2.0, 10.0}) {
    const std::string name = "c = " + decimal(c, 0);
    Exhibit::Curve exact{"p_A, " + name, {}}, bound{"eq. 24, " + name, {}};
    for (long n = 2; n <= 32; ++n) {
      const double m = static_cast<double>(n);
      exact.points.emplace_back(m, ood_p_a(n, c));
      bound.points.emplace_back(m, (3 * (1 - std::pow(c, 1 - m)) + 1) / (4 * (m - 1) * (c - 1)));
    }
    plot.curves.push_back(std::move(exact));
    plot.curves.push_back(std::move(bound));
  }
  return {"The probability under event A and its bound", "The bound is close from n = 4 on.", plot};
}

}  // namespace

// Positional Attention, appendix E, equation 24: the probability under event A and its bound.
Findings positional_ood_event_a(const Effort& effort) {
  const std::string id = "positional.ood-event-a";
  const std::vector<Rational> factors = {Rational(11, 10), Rational(2), Rational(10)};
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_ood_bounds.v", "event_a")},
      {id, "printed", true, lines(effort.brief ? std::vector<long>{2, 3} : std::vector<long>{2, 3, 8, 32}, factors)},
      {id, "finding_from_below", true, theory::proof("theory/proofs/bound_ood_bounds.v", "event_a_lower")},
      {id, "finding_from_below", true, from_below()},
  };
  findings.exhibits = {
      bound_over_n(),
      {"By hand: n = 2, c = 2, s = 0", "The inner integral is that of 1/t^2 over [1, 2].",
       Exhibit::Text{{"(1-s)/(n-1) (1 - ((1-s)/(c-s))^(n-1)) = 1 - 1/2 = 1/2",
                      "one cell: lower sum 1/4, upper sum 1; two cells: 1/2 (4/9 + 1/4) = 25/72, 1/2 (1 + 4/9) = 13/18",
                      "the bound: (3 (1 - 1/2) + 1) / 4 = 5/8; p_A = 0.4507"}}}};
  return findings;
}

}  // namespace attest::constructions
