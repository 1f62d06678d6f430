// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/routing.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// One position: the score t with exp(t) = 2 would give -u + 2 v, and both heads bring the only row there is.
Step one_position(long largest_d) {
  Draw draw(490);
  std::vector<Step> by_d;
  for (long d = 1; d <= largest_d; ++d) {
    RationalMatrix output;
    for (const long factor : {-1, 2}) {
      for (long i = 0; i < d; ++i) {
        output.emplace_back(static_cast<std::size_t>(d), Rational(0));
        output.back()[static_cast<std::size_t>(i)] = factor;
      }
    }
    const std::vector<Value> inputs = {Value::matrix({draw.distinct_vector(d)}), Value::matrix({draw.vector(d)}),
                                       Value::matrix(constant_matrix(1, d, Rational(-7, 3)))};
    by_d.push_back(exhaustive(
        "source",
        witness("WQ", Value::matrix({{1}}), witness("WO", Value::matrix(output), instances("X", inputs, evaluate())))));
  }
  return instances("n", {Value(1)}, range("d", 1, largest_d, std::move(by_d)));
}

// Scores 0, random ones, and the nearest to the pattern that is asked for: 40 at the source, exp(-40) elsewhere.
Step one_head(long largest_n) {
  Draw draw(492);
  return for_every("n", 2, largest_n, [&](long n) {
    std::vector<Value> sources;
    std::vector<Step> by_source;
    for (const std::vector<long>& source : {std::vector<long>(static_cast<std::size_t>(n), n), draw.permutation(n)}) {
      RationalMatrix sharp = one_hot_rows(source, n);
      for (RationalVector& row : sharp) {
        for (Rational& score : row) score *= Rational(40);
      }
      RationalMatrix any = draw.matrix(n, n);
      any[0][0] = Rational(5, 7);
      sources.push_back(integers(source));
      by_source.push_back(instances("S",
                                    {Value::matrix(constant_matrix(n, n, 0)), Value::matrix(any), Value::matrix(sharp)},
                                    exhaustive("i", evaluate())));
    }
    return instances("source", std::move(sources), std::move(by_source));
  });
}

Step rational_weights(long largest_n) {
  Draw draw(491);
  return for_every("n", 1, largest_n, [&](long n) {
    const auto [a, b] = two_head_factors(n);
    std::vector<Value> sources = {integers(std::vector<long>(static_cast<std::size_t>(n), n))};
    if (n > 1) sources.push_back(integers(draw.permutation(n)));
    RationalMatrix corners, spread;
    for (long i = 0; i < n; ++i) {
      corners.push_back({Rational(i % 2 == 0 ? 1 : -1)});
      spread.push_back({Rational(i - n / 2, n)});
    }
    return instances(
        "source", std::move(sources),
        witness("a", a, witness("b", b, instances("X", {Value::matrix(corners), Value::matrix(spread)}, evaluate()))));
  });
}

Exhibit by_hand() {
  return {
      "Three numbers x, y, z; node 1 wants y",
      "Scores 0, 0, 0 in the first head and 0, t, 0 in the second; E = exp(t) = 4.",
      Exhibit::Text{{"head 1: u = (x + y + z) / 3", "head 2: v = (x + 4 y + z) / 6",
                     "6 v - 3 u = 3 y, so y = 2 v - u, whatever x and z are",
                     "in general y = ((E + n - 1) v - n u) / (E - 1): the same two numbers for every node, so they can "
                     "stand in W_O or in the MLP's first matrix",
                     "no limit is taken: any t other than 0 will do; a small t makes the two numbers large"}}};
}

}  // namespace

// Positional Attention, section 6 and appendix G: exact routing by two softmax heads.
Findings positional_exact_routing(const Effort& effort) {
  const std::string id = "positional.exact-routing";
  const std::string file = "theory/proofs/bound_patterns.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(file, "exact_routing")},
      {id, "printed", true, one_position(3)},
      {id, "finding_one_head_never", true, theory::proof(file, "one_head_never")},
      {id, "finding_one_head_never", true, one_head(effort.thorough ? 6 : 4)},
      {id, "finding_enclosed", true, theory::proof(file, "exact_routing_at_1")},
      {id, "finding_enclosed", true, rational_weights(effort.thorough ? 6 : 5)},
  };
  findings.exhibits = {by_hand()};
  return findings;
}

}  // namespace attest::constructions
