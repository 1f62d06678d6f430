// SPDX-License-Identifier: Apache-2.0
// Where the tensors of a problem lie: host or device memory, any strides; and what the library says where it cannot
// run.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/attest_kernel.h"
#include "kernels/cuda/attest_cuda.h"
#include "tests/kernels/cuda/emulation/runtime.hpp"

namespace emulation = attest::cuda::emulation;
using Catch::Matchers::Contains;

namespace {

const attest_kernel& kernel(const std::string& name) {
  const attest_kernel_library* library = attest_kernels(ATTEST_KERNEL_ABI);
  for (std::size_t i = 0; i < library->count; ++i)
    if (library->kernels[i].name == name) return library->kernels[i];
  FAIL("no kernel " << name);
  throw 0;
}

/// A tensor of floats in which rows lie `row` apart, with marked numbers between them.
struct Padded {
  std::vector<float> numbers;
  attest_tensor tensor{};

  Padded(std::int64_t batches, std::int64_t heads, std::int64_t rows, std::int64_t columns, std::int64_t row,
         std::int64_t first)
      : numbers(static_cast<std::size_t>(first + batches * heads * rows * row), kMark) {
    tensor = {numbers.data() + first, heads * rows * row, rows * row, row};
    (void)columns;
  }
  static constexpr float kMark = 12345.0f;
};

constexpr std::int64_t kBatches = 2, kHeads = 3, kQueries = 70, kKeys = 50, kWidth = 16;

float number(std::int64_t i) { return static_cast<float>((i * 7919 % 1000) - 500) / 400.0f; }

/// A problem over tensors whose rows lie `row` apart and whose first element is number `first` of its allocation.
struct Setup {
  Padded query, key, value, output;
  std::vector<float> row_sum;
  attest_problem p{};

  Setup(std::int64_t row, std::int64_t first)
      : query(kBatches, kHeads, kQueries, kWidth, row, first),
        key(kBatches, kHeads, kKeys, kWidth, row, first),
        value(kBatches, kHeads, kKeys, kWidth, row, first),
        output(kBatches, kHeads, kQueries, kWidth, row, first),
        row_sum(kBatches * kHeads * kQueries) {
    std::int64_t count = 0;
    for (Padded* t : {&query, &key, &value}) {
      const std::int64_t rows = t == &query ? kQueries : kKeys;
      for (std::int64_t r = 0; r < kBatches * kHeads * rows; ++r)
        for (std::int64_t c = 0; c < kWidth; ++c) static_cast<float*>(t->tensor.data)[r * row + c] = number(count++);
    }
    p.struct_size = sizeof p;
    p.operation = ATTEST_ATTENTION;
    p.dtype = ATTEST_FLOAT32;
    p.batches = kBatches, p.heads = kHeads, p.queries = kQueries, p.keys = kKeys, p.width = p.value_width = kWidth;
    p.scale = 0.25;
    p.query = query.tensor, p.key = key.tensor, p.value = value.tensor, p.output = output.tensor;
    p.row_sum = {row_sum.data(), kHeads * kQueries, kQueries, 0};
  }
  /// The result, row after row.
  std::vector<float> result() const {
    std::vector<float> all;
    for (std::int64_t r = 0; r < kBatches * kHeads * kQueries; ++r)
      for (std::int64_t c = 0; c < kWidth; ++c)
        all.push_back(static_cast<const float*>(output.tensor.data)[r * p.output.row + c]);
    return all;
  }
};

std::vector<float> expected(const char* name) {
  Setup setup(kWidth, 0);
  REQUIRE(kernel(name).run(&setup.p, nullptr, 1, {}) == ATTEST_OK);
  return setup.result();
}

constexpr const char* kNames[] = {"attention_float32_cuda", "attention_float32_cuda_tf32"};

}  // namespace

TEST_CASE("strides and addresses change nothing, and nothing between the rows is written") {
  for (const char* name : kNames)
    for (const std::int64_t first : {0, 1, 4})
      for (const std::int64_t row : {kWidth, kWidth + 1, kWidth + 4}) {
        Setup setup(row, first);
        REQUIRE(kernel(name).run(&setup.p, nullptr, 1, {}) == ATTEST_OK);
        REQUIRE(setup.result() == expected(name));
        std::size_t marks = 0;
        for (const float x : setup.output.numbers) marks += x == Padded::kMark;
        CHECK(marks == setup.output.numbers.size() - setup.result().size());
      }
}

