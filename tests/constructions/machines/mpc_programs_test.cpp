// SPDX-License-Identifier: Apache-2.0
#include "constructions/machines/mpc_programs.hpp"

#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "theory/error.hpp"

using namespace attest::constructions;
using namespace attest::constructions::machines;
using attest::theory::Rational;

TEST_CASE("pointer jumping finds the least number on each cycle") {
  Draw draw(9);
  for (long n = 1; n <= 20; ++n) {
    for (int i = 0; i < 5; ++i) {
      const std::vector<long> successor = draw.permutation(n);
      attest::theory::machines::Memory input;
      for (const long next : successor) input.push_back({Rational(next)});
      const auto program = cycle_components(static_cast<std::size_t>(n));
      const auto trace = run(program, input);
      const std::vector<Rational> expected = components_by_walking(successor);
      for (std::size_t m = 0; m < expected.size(); ++m) REQUIRE(trace.output()[m][1] == expected[m]);
    }
  }
  CHECK(cycle_components(9).rounds.size() == 9);
}

TEST_CASE("where the successors are no permutation, a machine receives too much") {
  CHECK_THROWS_WITH(run(cycle_components(3), {{2}, {2}, {2}}), Catch::Contains("round 1, machine 2: total received"));
}

TEST_CASE("mail goes where the data say") {
  const auto trace = run(mail(3), {{3, 7}, {1, 8}, {3, 9}});
  CHECK(trace.output()[2] == attest::theory::machines::Held{7, 9});
  CHECK_THROWS_AS(mail(0), attest::InputError);
}
