// SPDX-License-Identifier: Apache-2.0
// The Hopper gradients on the emulated device, instruction by instruction, held to the bounds that they state.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "kernels/attest_gradient_kernel.h"
#include "kernels/problem.hpp"
#include "tests/kernels/cuda/emulation/runtime.hpp"
#include "verify/instances/gradients.hpp"
#include "verify/judge/gradient_judge.hpp"

using namespace attest;
using namespace attest::verify::instances;
namespace emulation = attest::cuda::emulation;

namespace {

const attest_gradient_kernel& kernel(std::uint32_t operation, std::uint32_t dtype) {
  const std::string name = std::string(kernels::operation_name(operation)) + "_gradient_" +
                           kernels::dtype_name(static_cast<attest_dtype>(dtype)) + "_sm90a";
  const attest_gradient_kernel_library* library = attest_gradient_kernels(ATTEST_GRADIENT_ABI);
  for (std::size_t i = 0; i < library->count; ++i)
    if (library->kernels[i].name == name) return library->kernels[i];
  FAIL("no kernel " << name);
  throw 0;
}

/// The message of run, empty if it succeeded.
std::string run(const attest_gradient_problem& g) {
  char text[400] = "";
  const int status = kernel(g.forward.operation, g.forward.dtype).run(&g, nullptr, 1, {text, sizeof text});
  return status == ATTEST_OK ? "" : text;
}

/// A problem with what a forward pass stored and room for its gradients.
struct Posed {
  GradientInstance instance;
  Outputs stored;
  Gradients gradients;
  attest_gradient_problem problem;

  Posed(const char* generator, const Request& request, std::uint64_t seed)
      : instance(generate_gradient(generator, request, seed)),
        stored(stored_outputs(instance.forward)),
        gradients(blank_gradients(instance)),
        problem(as_gradient_problem(instance, stored, gradients)) {}
  Posed(const Posed&) = delete;
};

Request request(attest_operation operation, attest_dtype dtype, std::int64_t queries, std::int64_t keys) {
  Request r;
  r.operation = operation, r.dtype = dtype;
  r.queries = queries, r.keys = keys, r.width = r.value_width = 64;
  if (operation != ATTEST_ATTENTION) r.bias = ATTEST_TERM_TOEPLITZ;
  if (operation == ATTEST_URPE) r.factor = ATTEST_TERM_TOEPLITZ;
  return r;
}

Request causal(Request r, std::int64_t diagonal) {
  r.mask = ATTEST_MASK_CAUSAL, r.diagonal = diagonal;
  return r;
}

Request wide(Request r, std::int64_t width, std::int64_t value_width) {
  r.width = width, r.value_width = value_width;
  return r;
}

void check(const Posed& posed, const Request& r, const char* generator) {
  REQUIRE(run(posed.problem) == "");
  verify::judge::JudgeOptions options;
  options.threads = 2;
  const verify::judge::Judgement judgement =
      verify::judge::judge_gradients(posed.instance, posed.gradients, kernel(r.operation, r.dtype).error, options);
  INFO(generator << ", operation " << r.operation << " dtype " << r.dtype << " " << r.queries << " x " << r.keys
                 << ", widths " << r.width << ", " << r.value_width << ", bias " << r.bias << " factor " << r.factor
                 << " mask " << r.mask << " diagonal " << r.diagonal);
  INFO("worst " << judgement.worst.part << " [" << judgement.worst.query << ", " << judgement.worst.column << "] "
                << judgement.worst.computed << " for " << judgement.worst.truth_low << ", bound "
                << judgement.worst.bound);
  CHECK(judgement.elements > 0);
  CHECK(judgement.outside == 0);
  CHECK(judgement.undecided == judgement.unbounded);  // of huge scores nothing is promised
}

void check(const Request& r, const char* generator = "random", std::uint64_t seed = 3) {
  check(Posed(generator, r, seed), r, generator);
}

/// One multiprocessor: a block does all units of work.
struct OneBlock {
  OneBlock() { emulation::device().multiprocessors = 1; }
  ~OneBlock() { emulation::device() = {}; }
};

}  // namespace

TEST_CASE("Hopper's gradients stand before the portable ones and state the rounding of weights") {
  const attest_gradient_kernel_library* library = attest_gradient_kernels(ATTEST_GRADIENT_ABI);
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(library->kernels[i].isa == std::string("sm90a"));
    CHECK(library->kernels[i].error.weight_round == (library->kernels[i].dtype == ATTEST_FLOAT16 ? 0x1p-11 : 0x1p-8));
  }
  CHECK(library->kernels[6].isa == std::string("cuda"));
  CHECK(kernel(ATTEST_URPE, ATTEST_BFLOAT16).available() == 1);
  emulation::device().has_hopper_code = false;
  const int available = kernel(ATTEST_URPE, ATTEST_BFLOAT16).available();
  emulation::device() = {};
  CHECK(available == 0);
}

