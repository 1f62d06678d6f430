// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/sample_thresholds.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// At n_first each of the two powers is at least 0.9 (positional.discrepancy-samples), and 0.9^2 = 0.81.
Step probability(long range_end, long z) {
  return for_every("c", 1, 2, [&](long c) {
    const long first = std::max(sure_from(range_end, c), sure_from(range_end + z, c));
    return witness("n_first", first, range("n", first, first + 1, theory::evaluate()));
  });
}

// m arrays of n >= 2 numbers from 0 to `range_end`, the ends at any two places.
Value samples(Draw& draw, long m, long n, long range_end) {
  RationalMatrix rows;
  for (long k = 0; k < m; ++k) {
    RationalVector row;
    for (long i = 0; i < n; ++i) row.emplace_back(draw.integer(0, range_end));
    const std::vector<long> places = draw.permutation(n);
    row[static_cast<std::size_t>(places[0] - 1)] = 0;
    row[static_cast<std::size_t>(places[1] - 1)] = range_end;
    rows.push_back(std::move(row));
  }
  return Value::matrix(rows);
}
Step pairs(Draw& draw, long range_end, long z) {
  return for_every("m", 1, 2, [&](long m) {
    return for_every("n", 2, 4, [&](long n) {
      return instances("train", {samples(draw, m, n, range_end)},
                       instances("test", {samples(draw, m, n, range_end + z)}, theory::evaluate()));
    });
  });
}

Step printed() {
  Draw draw(733);
  return for_every("L", 1, 3, [&](long range_end) {
    return for_every("z", 0, 1, [&](long z) {
      return theory::split({{"probability", probability(range_end, z)}, {"pair", pairs(draw, range_end, z)}});
    });
  });
}

double one_sample(double range_end, double n) {
  return 1 - 2 * std::pow(range_end / (range_end + 1), n) + std::pow((range_end - 1) / (range_end + 1), n);
}

Exhibit joint_probability() {
  Exhibit::Plot plot{"n", "probability that all samples hold both ends", false, {}, {}};
  for (int c = 1; c <= 3; ++c) {
    Exhibit::Curve curve{"m = n^" + std::to_string(c), {}};
    for (int n = 6; n <= 80; n += 2) {
      const double x = n;
      curve.points.emplace_back(x,
                                std::exp(std::pow(x, c) * (std::log(one_sample(3, x)) + std::log(one_sample(4, x)))));
    }
    plot.curves.push_back(std::move(curve));
  }
  plot.curves.push_back({"0.8", {{6, 0.8}, {80, 0.8}}});
  return {"Training and test samples together, L = 3 and z = 1", "Even n.", plot};
}

}  // namespace

// Positional Attention, appendix G, the claim for m = n^c and the empirical discrepancy of minimum and maximum.
Findings positional_discrepancy(const Effort&) {
  const std::string id = "positional.discrepancy";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_empirical_discrepancy.v", "polynomial_claim")},
      {id, "printed", true, printed()},
      {id, "finding_example", true, theory::evaluate()},
  };
  findings.exhibits = {joint_probability(),
                       {"By hand: n = 2, m = 1, L = 3, z = 1", "One training and one test array that hold both ends.",
                        Exhibit::Text{{"training array (0, 3): maximum - minimum = 3", "test array (4, 0): 4",
                                       "difference of the means: 4 - 3 = z = 1"}}}};
  return findings;
}

}  // namespace attest::constructions
