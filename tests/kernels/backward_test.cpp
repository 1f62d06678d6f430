// SPDX-License-Identifier: Apache-2.0
// The backward kernels of AVX2 and AVX-512 at every edge of their blocks, held to their bound by the judge; their bits
// over threads; what they refuse.
#include <catch2/catch.hpp>
#include <cstring>
#include <random>
#include <set>
#include <vector>

#include "kernels/cpu/backward/kernels.hpp"
#include "kernels/problem.hpp"
#include "kernels/registry.hpp"
#include "verify/instances/gradients.hpp"
#include "verify/validate/validate_gradients.hpp"

using namespace attest::kernels;
using namespace attest::verify::instances;
using namespace attest::verify::validate;
using attest::verify::judge::JudgeOptions;
using attest::verify::sandbox::KernelInfo;
using attest::verify::sandbox::list_gradient_kernels;
using attest::verify::sandbox::RunOptions;

namespace {

RunOptions options() {
  RunOptions options;
  options.program = ATTEST_PROGRAM;
  return options;
}

/// Lengths of one tile, block of queries, block of keys and chunk of keys, and beside them.
struct Shape {
  std::int64_t queries, keys, width, value_width;
  attest_mask_kind mask;
  std::int64_t diagonal;
};
constexpr Shape shapes[] = {
    {1, 1, 1, 1, ATTEST_MASK_NONE, 0},          {0, 3, 2, 2, ATTEST_MASK_NONE, 0},
    {3, 0, 2, 2, ATTEST_MASK_NONE, 0},          {13, 33, 0, 3, ATTEST_MASK_NONE, 0},
    {12, 31, 3, 0, ATTEST_MASK_NONE, 0},        {133, 193, 5, 33, ATTEST_MASK_CAUSAL, 60},
    {265, 191, 17, 3, ATTEST_MASK_CAUSAL, -70}, {131, 385, 3, 4, ATTEST_MASK_CAUSAL, 0},
    {25, 97, 128, 65, ATTEST_MASK_BYTES, 0},    {40, 200, 2, 3, ATTEST_MASK_CAUSAL, -45},
    {134, 390, 4, 2, ATTEST_MASK_NONE, 0},
};

void check(const KernelInfo& kernel, const Request& request, std::uint64_t seed) {
  const GradientInstance made = generate_gradient("random", request, seed);
  const Validation v = validate_gradient_kernel("", kernel, made, {}, options(), JudgeOptions{});
  INFO(kernel.name << ", " << request.queries << " x " << request.keys << ", width " << request.width);
  CHECK(v.outcome == Outcome::accepted);
}

Request plain(const KernelInfo& kernel) {
  Request r;
  r.operation = static_cast<attest_operation>(kernel.operation);
  r.dtype = static_cast<attest_dtype>(kernel.dtype);
  if (kernel.operation != ATTEST_ATTENTION) r.bias = ATTEST_TERM_TOEPLITZ;
  if (kernel.operation == ATTEST_URPE) r.factor = ATTEST_TERM_TOEPLITZ;
  return r;
}

/// Calls f for each of the kernels that this machine has. float64, whose truth is dear, once.
template <class F>
void for_kernels(F f) {
  for (const KernelInfo& kernel : list_gradient_kernels("", options()))
    if (kernel.available && !kernel.name.ends_with("_scalar")) f(kernel);
}

/// A problem of random numbers in memory of its own.
struct Memory {
  std::vector<float> query, key, value, bias, factor, output, log_sum_exp, grad_output;
  std::vector<std::vector<float>> gradients;
  attest_gradient_problem g{};

