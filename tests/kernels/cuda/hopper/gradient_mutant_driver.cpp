// SPDX-License-Identifier: Apache-2.0
// The Hopper gradients on fixed problems under two schedules: prints a hash of every bit that they computed, or what
// the emulation found. gradient_mutants.py compiles it with faults in the kernels' sources and expects another print.
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

#include "tests/kernels/cuda/hopper/emulation/device.hpp"
// After the emulation: device code.
#include "kernels/cuda/hopper/gradient_launch.cuh"

using namespace attest::cuda;
using namespace attest::cuda::hopper;

namespace {

struct Size {
  std::int64_t queries, keys, width, value_width;
  bool shared_queries, shared_keys;  ///< by the heads
  bool causal;                       ///< the first rows see no key
};

constexpr std::int64_t kHeads = 2;

/// Scores' terms are Toeplitz where the kernel has them.
template <class Number, int kWidth, Terms kTerms>
bool run(const Size& size) {
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  const auto numbers = [&](std::int64_t count) {
    std::vector<std::uint16_t> all(static_cast<std::size_t>(count));
    for (auto& x : all) x = from_float<Number>(normal(random)).bits;
    return all;
  };
  const auto floats = [&](std::int64_t count) {
    std::vector<float> all(static_cast<std::size_t>(count));
    for (auto& x : all) x = normal(random);
    return all;
  };
  const std::int64_t positions = size.queries + size.keys - 1;
  auto query = numbers(kHeads * size.queries * size.width), key = numbers(kHeads * size.keys * size.width),
       value = numbers(kHeads * size.keys * size.value_width),
       output = numbers(kHeads * size.queries * size.value_width),
       grad_output = numbers(kHeads * size.queries * size.value_width);
  auto bias = floats(kHeads * positions), factor = floats(kHeads * positions);
  std::vector<float> sums(static_cast<std::size_t>(kHeads * size.queries));
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = 6 + static_cast<float>(i % 7);  // some log-sum-exp serves
  if (size.causal)
    for (std::int64_t h = 0; h < kHeads; ++h) sums[static_cast<std::size_t>(h * size.queries)] = -INFINITY;
  for (std::int64_t h = 0; h < kHeads; ++h) {
    // Queries beyond the last would have infinite weights here, were their log-sum-exp not infinite.
    bias[static_cast<std::size_t>((h + 1) * positions - 1)] = 200;
    sums[static_cast<std::size_t>((h + 1) * size.queries - 1)] = 206;
  }
  const auto rows = [](auto& data, std::int64_t length, std::int64_t width, bool shared) {
    return attest_tensor{data.data(), 0, shared ? 0 : length * width, width};
  };
  attest_gradient_problem g{};
  attest_problem& p = g.forward;
  p.batches = 1, p.heads = kHeads, p.queries = size.queries, p.keys = size.keys;
  p.width = size.width, p.value_width = size.value_width;
  p.dtype = ATTEST_BFLOAT16;
  p.scale = 0.25;
  p.query = rows(query, size.queries, size.width, size.shared_queries);
  p.key = rows(key, size.keys, size.width, size.shared_keys);
  p.value = rows(value, size.keys, size.value_width, size.shared_keys);
  p.output = rows(output, size.queries, size.value_width, false);
  g.grad_output = rows(grad_output, size.queries, size.value_width, false);
  p.log_sum_exp = {sums.data(), 0, size.queries, 0};
  p.bias.kind = p.factor.kind = ATTEST_TERM_TOEPLITZ;
  p.bias.values = {bias.data(), 0, positions, 0};
  p.factor.values = {factor.data(), 0, positions, 0};
  p.mask_kind = size.causal ? ATTEST_MASK_CAUSAL : ATTEST_MASK_NONE;
  p.diagonal = size.causal ? -3 : 0;

  for (const std::uint32_t schedule : {0u, 1u}) {
    emulation::set_schedule(schedule);
    std::vector<std::uint16_t> query_to(query.size(), 0x7fff), key_to(key.size(), 0x7fff),
        value_to(value.size(), 0x7fff);
    std::vector<float> delta(sums.size());
    g.grad_query = p.query, g.grad_query.data = query_to.data();
    g.grad_key = p.key, g.grad_key.data = key_to.data();
    g.grad_value = p.value, g.grad_value.data = value_to.data();
    char why[400] = "";
    attest_status status = ATTEST_OK;
    {
      DeviceMemory memory(nullptr);
      status = enqueue_gradients_of<Number, kWidth, kTerms>({g, delta.data(), memory, nullptr, {why, sizeof why}});
    }
    std::uint64_t hash = 14695981039346656037u;
    const auto add = [&hash](const auto& all) {
      const auto* bytes = reinterpret_cast<const unsigned char*>(all.data());
      for (std::size_t i = 0; i < all.size() * sizeof all[0]; ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
    };
    add(query_to), add(key_to), add(value_to), add(delta);
    std::printf("%d %s %016llx\n", static_cast<int>(status), why, static_cast<unsigned long long>(hash));
    if (status != ATTEST_OK) return false;
  }
  return true;
}

}  // namespace

int main() {
  // Several units of work a block, more blocks of columns than stages, tails of queries, keys and widths.
  emulation::device().multiprocessors = 1;
  const Size causal = {280, 262, 64, 64, false, true, true}, wide = {70, 140, 128, 120, true, false, false};
  return run<Bfloat16, 64, Terms::kBoth>(causal) && run<Bfloat16, 128, Terms::kNone>(wide) ? 0 : 1;
}
