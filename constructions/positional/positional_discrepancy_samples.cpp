// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/sample_thresholds.hpp"
#include "constructions/reflected.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Whether p^(n^c) >= 9/10, in logarithms; the checkers decide.
bool is_enough(long range_end, long c, long n) {
  const double p = both_ends(range_end, n).to_double();
  return p > 0 && std::pow(static_cast<double>(n), static_cast<double>(c)) * std::log(p) >= std::log(0.9);
}
struct Threshold {
  long least, after;
};
Threshold threshold(long range_end, long c) {
  const long after = sure_from(range_end, c);
  long least = after;
  while (least > 3 && is_enough(range_end, c, least - 1)) --least;
  return {least, after};
}

Step thresholds() {
  std::vector<Step> by_range;
  for (long range_end : {1L, 3L, 4L}) {
    std::vector<Step> by_c;
    for (long c = 1; c <= 3; ++c) {
      const Threshold found = threshold(range_end, c);
      by_c.push_back(witness("least", Value(found.least), witness("after", Value(found.after), theory::evaluate())));
    }
    by_range.push_back(exhaustive("c", std::move(by_c)));
  }
  return exhaustive("L", std::move(by_range));
}

Step from_one_n_on() {
  return for_every("L", 1, 3, [&](long range_end) {
    return for_every("c", 1, 2, [&](long c) {
      const long first = threshold(range_end, c).after;
      return instances("n_first", {Value(first)}, range("n", first, first + 3, theory::evaluate()));
    });
  });
}

// Part threshold: n_first is where the conditions of `sure` begin to hold, for L and for L + z, and n goes a little on.
Step both_thresholds(long range_end) {
  return for_every("z", 0, 2, [&](long z) {
    return for_every("c", 1, 2, [&](long c) {
      const long first = std::max(sure_from(range_end, c), sure_from(range_end + z, c));
      return witness("n_first", first, range("n", first, first + 1, theory::evaluate()));
    });
  });
}
// Part display: from the least n at which the base is not negative, numbers of samples small and large.
Step printed() {
  return for_every("L", 1, 3, [&](long range_end) {
    long n = 1;
    while (Rational(2) * pow(Rational(range_end, range_end + 1), n) > Rational(1)) ++n;
    const Step display = range("n", n, n + 5, instances("m", {Value(1), Value(2), Value(100)}, theory::evaluate()));
    return theory::split({{"display", display}, {"threshold", both_thresholds(range_end)}});
  });
}

// The least L from 1 on at which `fails` says that the display fails at n = 2 and m = 2.
Step failing(const std::function<bool(long)>& fails) {
  long range_end = 1;
  while (!fails(range_end)) ++range_end;
  return witness("L", Value(range_end), witness("n", 2, witness("m", 2, theory::evaluate())));
}
Rational base(long range_end) { return Rational(1) - Rational(2) * pow(Rational(range_end, range_end + 1), 2); }

Exhibit failing_cases() {
  return {"The display with a negative base, n = 2 and m = 2", "A negative number has a positive square.",
          Exhibit::Text{
              {"L = 4: 1 - 2 (4/5)^2 = -7/25, squared 49/625; both 0 and 4 in an array of two: 2/25, squared 4/625",
               "L = 7: 1 - 2 (7/8)^2 = -17/32, squared 289/1024; 0 or 7: 1 - (6/8)^2 = 7/16, squared 196/1024"}}};
}

Exhibit power_over_n() {
  Exhibit::Plot plot{"n", "probability that all n^c samples hold 0 and L", false, {}, {}};
  for (long c = 1; c <= 3; ++c) {
    Exhibit::Curve curve{"L = 3, m = n^" + std::to_string(c), {}};
    for (long n = 4; n <= 70; ++n) {
      const double x = static_cast<double>(n), p = both_ends(3, n).to_double();
      curve.points.emplace_back(x, std::exp(std::pow(x, static_cast<double>(c)) * std::log(p)));
    }
    plot.curves.push_back(std::move(curve));
  }
  return {"From which n on", "0.9 is passed at n = 21, 35 and 52.", plot};
}

Exhibit table_of_thresholds() {
  Exhibit::Table table{{"largest value", "m = n", "m = n^2", "m = n^3"}, {}};
  for (long range_end : {1L, 2L, 3L, 4L, 9L}) {
    std::vector<std::string> row = {std::to_string(range_end)};
    for (long c = 1; c <= 3; ++c) row.push_back(std::to_string(threshold(range_end, c).least));
    table.rows.push_back(std::move(row));
  }
  return {"The least n_0", "From it on all n^c samples hold both ends with probability at least 0.9.", table};
}

}  // namespace

// Positional Attention, appendix G, the displays for all m samples and the thresholds n_0.
Findings positional_discrepancy_samples(const Effort&) {
  const std::string id = "positional.discrepancy-samples", file = "theory/proofs/discrepancy.v";
  const theory::Step each = exhaustive("L", exhaustive("n", theory::evaluate()));
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_discrepancy.v", "samples")},
      {id, "printed", true, printed()},
      {id, "literal", false, failing([](long range_end) {
         return pow(Rational(1) - pow(Rational(range_end - 1, range_end + 1), 2), 2) < pow(base(range_end), 2);
       })},
      {id, "finding_both_for_small_n", false,
       failing([](long range_end) { return pow(both_ends(range_end, 2), 2) < pow(base(range_end), 2); })},
      reflected(id, "finding_smaller_cases"),
      {id, "finding_smaller_cases", true, theory::split({{"either", each}, {"both", each}})},
      {id, "finding_from_one_n_on", true, theory::proof("theory/proofs/bound_discrepancy.v", "from_one_n_on")},
      {id, "finding_from_one_n_on", true, from_one_n_on()},
      {id, "finding_thresholds", true, thresholds()},
  };
  findings.exhibits = {failing_cases(), power_over_n(), table_of_thresholds()};
  return findings;
}

}  // namespace attest::constructions
