// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/interpolation.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.lemma-b2-approximation: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-b2-approximation");
  CHECK(!shown.at("step_round_by_round"));
  CHECK(shown.at("finding_at_every_eps"));
  CHECK(shown.at("finding_not_uniformly"));
  CHECK(shown.at("repaired"));
}

// Networks that ignore their input: G1 is right up to eps, but G2 = 1 follows the second round after all.
TEST_CASE("positional.lemma-b2-approximation: a constant second network shows nothing") {
  using namespace attest::constructions;
  const Value small = mlp_value({Affine{{{0}}, {0}}, Affine{{{0}}, {Rational(1, 10)}}});
  const Value one = mlp_value({Affine{{{0}}, {0}}, Affine{{{0}}, {1}}});
  require_rejected("positional.lemma-b2-approximation", "finding_at_every_eps", true,
                   instances("eps", {Value(Rational(1, 10))},
                             witness("G1", small, witness("G2", one, instances("x", {Value(0)}, evaluate())))));
}
