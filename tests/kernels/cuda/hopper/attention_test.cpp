// SPDX-License-Identifier: Apache-2.0
// The Hopper kernels on the emulated device, instruction by instruction, held to the bounds that they state.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "kernels/attest_kernel.h"
#include "kernels/problem.hpp"
#include "tests/kernels/cuda/emulation/runtime.hpp"
#include "tests/kernels/cuda/hopper/judged.hpp"

using namespace attest;
using namespace attest::tests::hopper;
using tests::Shape;
namespace emulation = attest::cuda::emulation;

TEST_CASE("every width, term and mask is inside its bound") {
  std::mt19937_64 random(5);
  const auto any = [&](auto... choices) {
    const std::int64_t list[] = {choices...};
    return list[random() % sizeof...(choices)];
  };
  for (const std::int64_t width : {64, 128, 256, 32, 96, 8, 40, 80, 200})
    for (const attest_dtype dtype : {ATTEST_BFLOAT16, ATTEST_FLOAT16}) {
      Shape shape;
      shape.dtype = dtype;
      shape.width = width;
      shape.value_width = any(width, width, std::int64_t{16}, std::int64_t{64});
      shape.queries = any(1, 63, 65, 127, 129, 191, 193, 210);
      shape.keys = any(1, 7, 63, 65, 111, 113, 129, 240);
      shape.operation = static_cast<attest_operation>(any(ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE, ATTEST_URPE));
      if (shape.operation != ATTEST_ATTENTION) shape.bias = static_cast<attest_term_kind>(1 + random() % 4);
      if (shape.operation == ATTEST_URPE) shape.factor = static_cast<attest_term_kind>(1 + random() % 2);
      shape.mask = static_cast<attest_mask_kind>(random() % 3);
      verify::instances::Instance instance = tests::random_instance(shape, random);
      if (shape.mask == ATTEST_MASK_CAUSAL) instance.diagonal = static_cast<std::int64_t>(random() % 200) - 60;
      check(instance);
    }
}

namespace {

/// A problem over arrays of this test's own, whose strides it chooses.
struct Laid {
  attest_problem p = {};
  std::vector<std::uint16_t> query, key, value, output;
  std::vector<float> bias, factor, row_sum, log_sum_exp;
};

/// bfloat16 numbers k / 8, |k| <= 8, from a counter, so that equal places of two layouts get equal numbers.
std::uint16_t number(std::int64_t place) {
  const auto eighths =
      static_cast<float>(static_cast<int>(static_cast<std::uint64_t>(place) * 2654435761u >> 7 & 15) - 8);
  std::uint32_t bits;
  const float x = eighths / 8;
  std::memcpy(&bits, &x, 4);
  return static_cast<std::uint16_t>(bits >> 16);
}

/// batches x heads of URPE. Packed: [batch, head, row, column] with `gap` unused columns; else [row, batch, head,
/// column]. Heads share keys and values if `shared`.
Laid lay_out(bool packed, std::int64_t gap, bool shared) {
  constexpr std::int64_t kBatches = 2, kHeads = 2, kQueries = 70, kKeys = 130, kWidth = 64;
  Laid l;
  attest_problem& p = l.p;
  p.struct_size = sizeof p;
  p.operation = ATTEST_URPE;
  p.dtype = ATTEST_BFLOAT16;
  p.batches = kBatches;
  p.heads = kHeads;
  p.queries = kQueries;
  p.keys = kKeys;
  p.width = p.value_width = kWidth;
  p.scale = 0.25;
  p.mask_kind = ATTEST_MASK_CAUSAL;
  p.diagonal = 40;
  const std::int64_t column = kWidth + gap;
  const auto tensor = [&](std::int64_t rows, bool share) {
    attest_tensor t = packed ? attest_tensor{nullptr, kHeads * rows * column, rows * column, column}
                             : attest_tensor{nullptr, kHeads * column, column, kBatches * kHeads * column};
    if (share) t.head = 0;
    return t;
  };
  const auto fill = [&](attest_tensor& t, std::vector<std::uint16_t>& data, std::int64_t rows, std::int64_t salt) {
    data.assign(static_cast<std::size_t>(kBatches * kHeads * rows * column), 0x7fc0);
    for (std::int64_t b = 0; b < kBatches; ++b)
      for (std::int64_t h = 0; h < kHeads; ++h)
        for (std::int64_t i = 0; i < rows; ++i)
          for (std::int64_t c = 0; c < kWidth; ++c)
            data[static_cast<std::size_t>(b * t.batch + h * t.head + i * t.row + c)] =
                number((((b * kHeads + (t.head == 0 ? 0 : h)) * rows + i) * kWidth + c) * 8 + salt);
    t.data = data.data();
  };
  p.query = tensor(kQueries, false);
  p.key = tensor(kKeys, shared);
  p.value = tensor(kKeys, shared);
  p.output = tensor(kQueries, false);
  fill(p.query, l.query, kQueries, 1);
  fill(p.key, l.key, kKeys, 2);
  fill(p.value, l.value, kKeys, 3);
  fill(p.output, l.output, kQueries, 4);
  const auto relative = [&](attest_term& term, std::vector<float>& values, std::int64_t salt) {
    for (std::int64_t k = 0; k < kHeads * (kQueries + kKeys - 1); ++k)
      values.push_back(static_cast<float>((k * 7 + salt) % 33 - 16) / 16);
    term.kind = ATTEST_TERM_TOEPLITZ;
    term.values = {values.data(), 0, kQueries + kKeys - 1, 0};
  };
  relative(p.bias, l.bias, 0);
  relative(p.factor, l.factor, 11);
  l.row_sum.assign(kBatches * kHeads * kQueries, NAN);
  l.log_sum_exp = l.row_sum;
  p.row_sum = {l.row_sum.data(), kHeads * kQueries, kQueries, 0};
  p.log_sum_exp = {l.log_sum_exp.data(), kHeads * kQueries, kQueries, 0};
  return l;
}

/// What was computed, in one order whatever the layout.
std::vector<float> computed(const Laid& l) {
  std::vector<float> all(l.row_sum);
  all.insert(all.end(), l.log_sum_exp.begin(), l.log_sum_exp.end());
  const attest_problem& p = l.p;
  for (std::int64_t b = 0; b < p.batches; ++b)
    for (std::int64_t h = 0; h < p.heads; ++h)
      for (std::int64_t i = 0; i < p.queries; ++i)
        for (std::int64_t c = 0; c < p.value_width; ++c)
          all.push_back(kernels::row_of<std::uint16_t>(p.output, b, h, i)[c]);
  return all;
}

}  // namespace

