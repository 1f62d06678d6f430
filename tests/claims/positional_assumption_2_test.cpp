// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/routing_values.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using namespace attest::constructions::routing;
using namespace attest::theory;
using attest::tests::require_accepted;
using attest::tests::require_rejected;

TEST_CASE("positional.assumption-2: every certificate is accepted") {
  const auto shown = require_accepted("positional.assumption-2");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_alone_it_is_necessary"));
  CHECK(shown.at("finding_powers_of_two"));
  CHECK(shown.at("finding_no_least_size_is_enough"));
  CHECK(shown.at("finding_what_halving_needs"));
}

TEST_CASE("positional.assumption-2: an empty load and an even message are no counterexamples") {
  for (const Load& load : {load_of(4, {}), load_of(4, {{0, 0, 2}})}) {
    require_rejected("positional.assumption-2", "printed", false,
                     witness("k", 2, witness("load", value_of(load), evaluate())));
    require_rejected("positional.assumption-2", "finding_no_least_size_is_enough", true,
                     range("k", 2, 2, range("least", 0, 0, witness("load", value_of(load), evaluate()))));
  }
}

TEST_CASE("positional.assumption-2: messages of other sizes are no powers of two from 2^(k-1) on") {
  for (const std::uint32_t size : {1U, 3U, 6U}) {
    require_rejected("positional.assumption-2", "finding_powers_of_two", true,
                     range("k", 2, 2, instances("load", {value_of(load_of(4, {{0, 0, size}}))}, evaluate())));
  }
}
