// SPDX-License-Identifier: Apache-2.0
// One Hopper kernel on a fixed problem under several schedules: prints every bit that it computed, or what the
// emulation found. mutants.py compiles it with faults in the kernel's sources and expects another print.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <utility>
#include <vector>

#include "tests/kernels/cuda/hopper/emulation/device.hpp"
// After the emulation: device code.
#include "kernels/cuda/hopper/launch.cuh"

using namespace attest::cuda;
using namespace attest::cuda::hopper;

int main() {
  // Several units of work a block, more key blocks than stages, a causal edge, a tail of queries and of keys.
  constexpr int kHeads = 2, kQueries = 200, kKeys = 600, kWidth = 64;
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  const auto numbers = [&](std::size_t count) {
    std::vector<std::uint16_t> all(count);
    for (auto& x : all) x = from_float<Bfloat16>(normal(random)).bits;
    return all;
  };
  const auto floats = [&](std::size_t count) {
    std::vector<float> all(count);
    for (auto& x : all) x = normal(random);
    return all;
  };
  auto query = numbers(kHeads * kQueries * kWidth), key = numbers(kHeads * kKeys * kWidth),
       value = numbers(kHeads * kKeys * kWidth);
  auto bias = floats(kHeads * (kQueries + kKeys - 1)), factor = floats(kHeads * (kQueries + kKeys - 1));
  std::vector<std::uint16_t> output(kHeads * kQueries * kWidth);
  std::vector<float> row_sum(kHeads * kQueries), log_sum_exp(kHeads * kQueries);
  attest_problem p = {};
  p.batches = 1;
  p.heads = kHeads;
  p.queries = kQueries;
  p.keys = kKeys;
  p.width = p.value_width = kWidth;
  p.scale = 2;  // scores far enough apart for references to move
  p.query = {query.data(), 0, kQueries * kWidth, kWidth};
  p.key = {key.data(), 0, kKeys * kWidth, kWidth};
  p.value = {value.data(), 0, kKeys * kWidth, kWidth};
  p.bias.kind = p.factor.kind = ATTEST_TERM_TOEPLITZ;
  // In device memory, behind which nothing may be read.
  for (const auto& [values, numbers] : {std::pair{&p.bias.values, &bias}, {&p.factor.values, &factor}}) {
    *values = {nullptr, 0, kQueries + kKeys - 1, 0};
    if (cudaMalloc(&values->data, numbers->size() * sizeof(float)) != cudaSuccess) return 1;
    std::copy(numbers->begin(), numbers->end(), static_cast<float*>(values->data));
  }
  p.mask_kind = ATTEST_MASK_CAUSAL;
  p.diagonal = 350;
  p.output = {output.data(), 0, kQueries * kWidth, kWidth};
  p.row_sum = {row_sum.data(), 0, kQueries, 0};
  p.log_sum_exp = {log_sum_exp.data(), 0, kQueries, 0};
  emulation::device().multiprocessors = 1;
  // With row sums the terms are asked at run time; without, they are the type's.
  const auto with_row_sums = [&](const attest_problem& asked, char* why) {
    return enqueue_tile<Tile<Bfloat16, kWidth, Terms::kAny>>(asked, nullptr, {why, 400});
  };
  const auto without = [&](const attest_problem& asked, char* why) {
    attest_problem plain = asked;
    plain.row_sum.data = nullptr;
    return enqueue_tile<Tile<Bfloat16, kWidth, Terms::kBoth>>(plain, nullptr, {why, 400});
  };
  for (const bool row_sums : {true, false})
    for (const std::uint32_t schedule : {0u, 1u, 2u}) {
      emulation::set_schedule(schedule);
      output.assign(output.size(), 0x7fff);
      char why[400] = "";
      const attest_status status = row_sums ? with_row_sums(p, why) : without(p, why);
      std::uint64_t hash = 14695981039346656037u;
      const auto add = [&hash](const auto& all) {
        const auto* bytes = reinterpret_cast<const unsigned char*>(all.data());
        for (std::size_t i = 0; i < all.size() * sizeof all[0]; ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
      };
      add(output);
      add(row_sum);
      add(log_sum_exp);
      std::printf("%d %s %016llx\n", static_cast<int>(status), why, static_cast<unsigned long long>(hash));
      if (status != ATTEST_OK) return 1;
    }
}