TEST_CASE("Hopper's gradients stay inside their bound at the edges of tiles") {
  const OneBlock one;
  const auto attention = ATTEST_ATTENTION, rpe = ATTEST_RPE, urpe = ATTEST_URPE;
  check(request(attention, ATTEST_BFLOAT16, 1, 1));
  check(wide(request(attention, ATTEST_FLOAT16, 63, 129), 8, 16));
  check(request(attention, ATTEST_BFLOAT16, 129, 270));  // two units of either kind, rings turn
  check(causal(request(attention, ATTEST_FLOAT16, 270, 65), -40));
  check(request(rpe, ATTEST_BFLOAT16, 65, 127));
  check(wide(causal(request(rpe, ATTEST_FLOAT16, 128, 200), 100), 128, 104));
  check(request(urpe, ATTEST_FLOAT16, 130, 64));
  check(causal(request(urpe, ATTEST_BFLOAT16, 140, 257), 60));
  check(wide(request(urpe, ATTEST_BFLOAT16, 70, 66), 72, 128));
  Request factor_alone = request(urpe, ATTEST_BFLOAT16, 66, 131);
  factor_alone.bias = ATTEST_TERM_NONE;
  check(factor_alone);
  factor_alone.dtype = ATTEST_FLOAT16;
  check(wide(causal(factor_alone, 0), 128, 8));
}

TEST_CASE("Hopper's gradients of every kind of B and C") {
  for (const auto kind : {ATTEST_TERM_ALIBI, ATTEST_TERM_BUCKETS})
    for (const bool shared : {false, true}) {
      Request r = request(ATTEST_URPE, shared ? ATTEST_FLOAT16 : ATTEST_BFLOAT16, 67, 70);
      r.heads = 2;
      r.bias = kind, r.bias_parts = {false, shared};
      r.factor_parts = {true, !shared};
      check(shared ? causal(r, 20) : r);
    }
}

TEST_CASE("Hopper's gradients of arrays that batches or heads share are sums") {
  const OneBlock one;
  for (int shared = 1; shared < 4; ++shared) {
    Request r = request(ATTEST_URPE, ATTEST_BFLOAT16, 40, 66);
    r.batches = r.heads = 2;
    const OneForAll part = {shared % 2 != 0, shared / 2 != 0};
    r.query = part;
    check(r);
    r.query = {}, r.key = r.value = part;  // one kernel for both
    check(causal(r, 10));
    r.key = {};  // one for each
    check(r);
  }
}

TEST_CASE("Hopper's gradients of numbers of other kinds") {
  for (const char* generator : {"ties", "huge_scores", "rising_scores", "cancellation", "one_hot"})
    for (const attest_dtype dtype : {ATTEST_BFLOAT16, ATTEST_FLOAT16})
      check(causal(request(dtype == ATTEST_FLOAT16 ? ATTEST_RPE : ATTEST_URPE, dtype, 35, 40), 5), generator, 7);
}

namespace {

/// Every bit of every gradient.
std::vector<double> computed(const Gradients& gradients) {
  std::vector<double> all;
  for (const GradientPart& part : gradient_parts)
    if (const auto& array = gradients.*part.part)
      for (std::int64_t k = 0; k < array->size(); ++k) all.push_back((*array)[k]);
  return all;
}

Request several() {
  Request r = causal(request(ATTEST_URPE, ATTEST_BFLOAT16, 140, 150), 30);
  r.heads = 2, r.key.heads = true;
  return r;
}

/// The arrays that the copy engine reads lie as [row, batch, head, column] with unused columns behind each row.
struct Interleaved {
  Posed posed;
  std::vector<std::vector<std::uint16_t>> data;

  Interleaved(const Request& r, std::uint64_t seed, std::int64_t gap, std::int64_t value_gap)
      : posed("random", r, seed) {
    attest_problem& p = posed.problem.forward;
    move(p.query, r, r.queries, r.width, gap);
    move(p.key, r, r.keys, r.width, gap);
    move(p.value, r, r.keys, r.value_width, value_gap);
    move(posed.problem.grad_output, r, r.queries, r.value_width, value_gap);
  }

  void move(attest_tensor& t, const Request& r, std::int64_t rows, std::int64_t columns, std::int64_t gap) {
    const attest_tensor from = t;
    const std::int64_t step = columns + gap;
    t.row = r.batches * r.heads * step, t.batch = r.heads * step, t.head = from.head == 0 ? 0 : step;
    std::vector<std::uint16_t>& to = data.emplace_back(static_cast<std::size_t>(rows * t.row), std::uint16_t{0x7fc0});
    t.data = to.data();
    for (std::int64_t b = 0; b < r.batches; ++b)
      for (std::int64_t h = 0; h < r.heads; ++h)
        for (std::int64_t i = 0; i < rows; ++i)
          std::copy_n(kernels::row_of<const std::uint16_t>(from, b, h, i), columns,
                      kernels::row_of<std::uint16_t>(t, b, h, i));
  }
};

}  // namespace

