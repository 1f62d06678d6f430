// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/ood_cells.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;

namespace {

// The fewest equal cells of [-1, 1] whose upper sum is at most the quoted figure.
RationalVector enough_cells(long n, long c, const Rational& figure) {
  const double b = ood_p_b2(n, static_cast<double>(c));
  for (long count = 1;; ++count) {
    RationalVector s = equal_cells(Rational(-1), Rational(1), count);
    const double a = ood_outer_upper_a(n, Rational(c), s).to_double(), cc = static_cast<double>(c);
    if (2 / (cc + 1) * a + (cc - 1) / (cc + 1) / 2 * b <= figure.to_double()) return s;
  }
}

Step enough(long n, long c, const Rational& figure) {
  return partition_witness("m", "S", enough_cells(n, c, figure), theory::evaluate());
}

}  // namespace

// Positional Attention, appendix E, the quoted figures 0.4375 and 0.0034.
Findings positional_ood_quoted(const Effort&) {
  const std::string id = "positional.ood-quoted";
  Findings findings;
  findings.certificates = {
      {id, "printed", true,
       theory::split({{"n_2_c_2", enough(2, 2, Rational(7, 16))}, {"n_8_c_10", enough(8, 10, Rational(17, 5000))}})},
      {id, "finding_sources", true, theory::evaluate()},
      {id, "finding_values", true, theory::evaluate()},
  };
  findings.exhibits = {
      {"The two figures", "Values rounded.",
       Exhibit::Table{{"n", "c", "quoted", "p_in", "eq. 27 or 28, first", "last bound"},
                      {{"2", "2", "0.4375", decimal(ood_p_in(2, 2), 6), "0.436297", "7/16 = 0.4375"},
                       {"8", "10", "0.0034", decimal(ood_p_in(8, 10), 8), "0.00336697", "1/297 = 0.00336700"}}}}};
  return findings;
}

}  // namespace attest::constructions