TEST_CASE("the bits do not depend on layout, schedule or number of multiprocessors") {
  for (const bool shared : {false, true}) {
    Laid first = lay_out(true, 0, shared);
    REQUIRE(run(first.p) == "");
    const std::vector<float> expected = computed(first);
    for (const bool packed : {false, true})
      for (const std::int64_t gap : {0, 8}) {
        Laid other = lay_out(packed, gap, shared);
        emulation::set_schedule(static_cast<std::uint32_t>(1 + gap));
        emulation::device().multiprocessors = packed ? 1 : 5;
        REQUIRE(run(other.p) == "");
        emulation::set_schedule(0);
        emulation::device() = {};
        CHECK(computed(other) == expected);
        if (gap > 0) CHECK(other.output[64] == 0x7fc0);  // between the rows nothing is written
      }
  }
}

TEST_CASE("a call is one launch and allocates nothing") {
  Laid on_host = lay_out(true, 0, false);
  REQUIRE(run(on_host.p) == "");
  Laid l = lay_out(true, 0, false);
  std::vector<void*> memory;
  const auto move = [&](void*& data, auto& numbers) {
    const std::size_t bytes = numbers.size() * sizeof numbers[0];
    REQUIRE(cudaMalloc(&memory.emplace_back(), bytes) == cudaSuccess);
    data = std::memcpy(memory.back(), numbers.data(), bytes);
  };
  move(l.p.query.data, l.query);
  move(l.p.key.data, l.key);
  move(l.p.value.data, l.value);
  move(l.p.output.data, l.output);
  move(l.p.bias.values.data, l.bias);
  move(l.p.factor.values.data, l.factor);
  move(l.p.row_sum.data, l.row_sum);
  move(l.p.log_sum_exp.data, l.log_sum_exp);
  emulation::reset_peak();
  const std::size_t bytes = emulation::peak_bytes(), launches = emulation::launches();
  REQUIRE(run(l.p) == "");
  CHECK(emulation::peak_bytes() == bytes);
  CHECK(emulation::launches() == launches + 1);
  std::memcpy(l.output.data(), l.p.output.data, l.output.size() * sizeof l.output[0]);
  std::memcpy(l.row_sum.data(), l.p.row_sum.data, l.row_sum.size() * sizeof l.row_sum[0]);
  std::memcpy(l.log_sum_exp.data(), l.p.log_sum_exp.data, l.log_sum_exp.size() * sizeof l.log_sum_exp[0]);
  l.p.output.data = l.output.data();
  CHECK(computed(l) == computed(on_host));
  for (void* at : memory) cudaFree(at);
}

