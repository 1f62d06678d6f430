// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/ood_cells.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// The sum of (j/K)^n over 0 < j < K: what the expected maximum of n values lacks to K - 1.
Rational power_sum(long n, long k) {
  Rational sum;
  for (long j = 1; j < k; ++j) sum += pow(Rational(j, k), n);
  return sum;
}

// Where all arrays are counted: up to `budget` of them.
Step counted(const char* inner, long budget, const Step& then) {
  return for_every("L", 1, 3, [&](long range_end) {
    long longest = 0;
    for (long arrays = range_end + 3; arrays <= budget; arrays *= range_end + 3) ++longest;
    Step by_n = range("n", 1, longest, then);
    return *inner ? range(inner, 1, 2, std::move(by_n)) : std::move(by_n);
  });
}

Exhibit population_discrepancy() {
  Exhibit::Table table{{"n", "minimum and maximum", "maximum and minus maximum"}, {}};
  for (long n : {1L, 2L, 4L, 8L, 16L, 32L}) {
    const Rational growth = power_sum(n, 5) - power_sum(n, 4);
    table.rows.push_back({std::to_string(n), decimal((Rational(1) - Rational(2) * growth).to_double(), 6),
                          decimal((Rational(2) - Rational(2) * growth).to_double(), 6)});
  }
  return {"The difference of expected losses, L = 3 and z = 1",
          "The first stays below 1 for every n, the second is 1 at n = 1 and larger beyond.", table};
}

}  // namespace

// Positional Attention, appendix G, the discrepancy of the two distributions is at least z.
Findings positional_discrepancy_conclusion(const Effort& effort) {
  const std::string id = "positional.discrepancy-conclusion", file = "theory/proofs/bound_arrays.v";
  const long budget = effort.brief ? 40 : 300;
  const Step end = theory::evaluate();
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(file, "conclusion")},
      {id, "printed", true,
       theory::split({{"at_least_one", counted("", budget, witness("h", "max", witness("g", "minus max", end)))},
                      {"relative", end}})},
      {id, "finding_any_z", true, theory::proof(file, "pair_of_maxima")},
      {id, "finding_any_z", true, counted("z", budget, end)},
      {id, "finding_min_and_max_stay_below", true, theory::proof(file, "pair_min_max")},
      {id, "finding_min_and_max_stay_below", true, counted("z", budget, end)},
      {id, "finding_expectations", true, theory::proof(file, "expectations")},
      {id, "finding_expectations", true, counted("", budget, end)},
  };
  findings.exhibits = {
      population_discrepancy(),
      {"By hand: L = 1, z = 1, n = 1", "One element, 0 or 1 in training, 0, 1 or 2 in testing.",
       Exhibit::Text{{"minimum = maximum: their loss is 0 in both, the difference 0 < 1",
                      "maximum and minus maximum: loss 2x; expected 1 in training, 2 in testing, the difference 1"}}}};
  return findings;
}

}  // namespace attest::constructions
