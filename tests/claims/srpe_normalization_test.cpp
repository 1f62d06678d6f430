// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"
#include "tests/claims/srpe_table.hpp"

using attest::tests::require_accepted;
using attest::tests::srpe::sum;
using attest::tests::srpe::table;
using attest::theory::Rational;

// The sum of the whole table: the same at every output position for symmetric embeddings at both ends of the sequence,
// different in its middle.
TEST_CASE("srpe.normalization: the sum of the whole table") {
  const std::vector<std::vector<Rational>> w = {{1, 1}, {1, 2}};
  CHECK(sum(table(2, 2, 0, {2, 1, 1}, w)) == Rational(11, 2));
  CHECK(sum(table(2, 2, 1, {2, 1, 1}, w)) == Rational(16, 3));
  const std::vector<Rational> symmetric = {1, 2, 3, 2, 1};
  const Rational first = sum(table(2, 3, 0, symmetric, w));
  CHECK(first == sum(table(2, 3, 2, symmetric, w)));
  CHECK(first != sum(table(2, 3, 1, symmetric, w)));
}

// Two tokens, two positions, w = ((1, 1), (1, 2)): neither 1, nor the number of sequences, nor the other reading's
// constant.
TEST_CASE("srpe.normalization: other constants are rejected") {
  using namespace attest::theory;
  const auto with = [](const Rational& c) {
    return range("m", 2, 2,
                 range("n", 2, 2,
                       exhaustive("i", instances("u", {Value::vector({1, 1, 1})},
                                                 instances("w", {Value::matrix({{1, 1}, {1, 2}})},
                                                           witness("c", c, evaluate()))))));
  };
  for (const Rational& c : {Rational(1), Rational(4)}) {
    attest::tests::require_rejected("srpe.normalization", "printed", true, with(c));
    attest::tests::require_rejected("srpe.normalization", "finding_with_padding", true, with(c));
  }
  // 11/2 and 5 belong to the one reading and to the other.
  attest::tests::require_rejected("srpe.normalization", "printed", true, with(Rational(5)));
  attest::tests::require_rejected("srpe.normalization", "finding_with_padding", true, with(Rational(11, 2)));
}

TEST_CASE("srpe.normalization: every certificate is accepted") {
  const auto shown = require_accepted("srpe.normalization");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_with_padding"));
  CHECK(shown.at("finding_padding_is_attended"));
  CHECK(!shown.at("finding_every_position_exists"));
  CHECK(shown.at("finding_constant"));
  CHECK(!shown.at("finding_one_constant"));
  CHECK(shown.at("finding_one_constant_if_balanced"));
  CHECK(shown.at("finding_no_constant_for_all_tokens"));
}