TEST_CASE("strides of inputs may be 0 or negative") {
  for (const char* name : kNames) {
    Setup setup(kWidth, 0), mirrored(kWidth, 0);
    setup.p.query.batch = mirrored.p.query.batch = 0;
    // Keys and values in the reverse order give the same sums in another order.
    for (attest_tensor* t : {&mirrored.p.key, &mirrored.p.value}) {
      t->data = static_cast<float*>(t->data) + (kKeys - 1) * kWidth;
      t->row = -kWidth;
    }
    REQUIRE(kernel(name).run(&setup.p, nullptr, 1, {}) == ATTEST_OK);
    REQUIRE(kernel(name).run(&mirrored.p, nullptr, 1, {}) == ATTEST_OK);
    const std::vector<float> a = setup.result(), b = mirrored.result();
    // Each weighted mean of numbers within 1.25 rounds differently; tf32 has 11 bits, and 50 of them are added.
    for (std::size_t i = 0; i < a.size(); ++i) CHECK(std::fabs(a[i] - b[i]) < 1.25 * 50 * 0x1p-11);
    CHECK(a != expected(name));  // every batch has the first batch's queries
  }
}

TEST_CASE("tensors in device memory are used as they lie, and nothing is allocated for them") {
  for (const char* name : kNames) {
    Setup setup(kWidth, 0);
    std::vector<void*> buffers;
    const auto move = [&](attest_tensor& t, std::size_t bytes) {
      void* device = nullptr;
      REQUIRE(cudaMalloc(&device, bytes) == cudaSuccess);
      cudaMemcpyAsync(device, t.data, bytes, cudaMemcpyHostToDevice, nullptr);
      buffers.push_back(device);
      t.data = device;
    };
    const std::size_t row = kBatches * kHeads * kWidth * sizeof(float);
    move(setup.p.query, row * kQueries);
    move(setup.p.key, row * kKeys);
    move(setup.p.value, row * kKeys);
    // One after another moves to the device: each mixture gives the same bits.
    REQUIRE(kernel(name).run(&setup.p, nullptr, 1, {}) == ATTEST_OK);
    CHECK(setup.result() == expected(name));
    char text[200] = "";
    CHECK(attest_cuda_enqueue(&kernel(name), &setup.p, nullptr, {text, sizeof text}) == ATTEST_INVALID);
    CHECK_THAT(text, Contains("every tensor in device memory"));
    move(setup.p.output, row * kQueries);
    move(setup.p.row_sum, row * kQueries / kWidth);
    emulation::reset_peak();
    const std::size_t before = emulation::allocated_bytes();
    REQUIRE(kernel(name).run(&setup.p, nullptr, 1, {}) == ATTEST_OK);
    REQUIRE(attest_cuda_enqueue(&kernel(name), &setup.p, nullptr, {}) == ATTEST_OK);
    CHECK(emulation::peak_bytes() == before);
    cudaMemcpyAsync(setup.output.numbers.data(), setup.p.output.data, row * kQueries, cudaMemcpyDeviceToHost, nullptr);
    CHECK(setup.result() == expected(name));
    for (void* buffer : buffers) cudaFree(buffer);
  }
  CHECK(emulation::allocated_bytes() == 0);  // copies of host tensors are given back
}

TEST_CASE("less shared memory than the matrix units' tiles want: the other kernel runs") {
  emulation::device().shared_bytes = 64 << 10;
  Setup setup(kWidth, 0);
  setup.p.value_width = kWidth;
  const std::vector<float> tf32 = expected("attention_float32_cuda_tf32");
  emulation::device().shared_bytes = 8 << 10;  // no kernel fits: an error, not a crash
  char text[200] = "";
  CHECK(kernel("attention_float32_cuda").run(&setup.p, nullptr, 1, {text, sizeof text}) == ATTEST_FAILED);
  CHECK_THAT(text, Contains("shared memory"));
  emulation::device() = {};
  CHECK(tf32 == expected("attention_float32_cuda_tf32"));
}

TEST_CASE("without a device every kernel says so") {
  emulation::device().count = 0;
  const attest_kernel_library* library = attest_kernels(ATTEST_KERNEL_ABI);
  CHECK(library->count >= 20);
  for (std::size_t i = 0; i < library->count; ++i) CHECK(library->kernels[i].available() == 0);
  Setup setup(kWidth, 0);
  char text[200] = "";
  CHECK(kernel("attention_float32_cuda").run(&setup.p, nullptr, 1, {text, sizeof text}) == ATTEST_NO_DEVICE);
  CHECK_THAT(text, Contains("no CUDA device"));
  emulation::device() = {};
}

TEST_CASE("what is not supported is refused with a reason") {
  CHECK(attest_kernels(ATTEST_KERNEL_ABI + 1) == nullptr);
  Setup setup(kWidth, 0);
  char text[200] = "";
  const attest_message why{text, sizeof text};
  CHECK(kernel("urpe_float32_cuda").run(&setup.p, nullptr, 1, why) == ATTEST_UNSUPPORTED);
  CHECK_THAT(text, Contains("computes urpe of float32"));
  setup.p.output.row = 1;
  CHECK(kernel("attention_float32_cuda").run(&setup.p, nullptr, 1, why) == ATTEST_INVALID);
  CHECK_THAT(text, Contains("output"));
  const attest_kernel stranger = kernel("attention_float32_cuda");
  CHECK(attest_cuda_enqueue(&stranger, &setup.p, nullptr, why) == ATTEST_INVALID);
  CHECK_THAT(text, Contains("not one of this library"));
}
