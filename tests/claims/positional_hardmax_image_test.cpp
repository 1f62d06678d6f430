// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.hardmax-image: every certificate is accepted") {
  const auto shown = require_accepted("positional.hardmax-image");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("finding_limit_of_softmax"));
}

TEST_CASE("positional.hardmax-image: equal scores are not every pattern") {
  const Step zeros = instances("B", {Value::matrix({{1, 0}})}, witness("X", Value::matrix({{0, 0}}), evaluate()));
  const Step one_row = range("p", 1, 1, range("q", 2, 2, zeros));
  const Step any = range("p", 1, 1, range("q", 2, 2, instances("X", {Value::matrix({{0, 0}})}, evaluate())));
  const Step ones =
      range("p", 1, 1, range("q", 2, 2, instances("X", {Value::matrix({{0, 0}})}, exhaustive("i", evaluate()))));
  require_rejected("positional.hardmax-image", "printed", true,
                   split({{"every_output", any}, {"every_pattern", one_row}, {"unique_ones", ones}}));
}
