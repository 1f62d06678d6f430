// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/ood_cells.hpp"
#include "constructions/reflected.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

const Rational& half() {
  static const Rational value(1, 2);
  return value;
}

Step below_one_half() {
  std::vector<Step> by_n;
  for (long n : {2L, 4L, 8L, 16L, 32L}) {
    std::vector<Step> by_c;
    for (long c = 2; c <= 10; ++c) {
      const OodCells cells = fewest_cells(
          Rational(c), [&](const OodCells& tried) { return ood_upper_in(n, Rational(c), tried) < half(); });
      by_c.push_back(cells_witness(cells, theory::evaluate()));
    }
    by_n.push_back(exhaustive("c", std::move(by_c)));
  }
  return exhaustive("n", std::move(by_n));
}

// The fewest cells whose lower sum at c = 2, with `inside` of all draws inside for certain, exceeds one half.
Step above_one_half(long n, const Rational& inside) {
  const Rational rest = Rational(1) - inside;
  const OodCells cells = fewest_cells(
      Rational(2), [&](const OodCells& tried) { return inside + rest * ood_lower_in(n, Rational(2), tried) > half(); });
  return cells_witness(cells, theory::evaluate());
}

Step at_most_1_over_c() {
  std::vector<Value> c_values;
  std::vector<Step> by_c;
  for (const Rational& c : {Rational(101, 100), Rational(2), Rational(10)}) {
    c_values.emplace_back(c);
    by_c.push_back(cells_instance(graded_cells(c, 5), theory::evaluate()));
  }
  return instances("n", {Value(2), Value(3), Value(8)}, instances("c", std::move(c_values), std::move(by_c)));
}

Exhibit probability_over_c() {
  Exhibit::Plot plot{"c", "p_in", false, {}, {}};
  Exhibit::Curve limit{"1/c", {}}, one_half{"1/2", {{1.05, 0.5}, {10, 0.5}}};
  for (long n : {2L, 4L, 8L, 32L}) {
    Exhibit::Curve curve{"n = " + std::to_string(n), {}};
    for (int i = 0; i <= 179; ++i) curve.points.emplace_back(1.05 + 0.05 * i, ood_p_in(n, 1.05 + 0.05 * i));
    plot.curves.push_back(std::move(curve));
  }
  for (int i = 0; i <= 179; ++i) limit.points.emplace_back(1.05 + 0.05 * i, 1 / (1.05 + 0.05 * i));
  plot.curves.push_back(std::move(limit));
  plot.curves.push_back(std::move(one_half));
  return {"p_in over the factor", "Below 1/c for every n from 2 on, so at most one half from c = 2 on.", plot};
}

}  // namespace

// Positional Attention, appendix E, p_in below one half for the lengths and factors in use, at most 1/c for all.
Findings positional_ood_majority(const Effort&) {
  const std::string id = "positional.ood-majority";
  Findings findings;
  findings.certificates = {
      reflected(id, "printed"),
      {id, "printed", true, below_one_half()},
      {id, "finding_at_most_1_over_c", true, theory::proof("theory/proofs/bound_ood_in.v", "in_at_most_1_over_c")},
      {id, "finding_at_most_1_over_c", true, at_most_1_over_c()},
      {id, "finding_without_rejection", true, above_one_half(2, Rational(1, 4))},
      {id, "finding_length_1", true, above_one_half(1, Rational(0))},
      {id, "finding_smallest_factor", true, theory::evaluate()},
  };
  findings.exhibits = {probability_over_c(),
                       {"The largest of the paper's own: n = 2, c = 2", "Rounded.",
                        Exhibit::Text{{"p_in = (2 - log 3 + 2 log(9/8))/3 = 0.3790, so 62 in 100 instances lie outside",
                                       "without the rejection step: 1/4 + 3/4 * 0.3790 = 0.5342 lie inside",
                                       "lists of one element, c = 2: 0.5338 lie inside"}}}};
  return findings;
}

}  // namespace attest::constructions
