// SPDX-License-Identifier: Apache-2.0
// The portable kernels on a fixed problem under several schedules: prints a hash of every bit that each computed, or
// what the emulation found. mutants.py compiles it with faults in the kernels' sources and expects another print.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "tests/kernels/cuda/emulation/device.hpp"
// After the emulation: device code.
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/products_mma.cuh"
#include "kernels/cuda/products_simt.cuh"

using namespace attest::cuda;

namespace {

// Several tiles of keys, a causal edge that leaves the first rows without a key, tails of queries, keys and widths.
constexpr std::int64_t kHeads = 2, kQueries = 140, kKeys = 150, kWidth = 40, kValueWidth = 40;

/// Numbers that end where a page begins that nobody may touch.
template <class Element>
Element* at_the_edge(const std::vector<Element>& numbers) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t bytes = numbers.size() * sizeof(Element), pages = (bytes + page - 1) / page * page;
  void* start = mmap(nullptr, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED || mprotect(static_cast<char*>(start) + pages, page, PROT_NONE) != 0) std::abort();
  auto* first = reinterpret_cast<Element*>(static_cast<char*>(start) + pages - bytes);
  std::copy(numbers.begin(), numbers.end(), first);
  return first;
}

template <class Products, class Element>
bool run(const char* name, std::uint32_t dtype, std::uint32_t operation) {
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  const auto numbers = [&](std::int64_t count) {
    std::vector<Element> all(static_cast<std::size_t>(count));
    for (auto& x : all) x = from_float<Element>(normal(random));
    return all;
  };
  std::vector<Element> query = numbers(kHeads * kQueries * kWidth), key = numbers(kHeads * kKeys * kWidth),
                       value = numbers(kHeads * kKeys * kValueWidth), output(kHeads * kQueries * kValueWidth);
  std::vector<float> bias(kHeads * (kQueries + kKeys - 1)), factor(bias.size()), row_sum(kHeads * kQueries),
      log_sum_exp(row_sum.size());
  for (std::size_t f = 0; f < bias.size(); ++f)  // of hardmax small integers, which tie, greater near the diagonal
    bias[f] = operation == ATTEST_HARDMAX
                  ? static_cast<float>(random() % 3 + (f % (kQueries + kKeys - 1) < kKeys + 40 ? 3 : 0))
                  : normal(random);
  for (float& x : factor) x = normal(random);
  attest_problem p = {};
  p.operation = operation;
  p.ties = ATTEST_TIES_FIRST;
  p.dtype = dtype;
  p.batches = 1;
  p.heads = kHeads;
  p.queries = kQueries;
  p.keys = kKeys;
  p.width = operation == ATTEST_HARDMAX ? 0 : kWidth;  // 0: scores are B alone
  p.value_width = kValueWidth;
  p.scale = 0.25;
  p.query = {at_the_edge(query), 0, kQueries * kWidth, kWidth};
  p.key = {at_the_edge(key), 0, kKeys * kWidth, kWidth};
  p.value = {at_the_edge(value), 0, kKeys * kValueWidth, kValueWidth};
  p.bias.kind = p.factor.kind = ATTEST_TERM_TOEPLITZ;
  p.bias.values = {bias.data(), 0, kQueries + kKeys - 1, 0};
  p.factor.values = {factor.data(), 0, kQueries + kKeys - 1, 0};
  p.mask_kind = ATTEST_MASK_CAUSAL;
  p.diagonal = -3;
  p.output = {output.data(), 0, kQueries * kValueWidth, kValueWidth};
  p.row_sum = {row_sum.data(), 0, kQueries, 0};
  p.log_sum_exp = {log_sum_exp.data(), 0, kQueries, 0};
  for (const std::uint32_t schedule : {0u, 1u}) {
    emulation::set_schedule(schedule);
    char why[400] = "";
    const attest_status status = enqueue_attention<Products>(p, nullptr, {why, sizeof why});
    std::uint64_t hash = 14695981039346656037u;
    const auto add = [&hash](const auto& all) {
      const auto* bytes = reinterpret_cast<const unsigned char*>(all.data());
      for (std::size_t i = 0; i < all.size() * sizeof all[0]; ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
    };
    add(output);
    add(row_sum);
    add(log_sum_exp);
    std::printf("%d %s %s %016llx\n", static_cast<int>(status), name, why, static_cast<unsigned long long>(hash));
    if (status != ATTEST_OK) return false;
  }
  return true;
}

}  // namespace

int main() {
  const bool good = run<MmaProducts<Bfloat16, 64>, Bfloat16>("bfloat16", ATTEST_BFLOAT16, ATTEST_URPE) &&
                    run<MmaProducts<Tf32, 64>, float>("tf32", ATTEST_FLOAT32, ATTEST_URPE) &&
                    run<SimtProducts<64>, float>("float32", ATTEST_FLOAT32, ATTEST_URPE) &&
                    run<SimtProducts<64>, float>("hardmax", ATTEST_FLOAT32, ATTEST_HARDMAX);
  return good ? 0 : 1;
}
