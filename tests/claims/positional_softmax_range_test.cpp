// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.softmax-range: every certificate is accepted") {
  const auto shown = require_accepted("positional.softmax-range");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_enclosed"));
}

// Why `repaired` has a theorem alone: log(1/2) is enclosed, and an enclosure is never known to equal 1/2.
TEST_CASE("positional.softmax-range: what the repaired statement asks for cannot be evaluated") {
  using namespace attest::theory;
  const Value half(Rational(1, 2)), row = Value::List{Value::List{half, half}};
  const auto steps = [&](const Value& B) {
    const Step inside = instances("X", {Value::matrix({{1, 1}})}, evaluate()), onto = instances("B", {B}, evaluate());
    return split(
        {{"inside", range("p", 1, 1, range("q", 2, 2, inside))}, {"onto", range("p", 1, 1, range("q", 2, 2, onto))}});
  };
  const std::string id = "positional.softmax-range";
  CHECK(attest::tests::outcome_of(id, "repaired", true, steps(row)) == checker::Outcome::kUndecided);
  CHECK(attest::tests::outcome_of(id, "finding_enclosed", true, steps(row)) == checker::Outcome::kAccepted);
  // Not in the open interval, and not of sum 1: no elements.
  attest::tests::require_rejected(id, "finding_enclosed", true, steps(Value::matrix({{0, 1}})));
  attest::tests::require_rejected(id, "finding_enclosed", true,
                                  steps(Value::matrix({{Rational(1, 2), Rational(1, 3)}})));
}
