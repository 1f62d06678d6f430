// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/urpe/blocks.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"
#include "theory/scalar/rational.hpp"

using attest::tests::require_accepted;

// Another route to the infimum: the distance of a target to the matrices of identical rows is that of each column to
// its mean.
TEST_CASE("urpe.theorem-2: the infimum is the distance to the mean row") {
  using attest::theory::Rational;
  for (long n = 1; n <= 20; ++n) {
    const Rational mean(2, n);
    Rational distance = (Rational(2) - mean) * (Rational(2) - mean);
    for (long i = 1; i < n; ++i) distance += mean * mean;
    CHECK(distance == Rational(4 * (n - 1), n));
    CHECK((distance > Rational(1)) == (n >= 2));
  }
}

// The nearest constant, the zero network and the identity do not meet the target off the strip.
TEST_CASE("urpe.theorem-2: trivial networks do not meet the target off a strip") {
  using namespace attest::theory;
  using namespace attest::constructions;
  for (const auto& trivial : {constant_block({1}), constant_block({0}), identity_block(1, 1)}) {
    const Step tried =
        witness("net", network_value({trivial}), instances("X", {Value::matrix({{3}, {1}})}, evaluate()));
    attest::tests::require_rejected("urpe.theorem-2", "finding_met_off_a_strip", true,
                                    instances("n", {2}, instances("M", {1}, instances("s", {Rational(1, 2)}, tried))));
  }
}

TEST_CASE("urpe.theorem-2: every certificate is accepted") {
  const auto shown = require_accepted("urpe.theorem-2");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_infimum"));
  CHECK(shown.at("finding_n_2"));
  CHECK(!shown.at("finding_n_1"));
  CHECK(shown.at("finding_layers_to_the_letter"));
  CHECK(!shown.at("finding_identical_rows_in_D_are_needed"));
  CHECK(shown.at("finding_met_off_a_strip"));
  CHECK(!shown.at("finding_printed_shape_of_identical_rows"));
}

// A bias that leads to any other row than (2M/n, 0, ..., 0) attains nothing: that of the row 0, and that of another
// input.
TEST_CASE("urpe.theorem-2: other biases do not attain the infimum") {
  using namespace attest::theory;
  for (const Rational& b : {Rational(-5), Rational(0), Rational(1)}) {
    const Step net = instances("net", {Value(Value::List{})}, evaluate());
    const Step attained =
        split({{"no_network_is_below", net}, {"it_is_attained", witness("b", Value::vector({b}), evaluate())}});
    attest::tests::require_rejected(
        "urpe.theorem-2", "finding_infimum", true,
        range("n", 2, 2, range("d", 1, 1, instances("M", {Value(1)}, instances("x", {Value::vector({5})}, attained)))));
  }
}
