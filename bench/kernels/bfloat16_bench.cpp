// SPDX-License-Identifier: Apache-2.0
// The bfloat16 kernels on one thread against our float32 kernels, oneDNN's bfloat16 product and the processor's rate of
// VDPBF16PS:
//
//   bench_bfloat16 [rounds]
//
// All contenders take turns for `rounds` rounds. Times are the thread's own processor time, and the best round of each
// is compared, so that other programs on the machine disturb little. Needs AVX512-BF16, and says so.
#include <immintrin.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "kernels/cpu.hpp"
#include "kernels/formats.hpp"
#include "kernels/problem.hpp"
#include "kernels/registry.hpp"
#ifdef ATTEST_BENCH_ONEDNN
#include <oneapi/dnnl/dnnl.hpp>
#endif

using namespace attest::kernels;

namespace {

double seconds_of(const std::function<void()>& work) {
  const auto now = [] {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  };
  const double start = now();
  work();
  return now() - start;
}

constexpr int peak_steps = 200000, peak_sums = 12;

[[gnu::target("avx512f,avx512bf16")]] void pair_products() {
  __m512 sums[peak_sums] = {};
  const auto one = (__m512bh)_mm512_set1_epi32(0x3f803f80);
  for (int i = 0; i < peak_steps; ++i) {
#pragma GCC unroll 12
    for (int k = 0; k < peak_sums; ++k) {
      __m512 sum = _mm512_dpbf16_ps(sums[k], one, one);
      asm volatile("" : "+v"(sum));  // in a register, and not left out
      sums[k] = sum;
    }
  }
}

/// Random inputs of one shape, n queries and keys, as T; one head's family for B and for C.
template <typename T>
struct Inputs {
  std::vector<T> query, key, value, output;
  std::vector<float> bias, factor;
  attest_problem p{};

  Inputs(std::uint32_t operation, std::uint32_t dtype, std::int64_t heads, std::int64_t n, std::int64_t width) {
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    for (std::vector<T>* list : {&query, &key, &value, &output})
      for (std::int64_t i = 0; i < heads * n * width; ++i) list->push_back(round_from<T, float>(normal(random)));
    for (std::vector<float>* list : {&bias, &factor})
      for (std::int64_t i = 0; i < heads * (2 * n - 1); ++i) list->push_back(normal(random));
    p.struct_size = sizeof p;
    p.operation = operation;
    p.dtype = dtype;
    p.batches = 1, p.heads = heads, p.queries = p.keys = n, p.width = p.value_width = width;
    p.scale = 1 / std::sqrt(static_cast<double>(width));
    const auto tensor = [&](std::vector<T>& list) { return attest_tensor{list.data(), 0, n * width, width}; };
    p.query = tensor(query), p.key = tensor(key), p.value = tensor(value), p.output = tensor(output);
    if (operation != ATTEST_ATTENTION) p.bias = {ATTEST_TERM_TOEPLITZ, 0, nullptr, {bias.data(), 0, 2 * n - 1, 0}};
    if (operation == ATTEST_URPE) p.factor = {ATTEST_TERM_TOEPLITZ, 0, nullptr, {factor.data(), 0, 2 * n - 1, 0}};
  }

  void run(const char* isa) const {
    std::string why;
    const std::string name = std::string(operation_name(p.operation)) + "_" + dtype_name(p.dtype) + "_" + isa;
    if (run_problem(p, name, 1, why) != ATTEST_OK) std::printf("%s\n", why.c_str()), std::exit(1);
  }
};

/// A product of bfloat16 matrices of length n by oneDNN; empty where it is absent.
std::function<void()> large_product([[maybe_unused]] std::int64_t n) {
#ifdef ATTEST_BENCH_ONEDNN
  using namespace dnnl;
  const engine cpu(engine::kind::cpu, 0);
  const memory::desc half({n, n}, memory::data_type::bf16, memory::format_tag::ab);
  const memory::desc single({n, n}, memory::data_type::f32, memory::format_tag::ab);
  const matmul product(matmul::primitive_desc(matmul::desc(half, half, single), cpu));
  return [=, a = memory(half, cpu), b = memory(half, cpu), c = memory(single, cpu)] {
    stream s(cpu);
    product.execute(s, {{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, b}, {DNNL_ARG_DST, c}});
    s.wait();
  };
#else
  return {};
#endif
}

}  // namespace

int main(int argc, char** argv) {
  setenv("OMP_NUM_THREADS", "1", 1);
  if (!cpu().avx512_bf16) return std::printf("this processor has no avx512bf16\n"), 0;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 30;
  constexpr std::int64_t length = 1024;
  const std::function<void()> product = large_product(length);
  if (!product) std::printf("oneDNN: absent\n");
  for (const auto& [heads, n, width] : std::vector<std::array<std::int64_t, 3>>{
           {96, 128, 64}, {24, 256, 64}, {6, 512, 64}, {2, 1024, 64}, {1, 4096, 64}, {1, 4096, 128}}) {
    const Inputs<BFloat16> plain(ATTEST_ATTENTION, ATTEST_BFLOAT16, heads, n, width);
    const Inputs<BFloat16> urpe(ATTEST_URPE, ATTEST_BFLOAT16, heads, n, width);
    const Inputs<float> single(ATTEST_ATTENTION, ATTEST_FLOAT32, heads, n, width);
    const double work = 4e-9 * static_cast<double>(heads * n * n * width);
    double peak = 0, ours = 0, with_terms = 0, float32 = 0, one_dnn = 0;
    for (int i = 0; i < rounds; ++i) {
      peak = std::max(peak, 64e-9 * peak_steps * peak_sums / seconds_of(pair_products));
      ours = std::max(ours, work / seconds_of([&] { plain.run("avx512bf16"); }));
      with_terms = std::max(with_terms, work / seconds_of([&] { urpe.run("avx512bf16"); }));
      float32 = std::max(float32, work / seconds_of([&] { single.run("avx512"); }));
      if (product) one_dnn = std::max(one_dnn, 2e-9 * length * length * length / seconds_of(product));
    }
    std::printf("heads %3lld n %4lld d %3lld: attention %.2f of the VDPBF16PS rate, %.2f x our float32, ",
                static_cast<long long>(heads), static_cast<long long>(n), static_cast<long long>(width), ours / peak,
                ours / float32);
    if (product) std::printf("%.2f x oneDNN's bfloat16 product (%.2f of the rate), ", ours / one_dnn, one_dnn / peak);
    std::printf("urpe / plain %.3f in time\n", ours / with_terms);
    std::fflush(stdout);
  }
}
