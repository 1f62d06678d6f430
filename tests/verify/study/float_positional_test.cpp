// SPDX-License-Identifier: Apache-2.0
#include "verify/study/float_positional.hpp"

#include <catch2/catch.hpp>

using namespace attest::verify::study;
using attest::theory::Matrix;
using attest::theory::Rational;

TEST_CASE("compiled programs in floats: hardmax in float64 is the program, in every format for small integers") {
  const SimulationStudy study = simulation_study("prefix-minimum", 4, 9);
  for (const attest_dtype dtype : {ATTEST_FLOAT64, ATTEST_FLOAT32, ATTEST_FLOAT16, ATTEST_BFLOAT16}) {
    CHECK(is_computed(study, dtype, std::nullopt));
    const auto range = computing_temperatures(study, dtype, -4, 12);
    REQUIRE(range);
    CHECK(range->from > -2);
    CHECK(range->to == 12);
  }
  CHECK_FALSE(is_computed(simulation_study("prefix-minimum", 4, 1000), ATTEST_BFLOAT16, std::nullopt));
  CHECK(is_computed(simulation_study("prefix-minimum", 4, 1000), ATTEST_FLOAT16, std::nullopt));
}

TEST_CASE("compiled programs in floats: a network that ignores its input, or is warm, does not compute the program") {
  SimulationStudy study = simulation_study("prefix-sum", 4, 9);
  CHECK(is_computed(study, ATTEST_FLOAT32, 16.0));
  CHECK_FALSE(is_computed(study, ATTEST_FLOAT32, 0.25));
  for (auto& layer : study.network.layers) layer.WO = Matrix<Rational>(layer.WO.shape(), 0);
  CHECK_FALSE(is_computed(study, ATTEST_FLOAT64, std::nullopt));
  CHECK_FALSE(is_computed(study, ATTEST_FLOAT64, 16.0));
}

TEST_CASE("compiled programs in floats: overflow is nothing, not a number") {
  SimulationStudy study = simulation_study("prefix-sum", 2, 9);
  for (auto& layer : study.network.layers) layer.mlp.back().b[0] = Rational(1000000);
  CHECK_FALSE(is_computed(study, ATTEST_FLOAT16, std::nullopt));
}
