// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "theory/scalar/rational.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// The least N with N >= 1/mu^4 for mu = 8/(n c^2), and every p up to mu: more trials than that are a theorem's. The
// last cell but one holds mu itself, so that P is false on the last.
Step from_one_n_on(long n, const Rational& c) {
  const Rational mu = Rational(8) / (Rational(n) * c * c);
  const Rational first = ceil(Rational(1) / pow(mu, 4));
  std::vector<std::pair<std::string, std::string>> cells;
  const std::vector<Rational> ends = {0, mu / Rational(2), mu, mu + mu / Rational(16), 1};
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) cells.emplace_back(ends[i].to_string(), ends[i + 1].to_string());
  return witness("first", Value(first),
                 instances("N", {Value(first), Value(first + Rational(1))}, box("p", cells, theory::evaluate())));
}

Step every_success_probability() {
  std::vector<Value> lengths;
  std::vector<Step> by_n;
  // 16 N/(n c^2) is below N here, so that there are counts from it on.
  for (const auto& [n, factors] : {std::pair<long, std::vector<Rational>>{3, {Rational(5, 2), Rational(3)}},
                                   {5, {Rational(2), Rational(9, 4)}},
                                   {6, {Rational(2)}}}) {
    lengths.emplace_back(n);
    std::vector<Value> c_values;
    std::vector<Step> by_c;
    for (const Rational& c : factors) {
      c_values.emplace_back(c);
      by_c.push_back(from_one_n_on(n, c));
    }
    by_n.push_back(instances("c", std::move(c_values), std::move(by_c)));
  }
  return instances("n", std::move(lengths), std::move(by_n));
}

Step rare_counts() {
  return instances(
      "mu", {Value(Rational(1, 2)), Value(Rational(2, 5))},
      range("N", 40, 44, instances("p", {Value(0), Value(Rational(1, 5)), Value(Rational(2, 5))}, theory::evaluate())));
}

// p at the lower end of its domain, and larger.
Step some_instance() {
  return for_every("K", 1, 3, [&](long k) {
    return for_every("N", 3, 30, [&](long n) {
      return instances("p", {Value(Rational(1, 6 * k * n)), Value(Rational(1, 2))}, theory::evaluate());
    });
  });
}

}  // namespace

// Positional Attention, appendix E, at most O(N/(n c^2)) of N instances lie inside, from which N on.
Findings positional_ood_chernoff_multiplicative(const Effort&) {
  const std::string id = "positional.ood-chernoff-multiplicative", file = "theory/proofs/bound_chernoff.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(file, "multiplicative_chernoff")},
      {id, "printed", true, every_success_probability()},
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
