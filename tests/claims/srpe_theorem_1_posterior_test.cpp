// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"
#include "tests/claims/srpe_table.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using attest::tests::srpe::table;
using attest::theory::Rational;

// Rows of the whole table, each divided by its sum, against attention with the position embeddings taken as they are:
// another normalization of u must not matter.
TEST_CASE("srpe.theorem-1-posterior: rows of the whole table") {
  const std::vector<std::vector<Rational>> w = {{1, 7, 2}, {Rational(1, 3), 1, 5}, {4, 4, Rational(1, 9)}};
  const std::vector<Rational> u = {2, Rational(1, 5), 3, 11, Rational(7, 2)};
  for (int i = 0; i < 3; ++i) {
    const auto rows = table(3, 3, i, u, w);
    for (std::size_t code = 0; code < rows.size(); ++code) {
      const std::size_t token[3] = {code % 3, code / 3 % 3, code / 9};
      Rational mass = 0, scores = 0;
      for (int j = 0; j < 3; ++j) {
        mass += rows[code][static_cast<std::size_t>(j)];
        scores += u[static_cast<std::size_t>(j - i + 2)] * w[token[i]][token[j]];
      }
      for (int j = 0; j < 3; ++j) {
        CHECK(rows[code][static_cast<std::size_t>(j)] / mass ==
              u[static_cast<std::size_t>(j - i + 2)] * w[token[i]][token[j]] / scores);
      }
    }
  }
}

// The uniform law, balanced scores and scores that are all equal are no evidence that eqs. 10 and 11 go together
// without balance.
TEST_CASE("srpe.theorem-1-posterior: trivial laws and scores are rejected") {
  using attest::theory::Value;
  using attest::theory::witness;
  const auto law = [](const Value& w, const Value& q) {
    return witness("u", Value::vector({1, 1, 1}), witness("w", w, witness("q", q, attest::theory::evaluate())));
  };
  const Value found = Value::vector({Rational(1, 4), Rational(3, 10), Rational(1, 5), Rational(1, 4)});
  const Value uniform = Value::vector(std::vector<Rational>(4, Rational(1, 4)));
  const Value scores = Value::matrix({{1, 2}, {1, 3}});
  const std::string id = "srpe.theorem-1-posterior", name = "finding_both_without_balance";
  require_rejected(id, name, true, law(scores, uniform));
  require_rejected(id, name, true, law(scores, Value::vector({1, 0, 0, 0})));
  require_rejected(id, name, true, law(Value::matrix({{1, 1}, {1, 1}}), uniform));
  require_rejected(id, name, true, law(Value::matrix({{1, 2}, {3, 4}}), found));
}

TEST_CASE("srpe.theorem-1-posterior: every certificate is accepted") {
  const auto shown = require_accepted("srpe.theorem-1-posterior");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_every_law_of_sequences"));
  CHECK(shown.at("finding_both_without_balance"));
  CHECK(shown.at("finding_obstacle"));
  CHECK(shown.at("finding_two_tokens_with_a_law"));
  CHECK(shown.at("finding_two_tokens_without_one"));
  CHECK(shown.at("finding_two_tokens_counts"));
  CHECK(shown.at("finding_fair_bits"));
  CHECK(!shown.at("finding_with_prior_beta"));
}
