// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/machines/pcoc_programs.hpp"
#include "constructions/positional/two_layer_network.hpp"
#include "constructions/simulation/compile.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.simulated-programs: every certificate is accepted") {
  const auto shown = require_accepted("positional.simulated-programs");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_softmax"));
}

// Networks that ignore what they receive, or all of their input, in the witness's place.
TEST_CASE("positional.simulated-programs: a network that ignores its input is rejected") {
  using namespace attest::constructions;
  const auto program = attest::constructions::machines::prefix_minimum(4);
  const auto compiled =
      compile(program, simulation::Routing::kRepaired, Rational(1), simulation::ranges_within(4, 2, Rational(4)));
  for (const bool deaf : {true, false}) {
    auto network = compiled.network;
    for (auto& layer : network.layers) {
      if (deaf) layer.WO = Matrix<Rational>(layer.WO.shape(), 0);
      if (!deaf) layer.mlp.front().W = Matrix<Rational>(layer.mlp.front().W.shape(), 0);
    }
    const Step every_input = exhaustive("x", exhaustive("r", evaluate()));
    std::vector<Step> by_program(3, witness("M", network_value(network), every_input));
    require_rejected("positional.simulated-programs", "printed", true, exhaustive("program", by_program));
  }
}
