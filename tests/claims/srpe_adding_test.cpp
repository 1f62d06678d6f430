// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "constructions/srpe/adding_problem.hpp"
#include "constructions/urpe/blocks.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using namespace attest::constructions;
using attest::tests::require_accepted;
using attest::tests::require_rejected;
using attest::theory::evaluate;
using attest::theory::exhaustive;
using attest::theory::Rational;
using attest::theory::Step;

TEST_CASE("srpe.adding: the target survives every reordering of its elements") {
  Draw draw(106);
  for (long T : {4L, 5L, 12L, 100L}) {
    for (int k = 0; k < 20; ++k) {
      const AddingProblem problem = draw_adding_problem(draw, T);
      RationalVector values, markers;
      for (const long place : draw.permutation(T)) {
        values.push_back(problem.values[static_cast<std::size_t>(place - 1)]);
        markers.push_back(problem.markers[static_cast<std::size_t>(place - 1)]);
      }
      CHECK(sum_of_marked(values, markers) == problem.target);
    }
  }
  CHECK_THROWS_AS(adding_problem({1, 0, 0, 0}, 1, 1), std::invalid_argument);
  CHECK_THROWS_AS(adding_problem({1, 0, 0}, 1, 2), std::invalid_argument);
  CHECK_THROWS_AS(adding_problem({1, 0, 0, 0}, 4, 1), std::invalid_argument);
}

// Softmax by this machine's exp, at the values where the error is greatest.
TEST_CASE("srpe.adding: one layer on this machine") {
  const auto worst = [](double score) {
    double worst_error = 0;
    for (int k = 2; k <= 49; ++k) {
      double total = 0, error = 0;
      for (int i = 1; i <= 100; ++i) total += std::exp(i == 1 || i == k ? score : i == 100 ? -score : 0);
      for (int i = 1; i <= 100; ++i) {
        const bool marked = i == 1 || i == k;
        error += std::abs(std::exp(marked ? score : i == 100 ? -score : 0) / total / 2 - (marked ? 0.25 : 0));
      }
      worst_error = std::max(worst_error, error);
    }
    return worst_error;
  };
  CHECK(worst(std::log(1177.0)) < 0.04);
  CHECK(worst(std::log(1000.0)) > 0.04);
}

// Attention that does not look at the markers (c = 1), that hides the marked elements, and that looks too little.
TEST_CASE("srpe.adding: layers that do not solve it are rejected") {
  std::vector<Rational> values(100, -1);
  values[0] = values[1] = 1;
  const Step everywhere =
      exhaustive("j", exhaustive("k", instances("v", {attest::theory::Value::vector(values)}, evaluate())));
  for (const Rational& c : {Rational(1), Rational(1, 1000), Rational(1000)}) {
    require_rejected("srpe.adding", "printed", true,
                     attest::theory::split({{"relies_on_no_position", exhaustive("j", exhaustive("k", evaluate()))},
                                            {"one_layer_solves_it", witness("c", c, everywhere)}}));
    require_rejected("srpe.adding", "finding_every_length", true, range("T", 100, 100, witness("c", c, everywhere)));
  }
}

// A network that repeats its input.
TEST_CASE("srpe.adding: the identity is no exact solution") {
  const std::vector<Rational> values = {1, -1, 1, -1};
  require_rejected("srpe.adding", "finding_two_blocks_are_exact", true,
                   range("T", 4, 4,
                         witness("net", network_value({identity_block(4, 1)}),
                                 exhaustive("j", exhaustive("k", instances("v", {attest::theory::Value::vector(values)},
                                                                           evaluate()))))));
}

TEST_CASE("srpe.adding: every certificate is accepted") {
  const auto shown = require_accepted("srpe.adding");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_every_length"));
  CHECK(shown.at("finding_two_blocks_are_exact"));
  CHECK(!shown.at("finding_one_place_twice"));
  CHECK(shown.at("finding_constant_answer"));
}
