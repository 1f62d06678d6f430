// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;
using theory::witness;

namespace {

Step evenly_spaced(long n) {
  RationalVector b;
  for (long l = 0; l <= n; ++l) b.push_back(Rational(l, n));
  return witness("b", Value::vector(b), evaluate());
}

// The difference of the two steps is (1 - exp(-gamma/2))^2, some gamma^2 / 4 near 0: cells as narrow as that asks.
std::vector<std::pair<std::string, std::string>> shrinking_cells() {
  std::vector<std::pair<std::string, std::string>> cells;
  for (long low = 1000; low < 150000;) {  // in ten thousandths
    const long next = std::min(150000L, low + std::min(1000L, low * low / 100000));
    cells.emplace_back(Rational(low, 10000).to_string(), Rational(next, 10000).to_string());
    low = next;
  }
  return cells;
}

}  // namespace

// SRPE, section Baseline Models: what T5-NoB and AT5-NoB may be.
Findings srpe_nob_baselines(const Effort& effort) {
  const std::string id = "srpe.nob-baselines";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/srpe.v", "distinct_scalars")},
      {id, "printed", true, for_every("n", 1, effort.thorough ? 60 : 24, evenly_spaced)},
      {id, "finding_not_at5", true, theory::box("gamma", shrinking_cells(), evaluate())},
      {id, "finding_numbers", true, evaluate()},
  };
  findings.exhibits = {{"Numbers per head for one side-by-side comparison",
                        "n = 50, B = 32, networks of 15 and 2 units.",
                        Exhibit::Table{{"model", "numbers"}, {{"T5", "32"}, {"T5-NoB", "99"}, {"AT5", "132"}}}}};
  return findings;
}

}  // namespace attest::constructions
