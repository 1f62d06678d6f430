// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;

// With the true function in the class, or equal distributions, nothing is refuted.
TEST_CASE("positional.theorem-g1: which classes are evidence") {
  using namespace attest::theory;
  const auto at = [](const std::vector<Rational>& test, const std::vector<Rational>& f) {
    return witness("k", 2,
                   witness("H", Value::matrix({{Rational(0), Rational(0)}}),
                           witness("test", Value::vector(test),
                                   witness("train", Value::vector({Rational(1), Rational(0)}),
                                           witness("f", Value::vector(f), evaluate())))));
  };
  const std::string id = "positional.theorem-g1";
  const Rational zero(0), one(1);
  attest::tests::require_rejected(id, "finding_any_true_function", false, at({zero, one}, {zero, zero}));
  attest::tests::require_rejected(id, "finding_any_true_function", false, at({one, zero}, {zero, one}));
}

TEST_CASE("positional.theorem-g1: every certificate is accepted") {
  const auto shown = require_accepted("positional.theorem-g1");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("finding_any_true_function"));
}
