// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/samples.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Below, at, between and above the tokens.
std::vector<Value> thresholds() { return {Rational(0), Rational(1), Rational(3, 2), Rational(-5, 3), Rational(100)}; }

// X = (1, 2, ..., n)^T in the first column, zeros beside it; then random inputs with ties among them.
std::vector<Value> inputs(Draw& draw, long n, long d) {
  RationalMatrix ascending = constant_matrix(n, d, 0);
  for (long i = 0; i < n; ++i) ascending[static_cast<std::size_t>(i)][0] = i + 1;
  std::vector<Value> values = {Value::matrix(ascending), Value::matrix(constant_matrix(n, d, 1))};
  for (const Value& value : sample_matrices(draw, n, d, 2)) values.push_back(value);
  return distinct_values(values);
}

std::vector<Value> directions(Draw& draw, long d) {
  std::vector<Value> values = {Value::vector(RationalVector(static_cast<std::size_t>(d), 1)),
                               Value::vector(RationalVector(static_cast<std::size_t>(d), -2))};
  for (const Value& value : sample_vectors(draw, d, 1)) values.push_back(value);
  return distinct_values(values);
}

using Leaf = std::function<Step(Draw&, long n, long d)>;

// n, d and u, in the order of the statements' quantifiers.
Step for_every_shape(long largest_n, unsigned seed, const Leaf& after_u) {
  Draw draw(seed);
  return for_every("n", 1, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long d) { return instances("u", directions(draw, d), after_u(draw, n, d)); });
  });
}

Step for_every_threshold(long largest_n) {
  return for_every_shape(largest_n, 301, [](Draw& draw, long n, long d) {
    return instances("c", thresholds(), instances("X", inputs(draw, n, d), evaluate()));
  });
}

Step key_biases(long largest_n) {
  Draw draw(302);
  return for_every("n", 1, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long d) {
      return for_every("dH", 1, 2, [&](long dH) {
        Step steps = instances("X", inputs(draw, n, d), evaluate());
        steps = instances("B", sample_matrices(draw, n, n, 2), std::move(steps));
        steps = instances("cK", sample_vectors(draw, dH, 2), std::move(steps));
        steps = instances("WK", sample_matrices(draw, d, dH, 2), std::move(steps));
        return instances("WQ", sample_matrices(draw, d, dH, 2), std::move(steps));
      });
    });
  });
}

Step positive_tokens(long largest_n) {
  Draw draw(303);
  return for_every("n", 1, largest_n, [&](long n) {
    RationalVector ascending, close;
    for (long i = 1; i <= n; ++i) {
      ascending.push_back(i);
      close.push_back(Rational(1) + Rational(i % 3, 1000));
    }
    Step steps = instances("a", {Value::vector({1, -1}), Value::vector({Rational(1, 2), 3})}, evaluate());
    steps = instances("c", {Value::vector({0, 0}), Value::vector({Rational(3, 2), Rational(5, 2)})}, std::move(steps));
    steps = instances("u", {Value::vector({1, 1}), Value::vector({-2, Rational(1, 3)}), Value::vector({0, -1})},
                      std::move(steps));
    return instances("x", distinct_values({Value::vector(ascending), Value::vector(close)}), std::move(steps));
  });
}

Exhibit two_tokens() {
  return {"The smallest failure: n = 2, d = 1, u = 1, X = (1, 2), c = 3",
          "Both tokens lie below c, so both should attend to the smallest token, 1.",
          Exhibit::Text{{"printed, X_i (X_j - c):   row 1: 1 (1-3) = -2, 1 (2-3) = -1; row 2: -4, -2",
                         "  centred: (-1, 0) and (-2, 0): both rows attend to the LARGEST token, 2",
                         "  with c = 0: 1, 2 and 2, 4; centred again (-1, 0) and (-2, 0): c has no effect",
                         "repaired, (X_i - c) X_j:  row 1: -2, -4; row 2: -1, -2",
                         "  centred: (0, -2) and (0, -1): both rows attend to the smallest token, 1",
                         "n = 1: a single token is both the largest and the smallest, and nothing can fail"}}};
}

