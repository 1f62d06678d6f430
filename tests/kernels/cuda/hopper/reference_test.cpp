// SPDX-License-Identifier: Apache-2.0
// Weights are made against a reference that lags, and a block that does not fit is done again: wherever in a row that
// happens, for however many rows, and however far the reference has to go.
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "tests/kernels/cuda/hopper/judged.hpp"

using namespace attest;
using namespace attest::tests::hopper;
using tests::Shape;
using verify::instances::Instance;
using verify::instances::Outputs;

namespace {

constexpr std::int64_t kQueries = 70, kKeys = 500;

/// Attention (RPE with a Toeplitz bias, URPE with a factor, too) in which query i and key j have the score
/// row(i) * level(j) + noise: the last component of a query is row(i), of a key level(j).
Instance steps(attest_operation operation, attest_dtype dtype, std::int64_t width,
               const std::function<double(std::int64_t)>& row, const std::function<double(std::int64_t)>& level) {
  std::mt19937_64 random(21);
  Shape shape;
  shape.operation = operation;
  shape.dtype = dtype;
  shape.width = shape.value_width = width;
  shape.queries = kQueries;
  shape.keys = kKeys;
  if (operation != ATTEST_ATTENTION) shape.bias = ATTEST_TERM_TOEPLITZ;
  if (operation == ATTEST_URPE) shape.factor = ATTEST_TERM_TOEPLITZ;
  Instance instance = tests::random_instance(shape, random);
  instance.batches = instance.heads = 1;
  instance.scale = 0.125;
  for (std::int64_t i = 0; i < kQueries; ++i) instance.query.set((i + 1) * width - 1, 8 * row(i));
  for (std::int64_t j = 0; j < kKeys; ++j) instance.key.set((j + 1) * width - 1, level(j));
  return instance;
}

double every_row(std::int64_t) { return 1; }
/// One row of the second warp.
double one_row(std::int64_t i) { return i == 21 ? 1 : 0; }

}  // namespace

TEST_CASE("a reference that moves in the middle, at the last block, at every block, far up, and not at all") {
  const struct {
    const char* what;
    std::function<double(std::int64_t)> level;
  } levels[] = {
      {"level", [](std::int64_t) { return 0; }},
      {"up by a little in the middle", [](std::int64_t j) { return j == 250 ? 9 : 0; }},
      {"up at the last key", [](std::int64_t j) { return j == kKeys - 1 ? 40 : 0; }},
      {"up with every block", [](std::int64_t j) { return static_cast<double>(j / 64) * 16; }},
      {"down with every block", [](std::int64_t j) { return static_cast<double>(j / 64) * -16; }},
      {"far up, once", [](std::int64_t j) { return j >= 300 ? 2048 : 0; }},
      {"far up from far down", [](std::int64_t j) { return j == 400 ? 8192 : -8192; }},
      {"far up and down again", [](std::int64_t j) { return j / 100 % 2 == 1 ? 1024 : -1024; }},
      {"many weights near the limit", [](std::int64_t j) { return j >= 130 ? 3.5 : 0; }},
  };
  for (const auto& [what, level] : levels)
    for (const attest_operation operation : {ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE})
      for (const attest_dtype dtype : {ATTEST_BFLOAT16, ATTEST_FLOAT16})
        for (const std::int64_t width : {64, 128}) {
          INFO(what);
          check(steps(operation, dtype, width, every_row, level), false);
          if (width == 64) check(steps(operation, dtype, width, one_row, level), false);
        }
}

TEST_CASE("a row's bits do not depend on what its neighbours' references do") {
  for (const attest_operation operation : {ATTEST_ATTENTION, ATTEST_URPE}) {
    const auto level = [](std::int64_t j) { return j % 90 == 80 ? static_cast<double>(j) / 4 : 0; };
    const auto still = [](std::int64_t i) { return i % 2 == 0 ? 0.5 : 0; };
    const Outputs alone = run(steps(operation, ATTEST_BFLOAT16, 64, still, level), false);
    const Outputs beside =
        run(steps(
                operation, ATTEST_BFLOAT16, 64, [&](std::int64_t i) { return i % 8 == 5 ? 2 : still(i); }, level),
            false);
    for (std::int64_t i = 0; i < kQueries; ++i) {
      if (i % 8 == 5) continue;
      REQUIRE((*alone.log_sum_exp)[i] == (*beside.log_sum_exp)[i]);
      for (std::int64_t c = 0; c < 64; ++c) REQUIRE(alone.output[i * 64 + c] == beside.output[i * 64 + c]);
    }
  }
}

TEST_CASE("rows that see no key beside rows whose reference moves") {
  for (const attest_operation operation : {ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE}) {
    Instance instance = steps(operation, ATTEST_BFLOAT16, 64, every_row, [](std::int64_t j) { return j * 0.5; });
    instance.mask_kind = ATTEST_MASK_CAUSAL;
    for (const std::int64_t diagonal : {-5, 300, 430}) {  // edges in the first, a middle and the last block
      instance.diagonal = diagonal;
      const Outputs outputs = run(instance, false);
      check(instance, false);
      if (diagonal > 0) continue;
      for (std::int64_t i = 0; i < 5; ++i) CHECK((*outputs.log_sum_exp)[i] == -INFINITY);
      for (std::int64_t place = 0; place < 5 * 64; ++place) CHECK(outputs.output[place] == 0);
    }
  }
}

TEST_CASE("a row whose first blocks say never") {
  Instance instance = steps(ATTEST_RPE, ATTEST_BFLOAT16, 64, every_row, [](std::int64_t) { return 0; });
  // Values lie by i - j: the last keys of every row have the first of them.
  for (std::int64_t k = 0; k < instance.bias.values.size(); ++k)
    if (k >= 150) instance.bias.values.set(k, -std::numeric_limits<float>::max());
  const Outputs outputs = run(instance, false);
  for (std::int64_t place = 0; place < outputs.output.size(); ++place) REQUIRE(std::isfinite(outputs.output[place]));
  check(instance, false);
}

TEST_CASE("a score that is no number makes its own row NaN and no other") {
  Instance instance = steps(ATTEST_ATTENTION, ATTEST_BFLOAT16, 64, every_row, [](std::int64_t) { return 0; });
  const Outputs right = run(instance, false);
  Outputs outputs = verify::instances::blank_outputs(instance, false, true);
  attest_problem problem = verify::instances::as_problem(instance, outputs);
  std::vector<std::uint16_t> query(static_cast<std::size_t>(kQueries * 64));
  for (std::size_t at = 0; at < query.size(); ++at)
    query[at] = kernels::row_of<std::uint16_t>(problem.query, 0, 0, static_cast<std::int64_t>(at) / 64)[at % 64];
  query[33 * 64] = 0x7fc0;
  problem.query = {query.data(), 0, 0, 64};
  REQUIRE(run(problem) == "");
  for (std::int64_t i = 0; i < kQueries; ++i)
    for (std::int64_t c = 0; c < 64; ++c) {
      if (i == 33)
        CHECK(std::isnan(outputs.output[i * 64 + c]));
      else
        REQUIRE(outputs.output[i * 64 + c] == right.output[i * 64 + c]);
    }
}
