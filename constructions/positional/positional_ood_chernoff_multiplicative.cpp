// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/positional_ood_chernoff_multiplicative.hpp"

#include "theory/scalar/rational.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Step rare_counts() {
  return instances(
      "mu", {Value(Rational(1, 2)), Value(Rational(2, 5))},
      range("N", 40, 44, instances("p", {Value(0), Value(Rational(1, 5)), Value(Rational(2, 5))}, theory::evaluate())));
}

// p at the lower end of its domain, and larger.
Step some_instance() {
  std::vector<Step> by_k;
  for (long k = 1; k <= 3; ++k) {
    std::vector<Step> by_n;
    for (long n = 3; n <= 30; ++n) {
      by_n.push_back(instances("p", {Value(Rational(1, 6 * k * n)), Value(Rational(1, 2))}, theory::evaluate()));
    }
    by_k.push_back(range("N", 3, 30, std::move(by_n)));
  }
  return range("K", 1, 3, std::move(by_k));
}

}  // namespace

Findings positional_ood_chernoff_multiplicative(const Effort&) {
  const std::string id = "positional.ood-chernoff-multiplicative", file = "theory/proofs/chernoff.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(file, "multiplicative_chernoff")},
      {id, "finding_N_0", true, theory::proof(file, "large_counts_are_rare")},
      {id, "finding_N_0", true, rare_counts()},
      {id, "finding_not_for_all_n_at_once", true, theory::proof(file, "not_for_all_n_at_once")},
      {id, "finding_not_for_all_n_at_once", true, some_instance()},
  };
  findings.exhibits = {
      {"From which N on", "With mu = 8/(n c^2), at least p_in, and equation 29 at eps = 2 mu - p_in >= mu.",
       Exhibit::Text{{"more than 2 N mu = 16 N/(n c^2) inside: probability at most exp(-2 N mu^2)",
                      "exp(2 N mu^2) >= (1 + N mu^2)^2 > N^2 mu^4, which is at least N once N >= 1/mu^4 = (n c^2/8)^4",
                      "n = 8, c = 10: (100)^4 instances; the experiments have 1000"}}}};
  return findings;
}

}  // namespace attest::constructions
