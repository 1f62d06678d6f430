// SPDX-License-Identifier: Apache-2.0
// The AVX2 and AVX-512 kernels of float32 and float64 against the specification, at every edge that their blocks have.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <set>

#include "kernels/cpu.hpp"
#include "kernels/cpu/fused/kernels.hpp"
#include "kernels/problem.hpp"
#include "kernels/registry.hpp"
#include "tests/kernels/fused_case.hpp"

using namespace attest::kernels;
using attest::test::check_kernel;
using attest::test::FusedCase;
using attest::test::FusedProblem;

namespace {

/// Every kernel of this folder that does the case's operation and that this machine can run.
void check(const FusedCase& made) {
  for (const attest_kernel& kernel : fused_kernels())
    if (kernel.operation == made.operation && kernel.available()) REQUIRE(check_kernel(kernel, made) == "");
}

constexpr std::uint32_t operations[] = {ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE, ATTEST_HARDMAX};

class Draw {
 public:
  explicit Draw(std::uint32_t seed) : random_(seed) {}
  template <typename N>
  N among(std::initializer_list<N> choices) {
    return choices.begin()[random_() % choices.size()];
  }

  FusedCase operator()() {
    FusedCase c;
    c.seed = static_cast<std::uint32_t>(random_());
    c.operation = among({ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE, ATTEST_HARDMAX});
    c.ties = among({ATTEST_TIES_UNIFORM, ATTEST_TIES_FIRST, ATTEST_TIES_ALL});
    c.batches = among({1, 1, 2});
    c.heads = among({1, 2, 3});
    c.queries = among({0, 1, 2, 3, 5, 6, 7, 11, 12, 13, 16, 23, 25, 36, 37});
    c.keys = among({0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65, 127, 129, 255, 256, 257, 300, 320});
    c.width = among({0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33});
    c.value_width = among({0, 1, 3, 4, 5, 8, 9, 15, 17, 31, 32, 33, 65});
    c.scale = among({0.125, 0.3, -0.7, 0.0});
    const std::uint32_t biases[] = {ATTEST_TERM_TOEPLITZ, ATTEST_TERM_DENSE, ATTEST_TERM_ALIBI, ATTEST_TERM_BUCKETS};
    if (c.operation == ATTEST_RPE || (c.operation != ATTEST_ATTENTION && random_() % 2 == 0))
      c.bias = biases[random_() % 4];
    if (c.operation == ATTEST_URPE || (c.operation == ATTEST_HARDMAX && random_() % 2 == 0))
      c.factor = among({ATTEST_TERM_TOEPLITZ, ATTEST_TERM_DENSE});
    c.mask = among({ATTEST_MASK_NONE, ATTEST_MASK_CAUSAL, ATTEST_MASK_BYTES});
    c.diagonal = among({0, 0, -3, 5, 200});
    c.token_major = random_() % 2;
    c.shared_keys = random_() % 4 == 0;
    c.reversed_keys = random_() % 4 == 0;
    c.gap = among({0, 1, 3, 16});
    c.rising = among({0.0, 0.0, 0.05});
    // Scores that differ by a rounding error would be other winners: hardmax is tried where scores are exact.
    if (c.operation == ATTEST_HARDMAX)
      c.integers = true, c.scale = among({1.0, 0.25, -2.0}), c.rising = among({0, 0, 1});
    return c;
  }

 private:
  std::mt19937 random_;
};

}  // namespace

TEST_CASE("every kernel of this processor is there, and the others say so") {
  std::set<std::string> isas;
  for (const attest_kernel& kernel : fused_kernels()) {
    isas.insert(kernel.isa);
    if (!kernel.available()) WARN(kernel.name << " is not tested: this processor has no " << kernel.isa);
  }
#if defined(__x86_64__)
  REQUIRE(isas == std::set<std::string>{"avx2", "avx512"});
  REQUIRE(fused_kernels().size() == 2 * 2 * std::size(operations));
#endif
}

TEST_CASE("random problems") {
  Draw draw(20260);
  for (int i = 0; i < 500; ++i) check(draw());
}

TEST_CASE("every number of queries, keys and columns around the edges of tiles and blocks") {
  for (const std::uint32_t operation : {ATTEST_ATTENTION, ATTEST_URPE}) {
    FusedCase c;
    c.operation = operation;
    if (operation == ATTEST_URPE) c.bias = c.factor = ATTEST_TERM_TOEPLITZ;
    c.width = 5, c.value_width = 3, c.keys = 40;
    for (c.queries = 0; c.queries < 40; ++c.queries) check(c);
    for (c.queries = 7, c.keys = 0; c.keys < 70; ++c.keys) check(c);
    for (c.keys = 254; c.keys < 260; ++c.keys) check(c);
    for (c.keys = 20, c.width = 0; c.width < 36; ++c.width) check(c);
    for (c.width = 5, c.value_width = 0; c.value_width < 70; ++c.value_width) check(c);
  }
}

TEST_CASE("whole tiles, queries of every layout, values where they lie and packed") {
  for (const std::uint32_t operation : {ATTEST_ATTENTION, ATTEST_URPE}) {
    FusedCase c;
    c.operation = operation, c.heads = 2;
    if (operation == ATTEST_URPE) c.bias = c.factor = ATTEST_TERM_TOEPLITZ;
    for (c.keys = 32; c.keys <= 320; c.keys += 96)
      for (const std::int64_t width : {16, 64, 65, 128, 129})
        for (const std::int64_t gap : {0, 3}) {
          c.queries = 11 + width % 7, c.width = width, c.value_width = width < 64 ? 32 : 64, c.gap = gap;
          c.rising = gap == 0 ? 0.02 : 0;
          check(c);
        }
  }
}

