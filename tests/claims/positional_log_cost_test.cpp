// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using namespace attest::theory;
using attest::tests::require_accepted;
using attest::tests::require_rejected;

TEST_CASE("positional.log-cost: every certificate is accepted") {
  const auto shown = require_accepted("positional.log-cost");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_reach"));
  CHECK(shown.at("finding_exact_number_of_rounds"));
  CHECK(shown.at("finding_one_round_can_need_all"));
  CHECK(shown.at("finding_not_logarithmic_for_large_memory"));
  CHECK(shown.at("finding_rounds_of_the_routing"));
}

TEST_CASE("positional.log-cost: rounds in which machines keep to themselves gather nothing") {
  Value::List alone;
  for (int i = 1; i <= 3; ++i) alone.emplace_back(Value::List{Value::vector({i, 1}), Value::vector({i, 1})});
  const Value rounds(Value::List{Value(alone), Value(alone)});
  require_rejected("positional.log-cost", "printed", true, range("N", 3, 3, witness("receives", rounds, evaluate())));
}

TEST_CASE("positional.log-cost: one input twice shows no need") {
  const Value p = Value::vector({1, 2});
  require_rejected("positional.log-cost", "finding_one_round_can_need_all", true,
                   range("N", 2, 2, exhaustive("a", exhaustive("b", witness("p", p, witness("q", p, evaluate()))))));
}