TEST_CASE("slices begin anywhere: queries and keys of every parity, terms at every address") {
  std::mt19937_64 random(12);
  for (const std::int64_t queries : {65, 70})
    for (const std::int64_t keys : {129, 131, 260})
      for (const attest_term_kind kind : {ATTEST_TERM_TOEPLITZ, ATTEST_TERM_ALIBI, ATTEST_TERM_BUCKETS}) {
        Shape shape;
        shape.operation = ATTEST_URPE;
        shape.dtype = ATTEST_BFLOAT16;
        shape.width = shape.value_width = keys == 131 ? 128 : 64;
        shape.queries = queries;
        shape.keys = keys;
        shape.bias = kind;
        shape.factor = ATTEST_TERM_TOEPLITZ;
        check(tests::random_instance(shape, random), queries == 70);
      }
}

TEST_CASE("a library that was compiled without their instructions does not offer the kernels") {
  const attest_kernel& k = kernel(ATTEST_URPE, ATTEST_BFLOAT16);
  CHECK(k.available() == 1);
  emulation::device().has_hopper_code = false;
  const int available = k.available();
  emulation::device() = {};
  CHECK(available == 0);
}

TEST_CASE("an output of odd stride is written element by element") {
  Laid even = lay_out(true, 0, false), odd = lay_out(true, 1, false);
  odd.p.query = even.p.query;
  odd.p.key = even.p.key;
  odd.p.value = even.p.value;
  REQUIRE(run(even.p) == "");
  REQUIRE(run(odd.p) == "");
  CHECK(computed(odd) == computed(even));
}

TEST_CASE("rows that see no key are 0") {
  Laid l = lay_out(true, 0, false);
  l.p.diagonal = -20;
  REQUIRE(run(l.p) == "");
  for (std::int64_t i = 0; i < 20; ++i) {
    CHECK(l.row_sum[static_cast<std::size_t>(i)] == 0);
    CHECK(l.log_sum_exp[static_cast<std::size_t>(i)] == -INFINITY);
    for (std::int64_t c = 0; c < 64; ++c) CHECK(kernels::row_of<std::uint16_t>(l.p.output, 0, 0, i)[c] == 0);
  }
  CHECK(std::isfinite(l.log_sum_exp[20]));

  Laid none = lay_out(true, 0, false);
  none.p.diagonal = -500;
  REQUIRE(run(none.p) == "");
  for (const std::uint16_t x : none.output) CHECK(x == 0);
  for (const float x : none.log_sum_exp) CHECK(x == -INFINITY);
}

TEST_CASE("a scale that is negative or zero") {
  std::mt19937_64 random(9);
  Shape shape;
  shape.dtype = ATTEST_BFLOAT16;
  shape.width = shape.value_width = 64;
  shape.queries = 70;
  shape.keys = 130;
  for (const double scale : {-0.25, 0.0}) {
    verify::instances::Instance instance = tests::random_instance(shape, random);
    instance.scale = scale;
    check(instance);
  }
}

TEST_CASE("a bias that says never") {
  std::mt19937_64 random(10);
  for (const attest_term_kind kind : {ATTEST_TERM_TOEPLITZ, ATTEST_TERM_DENSE}) {
    Shape shape;
    shape.operation = ATTEST_RPE;
    shape.dtype = ATTEST_BFLOAT16;
    shape.width = shape.value_width = 64;
    shape.queries = 66;
    shape.keys = 120;
    shape.bias = kind;
    verify::instances::Instance instance = tests::random_instance(shape, random);
    // Every third place, and whatever the last row sees.
    for (std::int64_t i = 0; i < instance.bias.values.size(); ++i)
      if (i % 3 == 0 || i >= instance.bias.values.size() - shape.keys)
        instance.bias.values.set(i, -std::numeric_limits<float>::max());
    const verify::instances::Outputs outputs = run(instance);
    for (std::int64_t i = 0; i < outputs.output.size(); ++i) REQUIRE(std::isfinite(outputs.output[i]));
    check(instance);
  }
}

TEST_CASE("what the copy engine cannot take is refused with the reason") {
  using Catch::Matchers::Contains;
  const auto refusal = [](auto change) {
    Laid l = lay_out(true, 0, false);
    change(l.p);
    return run(l.p);
  };
  CHECK_THAT(refusal([](attest_problem& p) { p.key.row = 68; }), Contains("key: row stride 68"));
  CHECK_THAT(refusal([](attest_problem& p) { p.value.head = -64; }), Contains("value: head stride -64"));
  CHECK_THAT(refusal([](attest_problem& p) { p.query.row = 0; }), Contains("query: row stride 0"));
  CHECK_THAT(refusal([](attest_problem& p) { p.query.row = 56; }),
             Contains("query: row stride 56"));  // rows of 64 overlap
  CHECK_THAT(refusal([](attest_problem& p) { p.width = 0; }), Contains("width: 0: expected 1 to 256"));
  CHECK_THAT(refusal([](attest_problem& p) { p.keys = 0; }), Contains("keys: 0"));
  CHECK_THAT(refusal([](attest_problem& p) { p.scale = 1e300; }), Contains("scale"));
}
