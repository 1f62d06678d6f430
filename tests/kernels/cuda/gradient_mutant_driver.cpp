// SPDX-License-Identifier: Apache-2.0
// The gradients on fixed problems under several schedules: prints a hash of every bit that each computed, or what the
// emulation found. gradient_mutants.py compiles it with faults in the kernels' sources and expects another print.
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

#include "tests/kernels/cuda/emulation/device.hpp"
// After the emulation: device code.
#include "kernels/cuda/gradient.cu"

using namespace attest::cuda;

namespace {

// Several tiles each way, tails of queries, keys and widths, a causal edge that leaves the first rows without a key.
constexpr std::int64_t kBatches = 2, kHeads = 2, kQueries = 70, kKeys = 75, kWidth = 40, kValueWidth = 70;

std::vector<float> numbers(std::int64_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> all(static_cast<std::size_t>(count));
  for (float& x : all) x = normal(random);
  return all;
}

attest_tensor rows(std::vector<float>& data, std::int64_t rows, std::int64_t columns) {
  return {data.data(), kHeads * rows * columns, rows * columns, columns};
}

/// A bias of this kind and a dense factor, the same for all heads; keys that all batches share. Width 0: scores are B.
bool run(attest_term_kind kind, std::int64_t width) {
  const std::int64_t all = kBatches * kHeads, positions = kQueries + kKeys - 1;
  std::vector<float> query = numbers(all * kQueries * kWidth, 1), key = numbers(kHeads * kKeys * kWidth, 2),
                     value = numbers(all * kKeys * kValueWidth, 3), grad = numbers(all * kQueries * kValueWidth, 4),
                     bias = numbers(kHeads * positions, 5), factor = numbers(kBatches * kQueries * kKeys, 6);
  std::vector<float> sums(static_cast<std::size_t>(all * kQueries), 9.0f);  // some log-sum-exp serves
  std::vector<float> query_to(query.size()), key_to(key.size()), value_to(value.size()), bias_to(bias.size()),
      factor_to(factor.size());
  attest_gradient_problem g{};
  g.struct_size = sizeof g;
  attest_problem& p = g.forward;
  p.struct_size = sizeof p;
  p.operation = ATTEST_URPE, p.dtype = ATTEST_FLOAT32;
  p.batches = kBatches, p.heads = kHeads, p.queries = kQueries, p.keys = kKeys;
  p.width = width, p.value_width = kValueWidth;
  p.scale = 0.25;
  p.query = rows(query, kQueries, kWidth);
  p.key = {key.data(), 0, kKeys * kWidth, kWidth};
  p.value = rows(value, kKeys, kValueWidth);
  p.bias.kind = kind;
  p.bias.values = {bias.data(), 0, kind == ATTEST_TERM_ALIBI ? 1 : positions, 0};
  p.factor.kind = ATTEST_TERM_DENSE;
  p.factor.values = {factor.data(), kQueries * kKeys, 0, kKeys};
  p.mask_kind = kind == ATTEST_TERM_ALIBI ? ATTEST_MASK_NONE : ATTEST_MASK_CAUSAL;  // distances of both signs
  p.diagonal = kind == ATTEST_TERM_ALIBI ? 0 : -3;
  p.log_sum_exp = {sums.data(), kHeads * kQueries, kQueries, 0};
  g.grad_output = rows(grad, kQueries, kValueWidth);
  g.grad_query = rows(query_to, kQueries, kWidth);
  g.grad_key = {key_to.data(), 0, kKeys * kWidth, kWidth};
  g.grad_value = rows(value_to, kKeys, kValueWidth);
  g.grad_bias = p.bias.values, g.grad_bias.data = bias_to.data();
  g.grad_factor = p.factor.values, g.grad_factor.data = factor_to.data();
  for (const std::uint32_t schedule : {0u, 1u}) {
    emulation::set_schedule(schedule);
    char why[400] = "";
    const attest_status status = run_gradients(g, GradientUnits::multiply_adds, {why, sizeof why});
    std::uint64_t hash = 14695981039346656037u;
    for (const auto* gradient : {&query_to, &key_to, &value_to, &bias_to, &factor_to}) {
      const auto* bytes = reinterpret_cast<const unsigned char*>(gradient->data());
      for (std::size_t i = 0; i < gradient->size() * sizeof(float); ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
    }
    std::printf("%d %d %s %016llx\n", static_cast<int>(status), static_cast<int>(kind), why,
                static_cast<unsigned long long>(hash));
    if (status != ATTEST_OK) return false;
  }
  return true;
}

}  // namespace

int main() {
  return run(ATTEST_TERM_TOEPLITZ, kWidth) && run(ATTEST_TERM_ALIBI, kWidth) && run(ATTEST_TERM_TOEPLITZ, 0) ? 0 : 1;
}
