// SPDX-License-Identifier: Apache-2.0
// The stage that is wrong is the one that is blamed; where something else than a stage is wrong, none is.
#include "verify/validate/blame.hpp"

#include <catch2/catch.hpp>

#include "tests/kernels/faults/suite.hpp"

using namespace attest;
using namespace attest::faults;
using namespace attest::verify::instances;
using verify::validate::Blame;
using verify::validate::Outcome;
using verify::validate::Validation;

namespace {

/// Whatever is outside of a fault's runs on these generators, a quick look at what a menu has.
Blame blame_of(Fault fault, attest_dtype dtype) {
  Blame blame;
  for (const char* generator : {"random", "ties", "small_weights", "dominant_key", "cross_lengths"})
    for (const Request& request : requests(dtype)) {
      if (request.operation == ATTEST_HARDMAX) continue;
      const Instance instance = generate(generator, request, 0);
      const Outputs outputs = outputs_with(instance, fault);
      Validation validation = verify::validate::describe(instance);
      validation.error = promised(dtype);
      validation.judgement = verify::judge::judge(instance, outputs, validation.error);
      validation.outcome = validation.judgement->outside > 0 ? Outcome::outside : Outcome::accepted;
      blame.add(validation, instance, outputs, {});
    }
  return blame;
}

}  // namespace

TEST_CASE("the stage that is wrong fits best") {
  const std::pair<Fault, const char*> wrong[] = {
      {Fault::bias_half_precision, "scores"},    {Fault::scores_coarse, "scores"},
      {Fault::exp_short_polynomial, "exp"},      {Fault::exp_cut_to_13_bits, "exp"},
      {Fault::sum_coarse, "denominator"},        {Fault::fast_division, "denominator"},
      {Fault::accumulate_coarse, "product"},     {Fault::spill_coarse, "product"},
      {Fault::weights_coarse, "product"},        {Fault::weights_truncated, "product"},
      {Fault::factor_half_precision, "product"}, {Fault::output_truncated, "output rounding"}};
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_FLOAT64})
    for (const auto& [fault, stage] : wrong) {
      const Blame blame = blame_of(fault, dtype);
      INFO(stage << ": " << blame.words());
      REQUIRE(!blame.explanations().empty());
      CHECK(std::string(blame.explanations().front().stage) == stage);
      CHECK(blame.explanations().front().least > blame.explanations().front().permitted);
    }
  for (const auto& [fault, stage] : {std::pair{Fault::scores_coarse, "scores"},
                                     {Fault::sum_coarse, "denominator"},
                                     {Fault::accumulate_coarse, "product"},
                                     {Fault::weights_coarse, "product"}}) {
    const Blame blame = blame_of(fault, ATTEST_BFLOAT16);
    INFO(stage << ": " << blame.words());
    REQUIRE(!blame.explanations().empty());
    CHECK(std::string(blame.explanations().front().stage) == stage);
  }
}

TEST_CASE("what no rounding explains is blamed on no stage") {
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_BFLOAT16})
    for (const FaultInfo& info : all_faults()) {
      const bool is_of_precision = info.fault >= Fault::accumulate_coarse && info.fault <= Fault::fast_division;
      if (is_of_precision || info.fault == Fault::race || info.fault == Fault::bias_half_precision ||
          info.fault == Fault::factor_half_precision)
        continue;
      const Blame blame = blame_of(info.fault, dtype);
      INFO(info.name << ": " << blame.words());
      CHECK(blame.explanations().empty());
    }
}

TEST_CASE("a correct kernel is not blamed") {
  const Blame blame = blame_of(Fault::none, ATTEST_FLOAT32);
  CHECK(blame.words().empty());
  CHECK(blame.to_json().is_null());
}

TEST_CASE("a fault of exp's range is none of rounding") {
  for (const Fault fault : {Fault::exp_range, Fault::exp_clamped}) {
    const Blame blame = blame_of(fault, ATTEST_FLOAT32);
    CHECK(blame.words() == "no one stage explains every element");
    CHECK(blame.to_json()["stages"].empty());
  }
}

TEST_CASE("where nothing is outside, what is beyond roundings at random is explained") {
  Request r;
  r.dtype = ATTEST_FLOAT32;
  r.batches = r.heads = 1, r.queries = 3, r.keys = 1025, r.width = 4, r.value_width = 5;
  const Instance instance = generate("random", r, 1);
  Outputs outputs{outputs_with(instance, Fault::none).output, {}, {}};
  const verify::judge::Judgement right = verify::judge::judge(instance, outputs, promised(ATTEST_FLOAT32));
  outputs.output.set(right.worst.query * 5 + right.worst.column, right.worst.truth_low + 0.9 * right.worst.bound);
  const Validation validation = verify::validate::validate_outputs(instance, outputs, promised(ATTEST_FLOAT32), {}, {});
  REQUIRE(validation.outcome == Outcome::accepted);
  REQUIRE(validation.beyond_random == 1);
  Blame blame;
  blame.add(validation, instance, outputs, {});
  REQUIRE(!blame.explanations().empty());
  CHECK(blame.to_json()["of"] == "beyond_random");
  CHECK(blame.explanations().front().least < 0x1p-10);
}
