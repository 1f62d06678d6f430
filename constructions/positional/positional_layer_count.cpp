// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/minimum_layers.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Step scans(long largest_n) {
  return for_every("n", 1, largest_n, [&](long n) { return instances("x", sample_numbers(n), evaluate()); });
}

// a A - b B = the cumulative sums. Row i of A has weights a + b on 1, ..., i against b on the others, so that the
// difference is 1 and 0; what is left to 1 goes to the scratchpad.
Step sums_in_one_layer(long largest_n) {
  return for_every("n", 1, largest_n, [&](long n) {
    // B: all n + 1 weights alike. A: (1 + b/(n+1)) / a for j <= i, b/(n+1) / a for the others, the rest at the
    // scratchpad.
    const Rational b(1), a(n + 1), equal(1, n + 1);
    RationalMatrix A;
    for (long i = 1; i <= n; ++i) {
      RationalVector row;
      Rational rest = 1;
      for (long j = 1; j <= n; ++j) {
        row.push_back((Rational(j <= i ? 1 : 0) + b * equal) / a);
        rest -= row.back();
      }
      row.push_back(rest);
      A.push_back(std::move(row));
    }
    return witness(
        "A", Value::matrix(A),
        witness("B", Value::matrix(constant_matrix(n, n + 1, equal)), witness("a", a, witness("b", b, evaluate()))));
  });
}

}  // namespace

// Positional Attention, appendix D.1: ceil(log2 n) + 1 layers for the cumulative tasks.
Findings positional_layer_count(const Effort& effort) {
  const std::string id = "positional.layer-count";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_layer_count.v", "prefix_tasks")},
      {id, "printed", true, scans(effort.thorough ? 12 : 8)},
      {id, "finding_sums_in_one_layer", true, theory::proof("theory/proofs/bound_hardmax.v", "sums_in_one_layer")},
      {id, "finding_sums_in_one_layer", true, sums_in_one_layer(effort.thorough ? 24 : 12)},
      {id, "finding_quoted_numbers", true, evaluate()},
  };
  findings.exhibits = {
      {"Cumulative sums of two numbers in one layer", "A scratchpad entry 0 stands behind them: x = (p, q, 0).",
       Exhibit::Text{{"head 2, all weights 1/3: (p + q) / 3 at both nodes",
                      "head 1: weights (4/9, 1/9, 4/9) and (4/9, 4/9, 1/9)",
                      "3 head 1 - head 2: 4p/3 + q/3 - p/3 - q/3 = p, and 4p/3 + 4q/3 - p/3 - q/3 = p + q",
                      "all weights are positive, as softmax has them; the scratchpad takes what is left"}}}};
  return findings;
}

}  // namespace attest::constructions
