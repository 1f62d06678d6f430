// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/encoding.hpp"
#include "constructions/urpe/other_encodings.hpp"
#include "constructions/urpe/samples.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// A head of eq. 22 with C all ones: WQ = WK = u, and c in one of the places that the statements compare.
struct Places {
  Rational query_bias, key_bias, key_weight;
};
Value head(const std::string& variant, long n, const RationalVector& u, const Places& places) {
  Value::Record fields = encoding(variant, n, u, places.key_weight);
  fields.emplace_back("cQ", Value::vector({places.query_bias}));
  fields.emplace_back("cK", Value::vector({places.key_bias}));
  fields.emplace_back("c", Value::vector(RationalVector(static_cast<std::size_t>(2 * n - 1), 1)));
  return fields;
}

// Two different directions of length d.
std::vector<RationalVector> directions(long d) {
  RationalVector ones(static_cast<std::size_t>(d), 1), mixed;
  for (long k = 1; k <= d; ++k) mixed.emplace_back(k % 2 == 0 ? 5 : -2, k + 2);
  return {ones, mixed};
}

using Placement = std::function<Places(const Rational& c)>;

Step for_every_u_and_c(Draw& draw, const std::string& variant, long n, long d, const Placement& place) {
  std::vector<Value> vectors;
  std::vector<Step> by_u;
  for (const RationalVector& u : directions(d)) {
    std::vector<Value> scalars;
    std::vector<Step> by_c;
    for (const Rational& c : {Rational(0), Rational(1), Rational(-7, 3)}) {
      scalars.emplace_back(c);
      by_c.push_back(
          witness("h", head(variant, n, u, place(c)), instances("X", sample_matrices(draw, n, d, 2), evaluate())));
    }
    vectors.push_back(Value::vector(u));
    by_u.push_back(instances("c", std::move(scalars), std::move(by_c)));
  }
  return instances("u", std::move(vectors), std::move(by_u));
}

Step for_every_encoding(const std::vector<std::string>& variants, long largest_n, unsigned seed,
                        const Placement& place) {
  Draw draw(seed);
  std::vector<Step> by_variant;
  for (const std::string& variant : variants) {
    by_variant.push_back(for_every("n", 1, largest_n, [&](long n) {
      return for_every("d", 1, 2, [&](long d) {
        return instances("r", sample_matrices(draw, 2 * n - 1, d, 1), for_every_u_and_c(draw, variant, n, d, place));
      });
    }));
  }
  return exhaustive("variant", std::move(by_variant));
}

// Every real parameter and every real token behind the first at once: 0 times anything is 0.
Step blind_first_row(long largest_n) {
  const std::vector<std::pair<std::string, std::string>> line = theory::whole_line;
  Step steps = box("r", line, box("Y", line, evaluate()));
  for (const char* parameter : {"cK", "WK", "WQ"}) steps = box(parameter, line, std::move(steps));
  return range("n", 2, largest_n, range("d", 1, 2, range("dH", 1, 2, std::move(steps))));
}

// (0, 1, 0, ...)^T, with which the target's first row moves, or 0, where it is 1/n all along: a head can be right at
// one.
Step t5_and_shaw_miss(const std::string& variant, long largest_n) {
  Draw draw(325);
  const auto family = [&](long n, bool ones) {
    return ones ? Value::vector(RationalVector(static_cast<std::size_t>(2 * n - 1), 1))
                : Value::vector(draw.vector(2 * n - 1));
  };
  return for_every("n", 2, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long d) {
      std::vector<Step> by_c;
      std::vector<Value> scalars;
      for (const Rational& c : {Rational(1), Rational(-7, 3)}) {
        const RationalVector u(static_cast<std::size_t>(d), 1);
        RationalMatrix moved = constant_matrix(n, d, 0);
        moved[1][0] = 1;
        std::vector<Value> heads;
        std::vector<Step> by_head;
        const auto add = [&](Value::Record fields, const Value& family_c, const RationalMatrix& X) {
          fields.emplace_back("cQ", Value::vector({0}));
          fields.emplace_back("cK", Value::vector({-c}));
          fields.emplace_back("c", family_c);
          heads.emplace_back(std::move(fields));
          by_head.push_back(witness("X", Value::matrix(X), evaluate()));
        };
        add(encoding(variant, n, u), family(n, true), moved);
        add(encoding(variant, n, draw.vector(d)), family(n, false), moved);
        if (variant == "t5") {  // right at the moved input: its first row has the scores 0, -c, 0, ...
          Value::Record right = encoding(variant, n, u);
          RationalVector m(static_cast<std::size_t>(2 * n - 1), 0);
          m[static_cast<std::size_t>(n - 2)] = -c;
          for (auto& [name, value] : right)
            if (name == "m") value = Value::vector(m);
          add(std::move(right), family(n, true), constant_matrix(n, d, 0));
        }
        scalars.emplace_back(c);
        by_c.push_back(instances("h", std::move(heads), std::move(by_head)));
      }
      return instances("u", {Value::vector(RationalVector(static_cast<std::size_t>(d), 1))},
                       instances("c", std::move(scalars), std::move(by_c)));
    });
  });
}

