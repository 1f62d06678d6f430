// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/routing.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.tree-minimum: every certificate is accepted") {
  const auto shown = require_accepted("positional.tree-minimum");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_hardmax"));
  CHECK(shown.at("finding_binary_tree"));
}

// A network that hands on what it has: right only where all numbers are alike.
TEST_CASE("positional.tree-minimum: networks that do not combine are rejected") {
  using namespace attest::constructions;
  const Value unit = Value::matrix(unit_rows(2));
  for (const RationalMatrix& W1 :
       {RationalMatrix{{0, 0, 0, 0}, {0, 0, 0, 0}, {1, -1, 0, 0}}, constant_matrix(3, 4, 0)}) {
    const Value net = Value::List{Value::Record{
        {"WQ1", unit}, {"WQ2", unit}, {"W1", Value::matrix(W1)}, {"W2", Value::matrix({{1}, {-1}, {0}, {0}})}}};
    require_rejected("positional.tree-minimum", "finding_hardmax", true,
                     range("n", 2, 2, witness("net", net, instances("x", {Value::vector({1, 2})}, evaluate()))));
  }
}

// The statement's own class, with its matrices stacked: Q is 2 n x n, U 3 x 4 and V 4 x 1 for n = 2.
TEST_CASE("positional.tree-minimum: stacked networks that do not combine are rejected") {
  using namespace attest::constructions;
  const Value scores = Value::matrix({{1, 0}, {0, 1}, {1, 0}, {0, 1}});
  const Value units = Value::matrix({{0, 0, 0, 0}, {0, 0, 0, 0}, {1, -1, 0, 0}});
  const auto outcome = [&](const Value& Q, const Value& U, const Value& V, const Value& x) {
    const Step steps =
        range("n", 2, 2, witness("Q", Q, witness("U", U, witness("V", V, instances("x", {x}, evaluate())))));
    return attest::tests::outcome_of("positional.tree-minimum", "printed", true, steps);
  };
  const Value copies = Value::matrix({{1}, {-1}, {0}, {0}});
  CHECK(outcome(scores, units, copies, Value::vector({1, 2})) == checker::Outcome::kRejected);
  CHECK(outcome(scores, units, copies, Value::vector({2, 2})) == checker::Outcome::kAccepted);
  CHECK(outcome(scores, units, Value::matrix({{0}, {0}, {0}, {0}}), Value::vector({1, 2})) ==
        checker::Outcome::kRejected);
  // Shapes that are not those of the domains.
  CHECK(outcome(Value::matrix({{1, 0}, {0, 1}}), units, copies, Value::vector({2, 2})) == checker::Outcome::kRejected);
}
