// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/ood_cells.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Step cells_of_b(const RationalVector& u, const RationalVector& t, bool for_all) {
  Step end = theory::evaluate();
  return for_all ? partition_instance("m", "U", u, partition_instance("k", "T", t, std::move(end)))
                 : partition_witness("m", "U", u, partition_witness("k", "T", t, std::move(end)));
}

Step between_sums(const std::vector<long>& lengths) {
  std::vector<Value> n_values;
  for (long n : lengths) n_values.emplace_back(n);
  std::vector<Value> c_values;
  std::vector<Step> by_c;
  for (const Rational& c : {Rational(11, 10), Rational(2), Rational(10)}) {
    const OodCells cells = graded_cells(c, 5);
    c_values.emplace_back(c);
    by_c.push_back(cells_of_b(cells.u, cells.t, true));
  }
  return instances("n", std::move(n_values), instances("c", std::move(c_values), std::move(by_c)));
}

// p_B.2 of equation 26 for n = 3 at c = 2.
Rational closed_form_at_3_2() {
  return (Rational(4) - Rational(8) * Rational(2, 3) + Rational(4) * Rational(1, 2)) / Rational(2);
}

// x in [s, 1]^n: the fewest equal cells whose lower sum at n = 3, c = 2 exceeds the closed form.
Step x_from_s() {
  for (long count = 1;; ++count) {
    const RationalVector u = equal_cells(Rational(-2), Rational(-1), count),
                         t = equal_cells(Rational(1), Rational(2), count);
    Rational sum;
    for (std::size_t i = 0; i + 1 < u.size(); ++i) {
      for (std::size_t j = 0; j + 1 < t.size(); ++j) {
        sum += (u[i + 1] - u[i]) * (t[j + 1] - t[j]) * pow((Rational(1) - u[i + 1]) / (t[j + 1] - u[i + 1]), 3);
      }
    }
    if (sum > closed_form_at_3_2()) return cells_of_b(u, t, false);
  }
}

Exhibit probabilities() {
  Exhibit::Table table{{"n", "c = 2", "c = 3", "c = 10"}, {}};
  for (long n : {3L, 4L, 8L, 16L, 32L}) {
    table.rows.push_back(
        {std::to_string(n), decimal(ood_p_b2(n, 2), 6), decimal(ood_p_b2(n, 3), 6), decimal(ood_p_b2(n, 10), 6)});
  }
  return {"The probability under event B.2", "Equation 26's closed form, rounded.", table};
}

}  // namespace

// Positional Attention, appendix E, equation 26 for n >= 3: the closed form, and the integrals as printed.
Findings positional_ood_event_b(const Effort& effort) {
  const std::string id = "positional.ood-event-b";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_ood_bounds.v", "event_b")},
      {id, "printed", true, between_sums(effort.brief ? std::vector<long>{3, 4} : std::vector<long>{3, 4, 8, 16, 32})},
      // One cell, [-2, 1] x [1, 2]: there the integrand is at least (2/4)^3.
      {id, "literal", false,
       witness("n", 3, witness("c", 2, cells_of_b({Rational(-2), Rational(1)}, {Rational(1), Rational(2)}, false)))},
      {id, "finding_x_from_s", false, witness("n", 3, witness("c", 2, x_from_s()))},
  };
  findings.exhibits = {
      {"The integral as printed, n = 3 and c = 2", "With s up to 1 in place of -1.",
       Exhibit::Text{{"the closed form: (4 - 8 (2/3) + 4 (1/2)) / (1 * 2 * 1) = 1/3",
                      "s in [-2, 1), t in (1, 2]: the area is 3, and 2^3/(t-s)^3 >= (2/4)^3 = 1/8 on it",
                      "so the printed integral is at least 3/8 > 1/3 (near s = t = 1 it is infinite)",
                      "with s in [-2, -1] it is 1/3"}}},
      probabilities()};
  return findings;
}

}  // namespace attest::constructions