Exhibit by_hand() {
  return {"Where each encoding finds a query-side bias: n = 2, d = 1, u = 1, c = 3, X = (1, 2)",
          "Wanted: (X_i - 3) X_j, rows (-2, -4) and (-1, -2).",
          Exhibit::Text{
              {"DeBERTa: r = 0, s_{i-j} = -3 for all i-j: X_i X_j + (-3) X_j, rows (1-3, 2-6) = (-2, -4), (2-3, 4-6) = "
               "(-1, -2)",
               "Transformer-XL: WR = 0, v = 0, u = -3: the same",
               "T5, Shaw: B has no term in X_j; a key bias -3 gives X_i (X_j - 3), rows (-2, -1), (-4, -2): other rows",
               "with a query bias -3, each encoding: (X_i - 3) X_j"}}};
}

Exhibit who_can() {
  return {"Which encodings meet which condition, C = 1 1^T",
          "\"printed\" is softmax(Xu (Xu - c 1)^T), \"needed\" is softmax((Xu - c 1)(Xu)^T), which Lemma 6 uses.",
          Exhibit::Table{
              {"encoding", "printed, no bias", "needed, no bias", "needed, key bias (eq. 22)", "needed, query bias"},
              {{"T5", "yes", "no", "no", "yes"},
               {"Shaw", "yes", "no", "no", "yes"},
               {"DeBERTa", "yes", "yes", "yes", "yes"},
               {"Transformer-XL", "yes", "yes", "yes", "yes"},
               {"ALiBi (C free)", "no", "-", "-", "-"},
               {"RoPE, fewer angles than tokens (C free)", "no", "-", "-", "-"},
               {"RoPE, n angles for n tokens", "yes", "-", "-", "-"}}}};
}

}  // namespace

// URPE, Proposition 4: the attentive condition for each encoding of section 2, as printed and with the bias on the
// side of the query.
Findings urpe_attentive_condition(const Effort& effort) {
  const std::string id = "urpe.attentive-condition";
  const std::string proofs = "theory/proofs/bound_attentive_encodings.v";
  const long largest_n = effort.thorough ? 5 : 3;
  const std::vector<std::string> encodings = {"t5", "shaw", "deberta", "transformer_xl"};
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_attentive_heads.v", "heads_of_eq_22")},
      {id, "printed", true,
       for_every_encoding(encodings, largest_n, 321,
                          [](const Rational& c) {
                            return Places{0, c, 0};
                          })},
      {id, "finding_no_bias_is_needed", true,
       theory::proof("theory/proofs/bound_attentive_heads.v", "heads_without_biases")},
      {id, "finding_no_bias_is_needed", true,
       for_every_encoding(encodings, largest_n, 322,
                          [](const Rational&) {
                            return Places{0, 0, 0};
                          })},
      {id, "finding_sign", false,
       witness("n", 1, witness("u", 1, witness("c", 1, witness("X", Value::matrix({{1}}), evaluate()))))},
      {id, "finding_query_side_without_biases", true,
       theory::proof("theory/proofs/bound_attentive_heads.v", "query_side_without_biases")},
      {id, "finding_query_side_without_biases", true,
       for_every_encoding({"deberta", "transformer_xl"}, largest_n, 323,
                          [](const Rational& c) {
                            return Places{0, 0, -c};
                          })},
      {id, "finding_query_side_with_a_query_bias", true,
       theory::proof("theory/proofs/bound_attentive_heads.v", "query_side_with_a_query_bias")},
      {id, "finding_query_side_with_a_query_bias", true,
       for_every_encoding(encodings, largest_n, 324,
                          [](const Rational& c) {
                            return Places{-c, 0, 0};
                          })},
      {id, "finding_query_side_t5_and_shaw", true, theory::proof(proofs, "query_side_t5_and_shaw")},
      {id, "finding_query_side_t5_and_shaw", true,
       theory::exhaustive("variant",
                          std::vector<Step>{t5_and_shaw_miss("t5", largest_n), t5_and_shaw_miss("shaw", largest_n)})},
      {id, "finding_the_first_row_is_blind", true, theory::proof(proofs, "first_row_is_blind")},
      {id, "finding_the_first_row_is_blind", true, blind_first_row(largest_n)},
      {id, "finding_alibi_is_not_attentive", true, theory::proof(proofs, "alibi_is_not_attentive")},
      {id, "finding_alibi_is_not_attentive", true, alibi_is_not_attentive(largest_n)},
      {id, "finding_alibi_is_position_aware", true, theory::proof(proofs, "alibi_is_position_aware")},
      {id, "finding_alibi_is_position_aware", true, alibi_is_position_aware(largest_n + 3)},
      {id, "finding_rope_with_fewer_angles_than_tokens", true,
       theory::proof("theory/proofs/bound_rope.v", "rope_is_not_attentive")},
      {id, "finding_rope_with_fewer_angles_than_tokens", true, rope_with_fewer_angles(largest_n)},
      {id, "finding_rope_with_as_many_angles_as_tokens", true,
       theory::proof("theory/proofs/bound_rope_attentive.v", "rope_with_as_many_angles")},
      {id, "finding_rope_with_as_many_angles_as_tokens", true, rope_with_as_many_angles(largest_n + 1)},
      {id, "finding_printed_shape_of_WQ", false, witness("d", 2, witness("W", Value::matrix({{0, 0}}), evaluate()))},
  };
  findings.exhibits = {who_can(), by_hand()};
  return findings;
}

}  // namespace attest::constructions
