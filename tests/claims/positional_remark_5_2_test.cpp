// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/two_layer_network.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.remark-5-2: every certificate is accepted") {
  const auto shown = require_accepted("positional.remark-5-2");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_width_of_the_construction"));
}

TEST_CASE("positional.remark-5-2: a network that ignores its input is rejected") {
  using namespace attest::constructions;
  Lookup lookup;
  lookup.inputs = {{{0, 0}, {0, 1}}, {{1, 0}, {0, 1}}};
  const RationalMatrix same = {{4, 0}, {5, 1}};
  lookup.outputs = {same, same};
  const Value inputs = Value::List{Value::matrix({{0}, {0}}), Value::matrix({{1}, {0}})};
  const Value outputs = Value::List{Value::matrix({{4}, {5}}), Value::matrix({{5}, {4}})};
  require_rejected(
      "positional.remark-5-2", "printed", true,
      range("N", 2, 2,
            range("L", 1, 1,
                  range("dX", 1, 1,
                        range("dY", 1, 1,
                              instances("inputs", {inputs},
                                        instances("outputs", {outputs},
                                                  witness("M", network_value(two_layer_network(lookup, {}, 2, 1)),
                                                          evaluate()))))))));
}