TEST_CASE("ALiBi: the bits of the same numbers spread, and scratch that does not grow with the length") {
  const auto compare = [](const char* name, auto number) {
    using T = decltype(number);
    const attest_kernel* const kernel = find_kernel(name);
    if (kernel == nullptr || !kernel->available()) return;
    for (const std::uint32_t mask : {ATTEST_MASK_NONE, ATTEST_MASK_CAUSAL}) {
      FusedCase c;
      c.operation = ATTEST_RPE, c.bias = ATTEST_TERM_ALIBI, c.mask = mask;
      c.heads = 2, c.queries = 530, c.keys = 707, c.width = 5, c.value_width = 32, c.diagonal = c.keys - c.queries;
      FusedProblem<T> problem(c);
      std::string why;
      problem.blank();
      REQUIRE(run_problem(problem.p, name, 1, why) == ATTEST_OK);
      const std::vector<T> found = problem.results();
      const std::size_t alibi_scratch = kernel->scratch(&problem.p, 1);

      std::vector<T> family;
      for (std::int64_t h = 0; h < c.heads; ++h)
        for (std::int64_t d = 1 - c.keys; d < c.queries; ++d)
          family.push_back(-*row_of<T>(problem.p.bias.values, 0, h, 0) * static_cast<T>(std::abs(d)));
      problem.p.bias = {ATTEST_TERM_TOEPLITZ, 0, nullptr, {family.data(), 0, c.queries + c.keys - 1, 0}};
      problem.blank();
      REQUIRE(run_problem(problem.p, name, 1, why) == ATTEST_OK);
      const std::vector<T> expected = problem.results();
      REQUIRE(std::memcmp(found.data(), expected.data(), found.size() * sizeof(T)) == 0);
      REQUIRE(alibi_scratch + family.size() * sizeof(T) <= kernel->scratch(&problem.p, 1));
    }
  };
  compare("rpe_float32_avx512", float{});
  compare("rpe_float32_avx2", float{});
  compare("rpe_float64_avx512", double{});
  compare("rpe_float64_avx2", double{});
}

TEST_CASE("more queries than a task takes, and references that are replaced in every block") {
  FusedCase c;
  c.operation = ATTEST_URPE;
  c.bias = ATTEST_TERM_ALIBI, c.factor = ATTEST_TERM_TOEPLITZ;
  c.queries = 530, c.keys = 700, c.width = 3, c.value_width = 2;
  c.mask = ATTEST_MASK_CAUSAL, c.diagonal = c.keys - c.queries;
  check(c);
  c.rising = 0.3;  // the last weights would overflow without a new reference
  c.bias = ATTEST_TERM_NONE, c.mask = ATTEST_MASK_NONE;
  check(c);
  c.rising = -0.3;
  check(c);
}

TEST_CASE("hardmax: all tie rules over several blocks, exactly") {
  for (const auto ties : {ATTEST_TIES_UNIFORM, ATTEST_TIES_FIRST, ATTEST_TIES_ALL})
    for (const auto mask : {ATTEST_MASK_NONE, ATTEST_MASK_CAUSAL, ATTEST_MASK_BYTES}) {
      FusedCase c;
      c.operation = ATTEST_HARDMAX, c.ties = ties, c.mask = mask, c.diagonal = 500;
      c.integers = true, c.scale = 1;
      c.queries = 20, c.keys = 600, c.width = 2, c.value_width = 4;
      check(c);
      c.factor = ATTEST_TERM_DENSE;
      check(c);
    }
}

TEST_CASE("uniform softmax over a power of two of keys is exact") {
  for (const std::int64_t keys : {1, 2, 8, 64, 256, 512}) {
    FusedCase c;
    c.operation = ATTEST_URPE, c.factor = ATTEST_TERM_TOEPLITZ;
    c.integers = true, c.scale = 0;
    c.queries = 9, c.keys = keys, c.width = 3, c.value_width = 7;
    FusedProblem<float> problem(c);
    FusedProblem<double> exact(c);
    REQUIRE(find_kernel("urpe_float64_scalar")->run(&exact.p, std::vector<double>(keys).data(), 1, {}) == ATTEST_OK);
    for (const char* name : {"urpe_float32_avx2", "urpe_float32_avx512"}) {
      const attest_kernel* kernel = find_kernel(name);
      if (kernel == nullptr || !kernel->available()) continue;
      std::string why, ran;
      problem.blank();
      REQUIRE(run_problem(problem.p, name, 1, why, &ran) == ATTEST_OK);
      REQUIRE(ran == name);
      const std::vector<float> found = problem.results();
      const std::vector<double> expected = exact.results();
      for (std::size_t i = 0; i < found.size(); ++i)
        if (i % 9 != 8) REQUIRE(static_cast<double>(found[i]) == expected[i]);  // the ninth is a logarithm
    }
  }
}

TEST_CASE("scratch stays below 16 MiB at the shapes of the benchmark, and does not grow with keys") {
  struct Shape {
    std::int64_t batches, heads, length, width;
  };
  for (const auto& [batches, heads, length, width] :
       {Shape{32, 12, 128, 64}, {32, 12, 512, 64}, {1, 12, 4096, 64}, {1, 8, 4096, 128}})
    for (const attest_kernel& kernel : fused_kernels()) {
      attest_problem p{};
      p.operation = kernel.operation, p.dtype = kernel.dtype;
      p.batches = batches, p.heads = heads, p.queries = p.keys = length, p.width = p.value_width = width;
      if (kernel.operation != ATTEST_ATTENTION) p.bias.kind = ATTEST_TERM_TOEPLITZ;
      if (kernel.operation == ATTEST_URPE) p.factor.kind = ATTEST_TERM_TOEPLITZ;
      REQUIRE(kernel.scratch(&p, 8) <= std::size_t{16} << 20);
    }
}