  Memory(std::int64_t batches, std::int64_t heads, std::int64_t n, std::int64_t m, std::int64_t d) : gradients(5) {
    std::mt19937 random(7);
    const auto fill = [&](std::vector<float>& to, std::int64_t count) {
      to.resize(static_cast<std::size_t>(count));
      for (float& x : to) x = static_cast<float>(random() >> 8) * 0x1p-23f - 1;
      return to.data();
    };
    attest_problem& p = g.forward;
    g.struct_size = sizeof g;
    p.struct_size = sizeof p;
    p.operation = ATTEST_URPE, p.dtype = ATTEST_FLOAT32;
    p.batches = batches, p.heads = heads, p.queries = n, p.keys = m, p.width = p.value_width = d;
    p.scale = 0.5;
    const auto rows = [&](std::vector<float>& to, std::int64_t count) {
      return attest_tensor{fill(to, batches * heads * count * d), heads * count * d, count * d, d};
    };
    p.query = rows(query, n), p.key = rows(key, m), p.value = rows(value, m);
    p.output = rows(output, n), g.grad_output = rows(grad_output, n);
    const auto family = [&](std::vector<float>& to) {
      return attest_tensor{fill(to, heads * (n + m - 1)), 0, n + m - 1, 0};
    };
    p.bias = {ATTEST_TERM_TOEPLITZ, 0, nullptr, family(bias)};
    p.factor = {ATTEST_TERM_TOEPLITZ, 0, nullptr, family(factor)};
    p.log_sum_exp = {fill(log_sum_exp, batches * heads * n), heads * n, n, 0};
    std::string why;
    REQUIRE(run_problem(p, "urpe_float32_scalar", 1, why) == ATTEST_OK);
    g.grad_query = rows(gradients[0], n), g.grad_key = rows(gradients[1], m), g.grad_value = rows(gradients[2], m);
    g.grad_bias = family(gradients[3]), g.grad_factor = family(gradients[4]);
  }

  std::vector<std::vector<float>> run(const attest_gradient_kernel& kernel, int threads) {
    std::vector<double> scratch(kernel.scratch(&g, threads) / sizeof(double) + 8);
    auto at = reinterpret_cast<std::uintptr_t>(scratch.data());
    std::memset(scratch.data(), 0xff, scratch.size() * sizeof(double));
    REQUIRE(kernel.run(&g, reinterpret_cast<void*>((at + 63) / 64 * 64), threads, {}) == ATTEST_OK);
    return gradients;
  }
};

bool same_bits(const std::vector<std::vector<float>>& a, const std::vector<std::vector<float>>& b) {
  for (std::size_t k = 0; k < a.size(); ++k)
    if (std::memcmp(a[k].data(), b[k].data(), a[k].size() * sizeof(float)) != 0) return false;
  return true;
}

}  // namespace

TEST_CASE("backward kernels of every instruction set, operation and format are there") {
  std::set<std::string> names;
  for (const attest_gradient_kernel& kernel : all_gradient_kernels()) CHECK(names.insert(kernel.name).second);
#if defined(__x86_64__)
  CHECK(backward_kernels().size() == 3 * (2 * 4 + 1));
#endif
}

TEST_CASE("gradients stay inside their bound at the edges of blocks") {
  for_kernels([](const KernelInfo& kernel) {
    for (const Shape& shape : shapes) {
      if (kernel.dtype == ATTEST_FLOAT64 && shape.queries * shape.keys > 3000) continue;
      Request r = plain(kernel);
      r.queries = shape.queries, r.keys = shape.keys, r.width = shape.width, r.value_width = shape.value_width;
      r.mask = shape.mask, r.diagonal = shape.diagonal;
      check(kernel, r, 3);
    }
  });
}

TEST_CASE("gradients of arrays that batches or heads share are sums") {
  for_kernels([](const KernelInfo& kernel) {
    if (kernel.dtype == ATTEST_FLOAT64) return;
    for (int shared = 1; shared < 4; ++shared) {
      Request r = plain(kernel);
      r.batches = 2, r.heads = 3, r.queries = 14, r.keys = 35;
      r.query = r.value = {shared % 2 != 0, shared / 2 != 0};
      r.mask = shared == 1 ? ATTEST_MASK_CAUSAL : ATTEST_MASK_NONE;
      if (kernel.operation != ATTEST_ATTENTION) r.bias = ATTEST_TERM_DENSE, r.bias_parts = {shared == 3, shared == 2};
      check(kernel, r, 4);
      r.query = r.value = {}, r.key = {shared % 2 != 0, shared / 2 != 0};
      if (kernel.operation == ATTEST_RPE) r.bias = shared == 1 ? ATTEST_TERM_ALIBI : ATTEST_TERM_BUCKETS;
      check(kernel, r, 5);
    }
  });
}

