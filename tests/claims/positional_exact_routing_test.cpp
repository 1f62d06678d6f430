// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/routing.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.exact-routing: every certificate is accepted") {
  const auto shown = require_accepted("positional.exact-routing");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_one_head_never"));
  CHECK(shown.at("finding_enclosed"));
}

TEST_CASE("positional.exact-routing: one head alone, or none, does not route") {
  for (const auto& [a, b] : {std::pair<int, int>{0, 0}, {0, 1}, {1, 0}}) {
    require_rejected(
        "positional.exact-routing", "finding_enclosed", true,
        range("n", 2, 2,
              instances("source", {attest::constructions::integers({2, 1})},
                        witness("a", a, witness("b", b, instances("X", {Value::matrix({{1}, {-1}})}, evaluate()))))));
  }
}

TEST_CASE("positional.exact-routing: at one position, too, heads that are left out or doubled do not route") {
  for (const auto& [a, b] : {std::pair<int, int>{0, 0}, {1, 1}, {-1, 1}}) {
    require_rejected(
        "positional.exact-routing", "printed", true,
        range("n", 1, 1,
              range("d", 1, 1,
                    exhaustive("source", witness("WQ", Value::matrix({{1}}),
                                                 witness("WO", Value::matrix({{a}, {b}}),
                                                         instances("X", {Value::matrix({{3}})}, evaluate())))))));
  }
}
