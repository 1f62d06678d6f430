// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/routing.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

using Patterns = std::vector<std::vector<long>>;  // [k-1][i-1], from 1

Value patterns_value(const Patterns& hits) {
  Value::List list;
  for (const auto& pattern : hits) list.push_back(integers(pattern));
  return list;
}

Patterns random_patterns(Draw& draw, long n) {
  Patterns hits;
  for (long k = 1; k <= n; ++k) hits.push_back(random_sources(draw, k));
  return hits;
}

Rational temperature(long n, const Rational& eps) {
  const double bound = std::log(static_cast<double>(n) / eps.to_double()) / 2;
  return max(Rational(1, 1000), Rational(static_cast<long>(std::floor(bound * 1000)) + 1, 1000));
}

// Position i of length k is unit vector number k (k-1) / 2 + i.
struct Setting {
  long dimension;
  Value encodings, query;
};
Setting setting(const Patterns& hits, const Rational& T) {
  const long n = static_cast<long>(hits.size()), d = n * (n + 1) / 2;
  const auto place = [](long k, long i) { return k * (k - 1) / 2 + i; };
  Value::List encodings;
  RationalMatrix query = constant_matrix(d, d, -T);
  for (long k = 1; k <= n; ++k) {
    std::vector<long> places;
    for (long i = 1; i <= k; ++i) {
      places.push_back(place(k, i));
      const long hit = hits[static_cast<std::size_t>(k - 1)][static_cast<std::size_t>(i - 1)];
      query[static_cast<std::size_t>(place(k, i) - 1)][static_cast<std::size_t>(place(k, hit) - 1)] = T;
    }
    encodings.push_back(Value::matrix(one_hot_rows(places, d)));
  }
  return {d, encodings, Value::matrix(query)};
}

Step settings(long largest_n, bool printed) {
  Draw draw(461);
  return for_every("n", 1, largest_n, [&](long n) {
    const Patterns hits = random_patterns(draw, n);
    std::vector<Value> errors;
    std::vector<Step> by_eps;
    for (const Rational& eps : {Rational(1, 10), pow(Rational(10), -6)}) {
      const Rational T = temperature(n, eps);
      const Setting chosen = setting(hits, T);
      errors.emplace_back(eps);
      by_eps.push_back(
          printed ? witness("d", Value(chosen.dimension),
                            witness("P", chosen.encodings,
                                    witness("WQ", chosen.query,
                                            witness("WK", Value::matrix(unit_rows(chosen.dimension)), evaluate()))))
                  : instances("T", {Value(T)}, evaluate()));
    }
    return instances("hits", {patterns_value(hits)}, instances("eps", std::move(errors), std::move(by_eps)));
  });
}

}  // namespace

// Positional Attention, Remark B.5: one setting of the parameters for all lengths.
Findings positional_remark_b5(const Effort& effort) {
  const std::string id = "positional.remark-b5";
  const long largest_n = effort.thorough ? 5 : 4;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_lengths.v", "all_lengths")},
      {id, "printed", true, settings(largest_n, true)},
      {id, "literal", false, witness("n", 2, evaluate())},
      {id, "finding_triangular_number", true,
       theory::proof("theory/proofs/bound_triangular_number.v", "triangular_number")},
      {id, "finding_triangular_number", true, settings(largest_n, false)},
      // n = 3: row 1 attends to 1 at length 2 and to 2 at length 3.
      {id, "finding_positions_alone", false,
       witness(
           "n", 3,
           witness("hits", patterns_value({{1}, {1, 1}, {2, 1, 1}}), witness("i", 1, exhaustive("s", evaluate()))))},
  };
  Exhibit::Table table{{"n", "n (positions alone)", "n (n+1) / 2", "n^3 (printed order)"}, {}};
  for (long n : {2L, 8L, 64L}) {
    table.rows.push_back(
        {std::to_string(n), std::to_string(n), std::to_string(n * (n + 1) / 2), std::to_string(n * n * n)});
  }
  findings.exhibits = {
      {"Dimensions",
       "One unit vector for each position of each length is enough; one for each position is not, from n = 3.", table},
      {"Why positions alone are not enough",
       "n = 3, row 1; its scores are s1, s2, s3 at length 3 and s1, s2 at length 2.",
       Exhibit::Text{{"attend to 1 at length 2: s1 > s2", "attend to 2 at length 3: s2 > s1 (and s2 > s3)",
                      "no scores do both; for n = 2 the only other length is 1, where there is one pattern"}}}};
  return findings;
}

}  // namespace attest::constructions