TEST_CASE("a head with several chunks of keys: inside, and the same bits for any number of threads") {
  for_kernels([](const KernelInfo& kernel) {
    if (kernel.dtype == ATTEST_FLOAT64 || kernel.operation != ATTEST_URPE) return;
    Request r = plain(kernel);
    r.queries = 37, r.keys = 2100, r.width = 3, r.value_width = 2;
    check(kernel, r, 6);
    r.mask = ATTEST_MASK_CAUSAL, r.diagonal = 1000;
    check(kernel, r, 7);
  });
  for (const attest_gradient_kernel& kernel : backward_kernels()) {
    if (kernel.operation != ATTEST_URPE || kernel.dtype != ATTEST_FLOAT32 || !kernel.available()) continue;
    for (const auto& [batches, heads, queries, keys] :
         {std::array<std::int64_t, 4>{1, 2, 150, 3100}, {2, 3, 140, 200}, {1, 1, 1, 2500}}) {
      Memory memory(batches, heads, queries, keys, 5);
      const auto one = memory.run(kernel, 1);
      for (const int threads : {2, 3, 7}) CHECK(same_bits(one, memory.run(kernel, threads)));
    }
  }
}

TEST_CASE("gradients that are not asked for are not computed, and the others are the same") {
  for (const attest_gradient_kernel& kernel : backward_kernels()) {
    if (kernel.operation != ATTEST_URPE || kernel.dtype != ATTEST_FLOAT32 || !kernel.available()) continue;
    Memory memory(2, 2, 30, 70, 6);
    const auto all = memory.run(kernel, 1);
    attest_tensor* const tensors[] = {&memory.g.grad_query, &memory.g.grad_key, &memory.g.grad_value,
                                      &memory.g.grad_bias, &memory.g.grad_factor};
    for (std::size_t left_out = 0; left_out < 5; ++left_out) {
      void* const data = tensors[left_out]->data;
      tensors[left_out]->data = nullptr;
      for (auto& gradient : memory.gradients) std::ranges::fill(gradient, 9.0F);
      auto some = memory.run(kernel, 1);
      tensors[left_out]->data = data;
      CHECK(some[left_out] == std::vector<float>(some[left_out].size(), 9.0F));
      some[left_out] = all[left_out];
      CHECK(same_bits(all, some));
    }
  }
}

TEST_CASE("what a backward kernel does not know is refused by name") {
  for (const attest_gradient_kernel& kernel : backward_kernels()) {
    if (kernel.operation != ATTEST_URPE || kernel.dtype != ATTEST_FLOAT32) continue;
    Memory memory(1, 2, 3, 4, 2);
    char text[256] = "";
    const auto status = [&](const attest_gradient_problem& g) { return kernel.supports(&g, {text, sizeof text}); };
    CHECK(status(memory.g) == ATTEST_OK);
    attest_gradient_problem g = memory.g;
    g.forward.softcap = 2;
    CHECK(status(g) == ATTEST_UNSUPPORTED);
    CHECK(std::string(text) == "this kernel knows no softcap");
    g = memory.g, g.forward.mask_kind = ATTEST_MASK_WINDOW;
    CHECK(status(g) == ATTEST_UNSUPPORTED);
    g = memory.g, g.forward.kv_heads = 1;
    CHECK(status(g) == ATTEST_UNSUPPORTED);
    g = memory.g, g.forward.operation = ATTEST_RPE, g.forward.factor = {};
    CHECK(status(g) == ATTEST_UNSUPPORTED);
    g = memory.g, g.struct_size += 8;
    CHECK(status(g) == ATTEST_INVALID);
    g = memory.g, g.forward.log_sum_exp.data = nullptr;
    CHECK(status(g) == ATTEST_INVALID);
    g = memory.g, g.grad_output.data = nullptr;
    CHECK(status(g) == ATTEST_INVALID);
  }
}
