// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"

namespace attest::constructions {

using theory::box;
using theory::evaluate;
using theory::exhaustive;
using theory::Rational;
using theory::Step;
using theory::Value;
using theory::witness;

namespace {

using Cells = std::vector<std::pair<std::string, std::string>>;

// Cells [g, g + w] of 1/10, ..., 15 with w < g/(n-1): there exp(-l gamma / n) stays above exp(-(l+1) gamma / n).
Cells growing_cells(long n) {
  Cells cells;
  Rational low(1, 10);
  while (low < Rational(15)) {
    const Rational next = min(Rational(15), floor(low * Rational(2 * n + 1, 2 * n) * Rational(1000)) / Rational(1000));
    cells.emplace_back(low.to_string(), next.to_string());
    low = next;
  }
  return cells;
}

Step strictly_growing(long largest_n) {
  return for_every("n", 1, largest_n,
                   [&](long n) { return box("gamma", growing_cells(n), exhaustive("l", evaluate())); });
}

Step printed(long largest_n) {
  const std::vector<Value> gammas = {-5, 0, Rational(1, 10), 1, 5, 10, 15, 100};
  const std::vector<Value> distances = {0, Rational(1, 1000), Rational(1, 2), 1};
  return theory::range(
      "n", 1, largest_n,
      theory::instances("gamma", gammas,
                        theory::split({{"range", exhaustive("l", evaluate())},
                                       {"monotone", exhaustive("l", evaluate())},
                                       {"continuous", theory::instances("h", distances, evaluate())}})));
}

Exhibit curves() {
  Exhibit::Plot plot{"relative position l, n = 50", "bucket", false, {}, {}};
  for (const double gamma : {-1.0, 0.1, 1.0, 10.0}) {
    char name[32];
    std::snprintf(name, sizeof name, "gamma = %g", gamma);
    Exhibit::Curve curve{name, {}};
    for (int l = -50; l <= 50; ++l) curve.points.emplace_back(l, 1 - std::exp(-std::abs(l) * std::fmax(0, gamma) / 50));
    plot.curves.push_back(std::move(curve));
  }
  return {"AT5's bucket for four values of gamma",
          "The greatest value is 1 - exp(-gamma), at l = n. With gamma <= 0 nothing is told apart.", plot};
}

}  // namespace

// SRPE, eqs. 17 and 19: AT5's bucket in [0, 1), monotone, continuous at 0; gamma <= 0; its dependence on n.
Findings srpe_at5_bucket(const Effort& effort) {
  const std::string id = "srpe.at5-bucket";
  const long largest_n = effort.thorough ? 12 : 5;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_at5_bucket.v", "range_monotone_continuous")},
      {id, "printed", true, printed(largest_n)},
      {id, "finding_range", true, theory::proof("theory/proofs/bound_at5_bucket.v", "range")},
      {id, "finding_range", true,
       theory::range("n", 1, largest_n, box("gamma", {{"-100", "0"}, {"0", "100"}}, exhaustive("l", evaluate())))},
      {id, "finding_strictly_monotone", true, theory::proof("theory/proofs/bound_at5_bucket.v", "strictly_monotone")},
      {id, "finding_strictly_monotone", true, strictly_growing(largest_n)},
      {id, "finding_gamma_not_positive", true, theory::proof("theory/proofs/bound_at5_bucket.v", "gamma_not_positive")},
      {id, "finding_gamma_not_positive", true,
       theory::range("n", 1, largest_n, exhaustive("l", box("gamma", theory::whole_line, evaluate())))},
      {id, "finding_distinct", false, witness("n", 1, witness("gamma", 0, witness("l", 0, evaluate())))},
      {id, "finding_function_of_l", false,
       witness("n", 1, witness("m", 2, witness("gamma", 1, witness("l", 1, evaluate()))))},
      {id, "finding_intersection", false, witness("n", 1, evaluate())},
  };
  findings.exhibits = {curves(),
                       {"The same distance in two sequences", "gamma = 1, l = 1.",
                        Exhibit::Text{{"n = 1: 1 - exp(-1) = 0.632...", "n = 2: 1 - exp(-1/2) = 0.393..."}}}};
  return findings;
}

}  // namespace attest::constructions
