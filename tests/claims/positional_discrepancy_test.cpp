// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;

// Samples that lack an end are outside the claim's domain: a certificate that takes them is rejected.
TEST_CASE("positional.discrepancy: the pair's samples hold both ends") {
  using namespace attest::theory;
  const auto pair = [](const Value& train) {
    return witness(
        "L", 3,
        witness("z", 1,
                split_one("pair", witness("m", 1,
                                          witness("n", 2,
                                                  witness("train", train,
                                                          witness("test", Value::matrix({{Rational(0), Rational(4)}}),
                                                                  evaluate())))))));
  };
  const std::string id = "positional.discrepancy";
  attest::tests::require_rejected(id, "printed", false, pair(Value::matrix({{Rational(1), Rational(3)}})));
  attest::tests::require_rejected(id, "printed", false, pair(Value::matrix({{Rational(0), Rational(3)}})));
}

// L = 1, z = 0, m = n: ten arrays of five all hold both ends with probability (15/16)^10 = 0.52, 16 of eight with 0.88.
TEST_CASE("positional.discrepancy: thresholds that are too small are rejected") {
  using namespace attest::theory;
  for (const long first : {1L, 5L, 8L}) {
    const Step at = witness("n_first", first, range("n", first, first, evaluate()));
    const Step pair = range(
        "m", 1, 1,
        range("n", 2, 2,
              instances("train", {Value::matrix({{0, 1}})}, instances("test", {Value::matrix({{1, 0}})}, evaluate()))));
    const Step steps =
        range("L", 1, 1, range("z", 0, 0, split({{"probability", range("c", 1, 1, at)}, {"pair", pair}})));
    CHECK(attest::tests::outcome_of("positional.discrepancy", "printed", true, steps) ==
          (first < 8 ? checker::Outcome::kRejected : checker::Outcome::kAccepted));
  }
}

TEST_CASE("positional.discrepancy: every certificate is accepted") {
  const auto shown = require_accepted("positional.discrepancy");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_example"));
}
