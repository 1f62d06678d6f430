// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "constructions/claim.hpp"
#include "constructions/positional/ood_cells.hpp"
#include "constructions/reflected.hpp"

namespace attest::constructions {

using theory::Enclosure;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// The printed bounds and p_in of theory/definitions/ood.stm, operation by operation, on an enclosure of c.
Enclosure logs(const Enclosure& c) {
  return Enclosure(2) * log(c + Enclosure(1)) - log(c) - Enclosure(2) * log(Enclosure(2));
}
Enclosure rest(const Enclosure& c) { return pow(c, 2) - Enclosure(1); }
Enclosure first_bound(const Enclosure& c) {
  return (Enclosure(3) * (Enclosure(1) - Enclosure(1) / c) + Enclosure(1) + logs(c)) / (Enclosure(2) * rest(c));
}
Enclosure second_bound(const Enclosure& c) {
  return (Enclosure(3) * (Enclosure(1) - Enclosure(1) / c) + Enclosure(9) / Enclosure(8)) / (Enclosure(2) * rest(c));
}
Enclosure p_in_2(const Enclosure& c) {
  const Enclosure one(1), two(2);
  return (two * (c - one) - pow(c - one, 2) * log((c + one) / (c - one)) + two * logs(c)) / rest(c);
}
bool below(const Enclosure& a, const Enclosure& b) { return (a < b) == theory::Truth::yes; }

using Function = Enclosure (*)(const Enclosure&);
Step comparison(const Rational& low, const Rational& high, Function smaller, Function larger) {
  return box("c", deciding_cells(low, high, [=](const Enclosure& c) { return below(smaller(c), larger(c)); }),
             theory::evaluate());
}

double bound(double c, bool last) { return (3 * (1 - 1 / c) + (last ? 9.0 / 8 : 1 + ood_logs(c))) / (2 * (c * c - 1)); }
OodCells above(long c, bool last) {
  return fewest_cells(Rational(c), [&](const OodCells& cells) {
    return ood_lower_in(2, Rational(c), cells).to_double() > bound(static_cast<double>(c), last);
  });
}
Step above_for_every_factor(bool last) {
  std::vector<Step> by_c;
  for (long c = 3; c <= 10; ++c) by_c.push_back(cells_witness(above(c, last), theory::evaluate()));
  return exhaustive("c", std::move(by_c));
}
Step between_sums(long count) {
  std::vector<Value> c_values;
  std::vector<Step> by_c;
  for (const Rational& c : {Rational(101, 100), Rational(2), Rational(3), Rational(10), Rational(1000)}) {
    c_values.emplace_back(c);
    by_c.push_back(cells_instance(graded_cells(c, count), theory::evaluate()));
  }
  return instances("c", std::move(c_values), std::move(by_c));
}

Exhibit bounds_over_c() {
  Exhibit::Plot plot{"c", "probability, n = 2", true, {}, {}};
  Exhibit::Curve exact{"p_in", {}}, first{"first bound of eq. 28", {}}, last{"last bound", {}},
      mended{"with the factor 4", {}};
  for (int i = 0; i <= 170; ++i) {
    const double c = 1.5 + i * 0.05;
    exact.points.emplace_back(c, ood_p_in(2, c));
    first.points.emplace_back(c, bound(c, false));
    last.points.emplace_back(c, bound(c, true));
    mended.points.emplace_back(c, bound(c, false) + 3 * ood_logs(c) / (2 * (c * c - 1)));
  }
  plot.curves = {std::move(exact), std::move(first), std::move(last), std::move(mended)};
  plot.marks = {{2.4119, "above the last bound"}, {2.5060, "above the first"}};
  return {"p_in and the bounds of equation 28", "From c = 2.51 on p_in lies above both printed bounds.", plot};
}

Exhibit values() {
  Exhibit::Table table{{"c", "p_in", "first bound", "last bound", "with the factor 4"}, {}};
  for (long i = 2; i <= 10; ++i) {
    const double c = static_cast<double>(i);
    table.rows.push_back({std::to_string(i), decimal(ood_p_in(2, c), 5), decimal(bound(c, false), 5),
                          decimal(bound(c, true), 5),
                          decimal(bound(c, false) + 3 * ood_logs(c) / (2 * (c * c - 1)), 5)});
  }
  return {"The whole factors in use", "Rounded.", table};
}

}  // namespace

// Positional Attention, appendix E, equation 28: where its two inequalities fail, and p_in exactly.
Findings positional_ood_n2(const Effort& effort) {
  const std::string id = "positional.ood-n2", file = "theory/proofs/bound_ood_in.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", false, witness("c", 3, split_one("second", theory::evaluate()))},
      {id, "printed", false, witness("c", 3, split_one("first", cells_witness(above(3, false), theory::evaluate())))},
      {id, "repaired", true, theory::proof(file, "eq_28")},
      {id, "repaired", true, between_sums(effort.brief ? 3 : 6)},
      {id, "finding_exact", true, theory::proof(file, "in_2")},
      {id, "finding_exact", true, between_sums(effort.brief ? 3 : 6)},
      {id, "finding_first_bound", true, above_for_every_factor(false)},
      reflected(id, "finding_final_bound", "theory/proofs/bound_machine_certificates.v"),
      {id, "finding_final_bound", true, above_for_every_factor(true)},
      {id, "finding_c_2", true, theory::evaluate()},
      {id, "finding_where_it_holds", true,
       theory::split({{"first", comparison(Rational(11, 10), Rational(5, 2), p_in_2, first_bound)},
                      {"second", comparison(Rational(11, 10), Rational(204, 100), first_bound, second_bound)},
                      {"final", comparison(Rational(11, 10), Rational(24, 10), p_in_2, second_bound)}})},
      {id, "finding_where_it_fails", true,
       theory::split({{"first", comparison(Rational(251, 100), Rational(20), first_bound, p_in_2)},
                      {"second", comparison(Rational(205, 100), Rational(20), second_bound, first_bound)},
                      {"final", comparison(Rational(242, 100), Rational(20), second_bound, p_in_2)}})},
  };
  findings.exhibits = {bounds_over_c(),
                       values(),
                       {"By hand: c = 3", "The second inequality; and the first by the exact value.",
                        Exhibit::Text{{"2 log 4 - log 3 - 2 log 2 = log(4/3) = 0.2877, where 1/8 is granted",
                                       "first bound: (2 + 1 + 0.2877)/16 = 0.2055; last bound: (2 + 9/8)/16 = 0.1953",
                                       "p_in = (4 - 4 log 2 + 2 log(4/3))/8 = 0.2253, above both"}}}};
  findings.exhibits[0].sides = {"c = 3: p_in <= 0.2055 <= 0.1953", "p_in = 0.2253"};
  return findings;
}

}  // namespace attest::constructions
