// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/minimum_layers.hpp"
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
  CHECK(shown.at("finding_enclosed"));
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
    const Step inputs = instances("x", {Value::vector({1, 2})}, evaluate());
    require_rejected("positional.tree-minimum", "printed", true, range("n", 2, 2, stacked_witnesses(net, inputs)));
    require_rejected("positional.tree-minimum", "finding_hardmax", true, range("n", 2, 2, witness("net", net, inputs)));
    require_rejected(
        "positional.tree-minimum", "finding_enclosed", true,
        range("n", 2, 2,
              witness("net", net, instances("x", {Value::vector({Rational(1, 4), Rational(1, 2)})}, evaluate()))));
  }
}

// The maximum is not the minimum, and two numbers of three are not all of them.
TEST_CASE("positional.tree-minimum: softmax networks of something else are rejected") {
  using namespace attest::constructions;
  const Step x = instances("x", {Value::vector({0, Rational(1, 2), 1})}, evaluate());
  require_rejected("positional.tree-minimum", "finding_enclosed", true,
                   range("n", 3, 3, witness("net", softmax_ring_network(3, 1), x)));
  require_rejected("positional.tree-minimum", "finding_enclosed", true,
                   range("n", 3, 3, witness("net", ring_network(3, -1), x)));
  require_rejected(
      "positional.tree-minimum", "printed", true,
      range("n", 2, 2, stacked_witnesses(mean_network(2, 1), instances("x", {Value::vector({1, 2})}, evaluate()))));
}

// Scores for two layers, and for half a layer, where there is one.
TEST_CASE("positional.tree-minimum: matrices of other sizes are rejected") {
  using namespace attest::constructions;
  const Step inputs = instances("x", {Value::vector({2, 2})}, evaluate());
  const auto one_layer = std::get<Value::List>(mean_network(2, -1).data());
  const Value two_layers = Value::List{one_layer[0], one_layer[0]};
  const auto of = [&](const Value& network) { return range("n", 2, 2, stacked_witnesses(network, inputs)); };
  CHECK(attest::tests::outcome_of("positional.tree-minimum", "printed", true, of(one_layer)) ==
        checker::Outcome::kAccepted);
  require_rejected("positional.tree-minimum", "printed", true, of(two_layers));
  require_rejected("positional.tree-minimum", "printed", true, of(Value::List{}));
}
