// SPDX-License-Identifier: Apache-2.0
#include "verify/study/temperature.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "constructions/urpe/contextual_mapping.hpp"
#include "constructions/urpe/contextual_stack.hpp"
#include "theory/error.hpp"
#include "verify/study/float_network.hpp"

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::study;
using constructions::RationalMatrix;
using constructions::RationalVector;
using theory::Rational;

namespace {

FloatArray tokens_of(attest_dtype dtype, const std::vector<RationalMatrix>& inputs) {
  const auto n = static_cast<std::int64_t>(inputs[0].size()), d = static_cast<std::int64_t>(inputs[0][0].size());
  FloatArray tokens(dtype, {static_cast<std::int64_t>(inputs.size()), 1, n, d});
  std::int64_t place = 0;
  for (const RationalMatrix& X : inputs)
    for (const RationalVector& token : X)
      for (const Rational& entry : token) tokens.set(place++, entry.to_double());
  return tokens;
}

}  // namespace

TEST_CASE("where nothing is rounded, the float network is the exact one") {
  const RationalVector u{4, 2};
  const constructions::ContextualStack stack = constructions::contextual_stack(u, 2, 1);
  std::vector<RationalMatrix> inputs;
  for (const RationalMatrix& X : constructions::grid_inputs(constructions::GridKind::closed, 2, 1, 2))
    inputs.push_back({{X[0][0] + u[0]}, {X[1][0] + u[1]}});
  // Factors are powers of 1/6: a float64 holds their products to 2^-53, which half the least distance of two values
  // exceeds.
  const std::optional<FloatArray> result = run_network(stack.blocks, tokens_of(ATTEST_FLOAT64, inputs));
  REQUIRE(result);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const auto exact = theory::modified_network(stack.blocks, theory::Matrix<Rational>::from_rows(inputs[k]));
    for (std::size_t i = 0; i < 2; ++i) {
      const Rational error = Rational::from_double((*result)[static_cast<std::int64_t>(2 * k + i)]) - exact(i, 0);
      CHECK(abs(error) < pow(Rational(1, 2), 45));
    }
  }
}

TEST_CASE("parameters and results are rounded to the format, and an overflow is said") {
  theory::ModifiedBlock block;
  block.W1 = {{Rational(1)}}, block.W2 = {{Rational(1)}};
  block.phi = theory::PiecewiseLinear::constant(Rational(257));  // not a bfloat16
  const FloatArray zero = tokens_of(ATTEST_BFLOAT16, {{{0}}}), zero_half = tokens_of(ATTEST_FLOAT16, {{{0}}});
  CHECK((*run_network({block}, zero))[0] == 256);
  CHECK((*run_network({block}, zero_half))[0] == 257);
  block.phi = theory::PiecewiseLinear::constant(Rational(40000));
  CHECK((*run_network({block}, zero_half))[0] == 40000);
  CHECK(!run_network({block, block}, zero_half));
}

TEST_CASE("softmax near hardmax gives what hardmax gives") {
  const RationalVector z{1};
  theory::ModifiedBlock block;
  block.W1 = {{Rational(0)}}, block.W2 = {{Rational(0)}};
  block.heads = {{z, Rational(0), theory::ModifiedHead::Shift::key, {{Rational(1)}}, {{Rational(1)}}}};
  const FloatArray tokens = tokens_of(ATTEST_FLOAT32, {{{1}, {2}, {3}}});
  const FloatArray hard = *run_network({block}, tokens), cold = *run_network({block}, tokens, 64.0),
                   warm = *run_network({block}, tokens, 1.0);
  for (std::int64_t k = 0; k < 3; ++k) {
    CHECK(hard[k] == static_cast<double>(k + 1) + 3);
    CHECK(cold[k] == hard[k]);
    CHECK(warm[k] < hard[k]);
  }
}

TEST_CASE("the limit of hardmax: from which temperature on softmax gives it") {
  // exp(-b) <= 2^-(p+1) from b = (p + 1) log 2: 37.4, 17.3, 8.3, 6.2 for p = 53, 24, 11, 8.
  CHECK(hardmax_limit(ATTEST_FLOAT64, 2, 1).exact_from == 6);
  CHECK(hardmax_limit(ATTEST_FLOAT16, 2, 1).exact_from == 4);
  CHECK(hardmax_limit(ATTEST_BFLOAT16, 2, 1).exact_from == 3);
  const HardmaxLimit limit = hardmax_limit(ATTEST_FLOAT32, 2, 1);
  CHECK(limit.exact_from == 5);
  // float32's exp is 0 below -103.98, and 2^128 is no float32.
  CHECK(limit.winner_from == 5);
  CHECK(limit.others_from == 7);
  CHECK(limit.finite_to == 127);
  // 16 times the keys or a sixteenth of the gap want colder softmax, the latter 2^4 times.
  CHECK(hardmax_limit(ATTEST_BFLOAT16, 32, 1).exact_from == 4);
  CHECK(hardmax_limit(ATTEST_FLOAT32, 2, 0.0625).exact_from == 9);
}

TEST_CASE("Lemma 10 in floats") {
  for (const ContextualForm form : {ContextualForm::sweep, ContextualForm::stack}) {
    const ContextualStudy study({form, 2, 2, 1});
    CHECK(study.values() == 18);
    CHECK(study.rounded(ATTEST_FLOAT64).decoded == 18);
    const Separation exact = study.computed(ATTEST_FLOAT64), coarse = study.computed(ATTEST_BFLOAT16);
    CHECK((exact.finite && exact.distinct == 18 && exact.decoded == 18));
    CHECK(coarse.finite);
    CHECK(coarse.distinct < 18);
    CHECK(coarse.decoded <= coarse.distinct);
    CHECK(study.bits() > 8);
    CHECK(study.bits() < 10);
    const auto range = decoding_temperatures(study, ATTEST_FLOAT64, -2, 12);
    REQUIRE(range);
    CHECK(range->to == 12);
    CHECK(range->from > -2);
    CHECK(!decoding_temperatures(study, ATTEST_BFLOAT16, -2, 12));
  }
  // The sweep as blocks is the construction of the claim.
  CHECK(ContextualStudy({ContextualForm::sweep, 2, 8, 1}).computed(ATTEST_FLOAT16).finite == false);
  CHECK_THROWS_AS(ContextualStudy({ContextualForm::stack, 5, 8, 2}), InputError);
}