Exhibit which_token() {
  Exhibit::Table table{{"c", "printed: tokens attended to", "query side: tokens attended to"}, {}};
  table.rows = {{"0", "3, 3, 3", "3, 3, 3"},
                {"3/2", "3, 3, 3", "1, 3, 3"},
                {"5/2", "3, 3, 3", "1, 1, 3"},
                {"7/2", "3, 3, 3", "1, 1, 1"}};
  return {"Tokens 1, 2, 3: what each of them attends to", "u = 1. Only on the side of the query is c a threshold.",
          table};
}

}  // namespace

// URPE, the scalar c of the attentive condition: on which side of the scores it is a threshold.
Findings urpe_attentive_bias(const Effort& effort) {
  const std::string id = "urpe.attentive-bias";
  const long largest_n = effort.thorough ? 7 : 3;
  Findings findings;
  findings.certificates = {
      {id, "printed", false,
       witness("n", 2,
               witness("d", 1,
                       witness("u", Value::vector({1}),
                               witness("c", 3, witness("X", Value::matrix({{1}, {2}}), evaluate())))))},
      {id, "repaired", true, theory::proof("theory/proofs/bound_attentive_bias.v", "query_side_threshold")},
      {id, "repaired", true, for_every_threshold(largest_n)},
      {id, "finding_c_is_invisible", true, theory::proof("theory/proofs/bound_attentive_bias.v", "c_is_invisible")},
      {id, "finding_c_is_invisible", true, for_every_threshold(largest_n)},
      {id, "finding_key_bias_is_invisible", true,
       theory::proof("theory/proofs/bound_attentive_bias.v", "key_bias_is_invisible")},
      {id, "finding_key_bias_is_invisible", true, key_biases(3)},
      {id, "finding_softmax_enclosed", true,
       theory::proof("theory/proofs/bound_attentive_bias.v", "softmax_is_blind_to_c")},
      {id, "finding_softmax_enclosed", true,
       for_every_shape(2, 304,
                       [](Draw& draw, long n, long d) {
                         return instances("c", {Rational(3)},
                                          instances("X", sample_matrices(draw, n, d, 2), evaluate()));
                       })},
      {id, "finding_the_threshold_is_zero", true,
       theory::proof("theory/proofs/bound_attentive_bias.v", "threshold_is_zero")},
      {id, "finding_the_threshold_is_zero", true, for_every_threshold(largest_n)},
      {id, "finding_at_the_threshold", true, theory::proof("theory/proofs/bound_attentive_bias.v", "at_the_threshold")},
      {id, "finding_at_the_threshold", true,
       for_every_shape(largest_n, 305,
                       [](Draw& draw, long n, long d) { return instances("X", inputs(draw, n, d), evaluate()); })},
      {id, "finding_positive_tokens_move_alike", true,
       theory::proof("theory/proofs/bound_positive_tokens.v", "positive_tokens_move_alike")},
      {id, "finding_positive_tokens_move_alike", true, positive_tokens(largest_n)},
      {id, "finding_shifted_tokens", true, theory::proof("theory/proofs/bound_attentive_bias.v", "shifted_tokens")},
      {id, "finding_shifted_tokens", true,
       for_every_shape(3, 306,
                       [](Draw& draw, long n, long d) {
                         return instances("c", {Rational(0), Rational(5, 2)},
                                          instances("t", sample_vectors(draw, d, 2),
                                                    instances("X", inputs(draw, n, d), evaluate())));
                       })},
  };
  findings.exhibits = {two_tokens(), which_token()};
  findings.exhibits[1].sides = {"c = 5/2: tokens 1, 2, 3 attend to 1, 1, 3", "they attend to 3, 3, 3, as for every c"};
  return findings;
}

}  // namespace attest::constructions
