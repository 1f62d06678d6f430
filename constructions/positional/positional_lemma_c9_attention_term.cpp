// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/bounded_weights.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Two tokens, 1 and -1, which are their own encodings: the scores of head h are q and -q in the first row.
Bindings two_tokens(long H, const Rational& q) {
  const Value tokens = Value::matrix({{1}, {-1}}), ones = Value::matrix(constant_matrix(H, 1, 1));
  return {{"n", 2},
          {"d", 1},
          {"dV", 1},
          {"dP", 1},
          {"dm", 1},
          {"H", H},
          {"P", tokens},
          {"Z", tokens},
          {"WQ", Value::matrix(constant_matrix(H, 1, q))},
          {"WK", ones},
          {"WV", ones},
          {"VQ", Value::matrix(constant_matrix(H, 1, -q))},
          {"VK", ones},
          {"s", Value::vector(RationalVector(static_cast<std::size_t>(H), 1))},
          {"R", Value::matrix(constant_matrix(H, 1, 0))}};
}

// The same heads for H = 1, ..., 4, where the printed bound holds.
Step few_heads() {
  constexpr int before_H = 5;  // n, d, dV, dP and dm
  std::vector<Step> by_H;
  for (long H = 1; H <= 4; ++H) {
    const Bindings values = two_tokens(H, Rational(1, 4));
    by_H.push_back(one_instance(Bindings(values.begin() + before_H + 1, values.end())));
  }
  const Bindings values = two_tokens(1, Rational(1, 4));
  return one_instance(Bindings(values.begin(), values.begin() + before_H), exhaustive("H", std::move(by_H)));
}

// t = 1 - c, as for softmax alone.
Step roots() {
  std::vector<Value> constants;
  std::vector<Step> cases;
  for (const Rational& c : {Rational(0), Rational(1, 2), Rational(9, 10), Rational(99, 100)}) {
    constants.emplace_back(c);
    cases.push_back(witness("t", Rational(1) - c, theory::evaluate()));
  }
  return range("H", 1, 6, instances("c", std::move(constants), std::move(cases)));
}

}  // namespace

// Positional Attention, Lemma C.9 with Z and WV unchanged: up to four heads it holds.
Findings positional_lemma_c9_attention_term(const Effort&) {
  const std::string id = "positional.lemma-c9-attention-term", file = "theory/proofs/bound_attention_term.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", false, witnesses(two_tokens(5, Rational(1, 4)))},
      {id, "repaired", true, theory::proof(file, "attention_term")},
      {id, "repaired", true, one_instance(two_tokens(5, Rational(1, 4)))},
      {id, "finding_up_to_four_heads", true, theory::proof(file, "attention_term_four_heads")},
      {id, "finding_up_to_four_heads", true, few_heads()},
      {id, "finding_root_of_heads_is_needed", true, theory::proof("theory/proofs/bound_many_heads.v", "root_of_heads")},
      {id, "finding_root_of_heads_is_needed", true, roots()},
  };
  findings.exhibits = {
      {"Five heads, two tokens", "P = Z = (1, -1)^T, WK = WV = 1, and WQ = 1/4 in every head becomes -1/4.",
       Exhibit::Text{{"scores of the first row: (1/4, -1/4), then (-1/4, 1/4)",
                      "attention: (0.6225, 0.3775), then (0.3775, 0.6225); times Z: 0.2449, then -0.2449",
                      "left side: five heads move by 0.4898 each: sqrt(5) * 0.4898 = 1.0953",
                      "right side: 1 * 2 * 1 * 1 * |1/4 - (-1/4)| = 1"}}},
      {"The same for H heads", "H = 4 is the last that fits.",
       Exhibit::Table{{"H", "left side", "right side"},
                      {{"1", "0.4898", "1"}, {"4", "0.9797", "1"}, {"5", "1.0953", "1"}, {"9", "1.4695", "1"}}}}};
  findings.exhibits[0].sides = {"the heads move by at most 1", "they move by 1.0953"};
  return findings;
}

}  // namespace attest::constructions
