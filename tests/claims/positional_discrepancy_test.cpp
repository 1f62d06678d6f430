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

TEST_CASE("positional.discrepancy: every certificate is accepted") {
  const auto shown = require_accepted("positional.discrepancy");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_example"));
}
