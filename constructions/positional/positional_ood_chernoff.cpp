// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/ood_cells.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// The worst eps for a count: N (p + eps) is a whole number.
Step whole_counts(long largest_n) {
  return for_every("N", 1, largest_n, [&](long n) {
    std::vector<Value> p_values = {Value(0), Value(Rational(1, 10)), Value(Rational(1, 3)), Value(Rational(7, 16))};
    std::vector<Step> by_p;
    for (const Rational& p : {Rational(0), Rational(1, 10), Rational(1, 3), Rational(7, 16)}) {
      std::vector<Value> eps;
      for (long k = 1; k <= n; ++k) {
        if (Rational(k, n) > p) eps.emplace_back(Rational(k, n) - p);
      }
      by_p.push_back(instances("eps", std::move(eps), theory::evaluate()));
    }
    return instances("p", std::move(p_values), std::move(by_p));
  });
}

Exhibit tail_and_bound() {
  Exhibit::Plot plot{"eps", "probability", true, {}, {}};
  const long n = 40;
  const double p = 0.25;
  Exhibit::Curve tail{"at least N (p + eps) of N = 40, p = 1/4", {}}, bound{"exp(-2 N eps^2)", {}};
  for (long first = 11; first <= 30; ++first) {
    double sum = 0;
    for (long k = first; k <= n; ++k) {
      const double a = static_cast<double>(n), b = static_cast<double>(k);
      sum += std::exp(std::lgamma(a + 1) - std::lgamma(b + 1) - std::lgamma(a - b + 1) + b * std::log(p) +
                      (a - b) * std::log(1 - p));
    }
    const double eps = static_cast<double>(first) / static_cast<double>(n) - p;
    tail.points.emplace_back(eps, sum);
    bound.points.emplace_back(eps, std::exp(-2 * static_cast<double>(n) * eps * eps));
  }
  plot.curves = {std::move(bound), std::move(tail)};
  return {"The tail and its bound", "Whole counts from 11 to 30.", plot};
}

}  // namespace

// Positional Attention, appendix E, equation 29, the additive Chernoff bound.
Findings positional_ood_chernoff(const Effort& effort) {
  const std::string id = "positional.ood-chernoff";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_chernoff.v", "additive_chernoff")},
      {id, "printed", true, whole_counts(effort.brief ? 4 : 9)},
  };
  findings.exhibits = {tail_and_bound(),
                       {"By hand: N = 1", "One instance, p = 1/2 and eps = 1/2.",
                        Exhibit::Text{{"it lies inside with probability 1/2", "exp(-2 * 1/4) = 0.6065"}}}};
  return findings;
}

}  // namespace attest::constructions