TEST_CASE("the bits of Hopper's gradients do not depend on schedule or number of multiprocessors") {
  Posed first("random", several(), 4);
  REQUIRE(run(first.problem) == "");
  const std::vector<double> expected = computed(first.gradients);
  for (const double x : expected) REQUIRE(std::isfinite(x));
  for (const std::uint32_t schedule : {1u, 2u}) {
    Posed other("random", several(), 4);
    emulation::set_schedule(schedule);
    emulation::device().multiprocessors = schedule == 1 ? 1 : 5;
    const std::string said = run(other.problem);
    emulation::set_schedule(0);
    emulation::device() = {};
    REQUIRE(said == "");
    CHECK(computed(other.gradients) == expected);
  }
}

TEST_CASE("the bits of Hopper's gradients do not depend on strides") {
  Request r = several();
  r.queries = 50;
  Posed dense("random", r, 8);
  REQUIRE(run(dense.problem) == "");
  const Interleaved moved(r, 8, 8, 16);
  REQUIRE(run(moved.posed.problem) == "");
  CHECK(computed(moved.posed.gradients) == computed(dense.gradients));
}

TEST_CASE("Hopper's gradients of odd widths are written element by element") {
  const Request r = wide(causal(request(ATTEST_RPE, ATTEST_BFLOAT16, 66, 70), 9), 61, 59);
  check(Interleaved(r, 9, 3, 5).posed, r, "random");
}

TEST_CASE("Hopper's gradients one at a time are those of all together") {
  Posed all("random", several(), 5);
  REQUIRE(run(all.problem) == "");
  for (const auto asked : {&attest_gradient_problem::grad_query, &attest_gradient_problem::grad_key,
                           &attest_gradient_problem::grad_value}) {
    Posed alone("random", several(), 5);
    attest_gradient_problem g = alone.problem;
    g.grad_query.data = g.grad_key.data = g.grad_value.data = g.grad_bias.data = g.grad_factor.data = nullptr;
    (g.*asked).data = (alone.problem.*asked).data;
    REQUIRE(run(g) == "");
    const auto& mine = asked == &attest_gradient_problem::grad_query ? &Gradients::query
                       : asked == &attest_gradient_problem::grad_key ? &Gradients::key
                                                                     : &Gradients::value;
    const FloatArray &here = *(alone.gradients.*mine), &there = *(all.gradients.*mine);
    for (std::int64_t k = 0; k < here.size(); ++k) REQUIRE(here[k] == there[k]);
    for (const auto other : {&Gradients::query, &Gradients::key, &Gradients::value})
      if (other != mine) CHECK(std::isnan((*(alone.gradients.*other))[0]));
  }
}

TEST_CASE("rows that see no key, and keys that no row sees, have no gradient") {
  Posed posed("random", causal(request(ATTEST_ATTENTION, ATTEST_BFLOAT16, 80, 140), -20), 6);
  REQUIRE(run(posed.problem) == "");
  const Gradients& g = posed.gradients;
  for (std::int64_t k = 0; k < 20 * 64; ++k) REQUIRE((*g.query)[k] == 0);
  for (std::int64_t k = 60 * 64; k < 140 * 64; ++k) REQUIRE(((*g.key)[k] == 0 && (*g.value)[k] == 0));
  Posed none("random", causal(request(ATTEST_ATTENTION, ATTEST_BFLOAT16, 80, 140), -500), 6);
  REQUIRE(run(none.problem) == "");
  for (const double x : computed(none.gradients)) REQUIRE(x == 0);
}

TEST_CASE("what Hopper's gradients do not take is refused with the reason") {
  using Catch::Matchers::Contains;
  const auto refusal = [](const Request& r, auto change) {
    Posed posed("random", r, 3);
    change(posed.problem);
    return run(posed.problem);
  };
  const Request plain = request(ATTEST_ATTENTION, ATTEST_BFLOAT16, 5, 6),
                urpe = request(ATTEST_URPE, ATTEST_FLOAT16, 5, 6);
  const auto nothing = [](attest_gradient_problem&) {};
  CHECK_THAT(refusal(wide(plain, 136, 64), nothing), Contains("expected at most 128"));
  CHECK_THAT(refusal(wide(plain, 64, 136), nothing), Contains("expected at most 128"));
  CHECK_THAT(refusal(wide(plain, 60, 64), nothing), Contains("query: row stride 60"));
  Request dense = urpe;
  dense.factor = ATTEST_TERM_DENSE;
  CHECK_THAT(refusal(dense, nothing), Contains("dense"));
  Request bytes = plain;
  bytes.mask = ATTEST_MASK_BYTES;
  CHECK_THAT(refusal(bytes, nothing), Contains("mask"));
  CHECK_THAT(refusal(plain, [](attest_gradient_problem& g) { g.forward.output.data = nullptr; }), Contains("output"));
  CHECK_THAT(refusal(plain, [](attest_gradient_problem& g) { g.grad_output.row = 68; }), Contains("grad_output"));
  CHECK_THAT(refusal(plain, [](attest_gradient_problem& g) { g.forward.log_sum_exp.data = nullptr; }),
             Contains("log_sum_exp"));
}
