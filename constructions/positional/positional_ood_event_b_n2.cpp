// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/ood_cells.hpp"
#include "constructions/reflected.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Step cells_of_b(const OodCells& cells, bool for_all) {
  Step end = theory::evaluate();
  return for_all ? partition_instance("m", "U", cells.u, partition_instance("k", "T", cells.t, std::move(end)))
                 : partition_witness("m", "U", cells.u, partition_witness("k", "T", cells.t, std::move(end)));
}

// The fewest cells whose lower sum exceeds the printed value.
OodCells above_print(long c) {
  const double printed = ood_p_b2(2, static_cast<double>(c)) / 4;
  return fewest_cells(Rational(c),
                      [&](const OodCells& cells) { return ood_lower_b2(2, Rational(c), cells).to_double() > printed; });
}

Step every_factor_used() {
  std::vector<Step> by_c;
  for (long c = 2; c <= 10; ++c) by_c.push_back(cells_of_b(above_print(c), false));
  return exhaustive("c", std::move(by_c));
}

Step between_sums() {
  std::vector<Value> c_values;
  std::vector<Step> by_c;
  for (const Rational& c : {Rational(101, 100), Rational(2), Rational(3), Rational(10), Rational(1000)}) {
    c_values.emplace_back(c);
    by_c.push_back(cells_of_b(graded_cells(c, 6), true));
  }
  return instances("c", std::move(c_values), std::move(by_c));
}

Exhibit values() {
  Exhibit::Table table{{"c", "printed", "four times that", "lower sum, 40 x 40 cells"}, {}};
  for (long c : {2L, 3L, 5L, 10L}) {
    const double value = ood_p_b2(2, static_cast<double>(c));
    const double sum = ood_lower_b2(2, Rational(c), graded_cells(Rational(c), 40)).to_double();
    table.rows.push_back({std::to_string(c), decimal(value / 4, 6), decimal(value, 6), decimal(sum, 6)});
  }
  return {"The probability under event B.2 for n = 2", "Rounded.", table};
}

}  // namespace

// Positional Attention, appendix E, equation 26 for n = 2: the factor 4 that is missing.
Findings positional_ood_event_b_n2(const Effort&) {
  const std::string id = "positional.ood-event-b-n2";
  Findings findings;
  findings.certificates = {
      {id, "printed", false, witness("c", 2, cells_of_b(above_print(2), false))},
      {id, "repaired", true, theory::proof("theory/proofs/bound_ood_bounds.v", "event_b_2")},
      {id, "repaired", true, between_sums()},
      reflected(id, "finding_every_factor_used", "theory/proofs/bound_machine_event_b.v"),
      {id, "finding_every_factor_used", true, every_factor_used()},
  };
  findings.exhibits = {{"By hand: c = 2", "One cell is enough.",
                        Exhibit::Text{{"s in [-2, -1], t in [1, 2]: the area is 1, t - s is at most 4",
                                       "so 2^2/(t-s)^2 >= 4/16 everywhere, and the probability is at least 1/4",
                                       "printed: 2 log 3 - log 2 - 2 log 2 = log(9/8) = 0.1178 < 1/4",
                                       "with the factor 2^2 in front: 4 log(9/8) = 0.4711"}}},
                       values()};
  findings.exhibits[0].sides = {"the probability is log(9/8) = 0.1178", "it is at least 1/4"};
  return findings;
}

}  // namespace attest::constructions
