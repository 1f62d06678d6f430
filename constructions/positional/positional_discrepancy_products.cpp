// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "theory/scalar/rational.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// All arrays of up to `budget` of them.
Step counted(long budget, const Step& then) {
  std::vector<Step> by_range;
  const long largest = 6;
  for (long range_end = 1; range_end <= largest; ++range_end) {
    long longest = 0;
    for (long arrays = range_end + 1; arrays <= budget; arrays *= range_end + 1) ++longest;
    by_range.push_back(range("n", 1, longest, then));
  }
  return range("L", 1, largest, std::move(by_range));
}

Exhibit one_array() {
  Exhibit::Table table{{"n", "no 0", "0 and L, exactly", "the union bound", "0 or L"}, {}};
  for (long n : {1L, 2L, 3L, 4L, 8L}) {
    const Rational none = pow(Rational(3, 4), n), neither = pow(Rational(2, 4), n), one(1);
    table.rows.push_back({std::to_string(n), none.to_string(), (one - none - none + neither).to_string(),
                          (one - none - none).to_string(), (one - neither).to_string()});
  }
  return {"One array, L = 3", "For n = 1 and n = 2 the union bound is negative.", table};
}

}  // namespace

// Positional Attention, appendix G, the product formulas and the union bound, counted.
Findings positional_discrepancy_products(const Effort& effort) {
  const std::string id = "positional.discrepancy-products", file = "theory/proofs/bound_arrays.v";
  const long budget = effort.brief ? 100 : 700;
  const Step end = theory::evaluate();
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(file, "products")},
      {id, "printed", true,
       counted(budget, theory::split({{"no_0", end}, {"no_L", end}, {"complement", end}, {"union_bound", end}}))},
      {id, "finding_exact", true, theory::proof(file, "exact_both_and_either")},
      {id, "finding_exact", true, counted(budget, end)},
  };
  findings.exhibits = {one_array()};
  return findings;
}

}  // namespace attest::constructions
