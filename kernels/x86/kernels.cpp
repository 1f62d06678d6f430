// SPDX-License-Identifier: Apache-2.0
#include "kernels/x86/kernels.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "kernels/cpu.hpp"
#include "kernels/problem.hpp"
#include "kernels/terms.hpp"
#include "kernels/threads.hpp"
#include "kernels/x86/exp2.hpp"
#include "kernels/x86/plan.hpp"

namespace attest::kernels {

namespace {

using x86::Engine;
using x86::Plan;

constexpr double log2_e = 0x1.71547652b82fep+0;

/// In units of the score; one in 2^20 covers the rounding of the comparison.
constexpr double headroom_lag = x86::headroom / log2_e * (1 + 0x1p-20);

/// The numbers of a task's queries and outputs stay in the second level of the cache beside a block of keys and values.
constexpr std::int64_t task_numbers = 65536, most_queries = 512;

Plan make_plan(const Engine& engine, const attest_problem& p) {
  const std::int64_t wanted = std::clamp<std::int64_t>(
      task_numbers / std::max<std::int64_t>(p.width + p.value_width, 1), engine.tile_rows, most_queries);
  const std::int64_t blocks = (p.queries + wanted - 1) / wanted;
  if (blocks == 0) return {.problem = &p};
  const std::int64_t even = (p.queries + blocks - 1) / blocks;
  const std::int64_t block = (even + engine.tile_rows - 1) / engine.tile_rows * engine.tile_rows;
  return {.problem = &p,
          .query_block = block,
          .query_blocks = (p.queries + block - 1) / block,
          .family = engine.tile_rows + spread_size(p) + engine.panel_width,
          .unit = p.operation == ATTEST_HARDMAX ? 1 : log2_e};
}

std::size_t round_to_lines(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

/// Bytes of one relative term of all heads.
std::size_t family_bytes(const Plan& plan, const attest_term& term) {
  const attest_problem& p = *plan.problem;
  if (!is_relative(term) || p.queries == 0 || p.keys == 0) return 0;
  return round_to_lines(static_cast<std::size_t>(p.heads * plan.family * size_of(p.dtype)));
}

std::size_t scratch(const Engine& engine, const attest_problem& p, int threads) {
  const Plan plan = make_plan(engine, p);
  return family_bytes(plan, p.bias) + family_bytes(plan, p.factor) +
         static_cast<std::size_t>(std::max(threads, 1)) * round_to_lines(engine.workspace_bytes(plan));
}

/// The families of all heads, the bias in the plan's unit.
template <typename T>
const void* spread(const Engine& engine, const Plan& plan, const attest_term& term, double unit, int threads,
                   void* to) {
  const attest_problem& p = *plan.problem;
  if (family_bytes(plan, term) == 0) return nullptr;
  T* const first = static_cast<T*>(to) + engine.tile_rows;
  parallel_for(p.heads, threads, [&](std::int64_t head, int) {
    T* const slices = first + head * plan.family;
    spread_term<T>(p, term, head, slices);
    // In double, so that the unit adds one rounding and no error of its own.
    for (std::int64_t t = 0; t < spread_size(p); ++t) slices[t] = static_cast<T>(static_cast<double>(slices[t]) * unit);
  });
  return first;
}

template <typename T>
void run(const Engine& engine, const attest_problem& p, void* scratch, int threads) {
  Plan plan = make_plan(engine, p);
  if (p.batches * p.heads * plan.query_blocks == 0) return;
  plan.workers = std::max(threads, 1);
  auto* memory = static_cast<std::byte*>(scratch);
  plan.bias = spread<T>(engine, plan, p.bias, plan.unit, threads, memory);
  memory += family_bytes(plan, p.bias);
  plan.factor = spread<T>(engine, plan, p.factor, 1, threads, memory);
  memory += family_bytes(plan, p.factor);
  const std::size_t workspace = round_to_lines(engine.workspace_bytes(plan));
  parallel_for(plan.tasks(), threads, [&](std::int64_t task, int worker) {
    engine.run_task(plan, task, memory + static_cast<std::size_t>(worker) * workspace);
  });
}

/// The functions of one entry: everything that the C interface does not pass along is a parameter of the template.
template <const Engine& engine, typename T, attest_operation operation>
struct Entry {
  static constexpr attest_dtype dtype = sizeof(T) == 8 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;

  static int supports(const attest_problem* p, attest_message why) {
    if (const attest_status status = check_problem(*p, why); status != ATTEST_OK) return status;
    if (p->operation != operation || p->dtype != dtype)
      return refuse(why, ATTEST_UNSUPPORTED, "this kernel computes %s of %s", operation_name(operation),
                    dtype_name(dtype));
    return ATTEST_OK;
  }
  static std::size_t scratch(const attest_problem* p, int threads) { return kernels::scratch(engine, *p, threads); }
  static int run(const attest_problem* p, void* scratch, int threads, attest_message why) {
    const int status = supports(p, why);
    if (status == ATTEST_OK) kernels::run<T>(engine, *p, scratch, threads);
    return status;
  }
};

template <typename T>
attest_error_class error_class(const Engine& engine) {
  constexpr double least = std::numeric_limits<T>::min();
  return {.struct_size = sizeof(attest_error_class),
          .method = ATTEST_METHOD_DIRECT,
          .input_round = 0,
          .accumulate = static_cast<double>(std::numeric_limits<T>::epsilon()) / 2,
          .exp_argument = 1,
          .exp_relative = x86::exp2_error<T>,
          .weight_round = 0,
          .output_round = 0,
          .underflow = least,
          .weight_underflow = least,
          .key_block = engine.block_keys,
          .reference_lag = headroom_lag,
          .norm_relative = 0};
}

template <const Engine& engine, typename T, attest_operation operation>
void add(std::vector<attest_kernel>& list, const char* isa, int (*available)()) {
  using Functions = Entry<engine, T, operation>;
  static const std::string name =
      std::string(operation_name(operation)) + "_" + dtype_name(Functions::dtype) + "_" + isa;
  list.push_back({.struct_size = sizeof(attest_kernel),
                  .name = name.c_str(),
                  .isa = isa,
                  .operation = operation,
                  .dtype = Functions::dtype,
                  .error = error_class<T>(engine),
                  .available = available,
                  .supports = Functions::supports,
                  .scratch = Functions::scratch,
                  .run = Functions::run});
}

template <const Engine& engine, typename T>
void add_operations(std::vector<attest_kernel>& list, const char* isa, int (*available)()) {
  add<engine, T, ATTEST_ATTENTION>(list, isa, available);
  add<engine, T, ATTEST_RPE>(list, isa, available);
  add<engine, T, ATTEST_URPE>(list, isa, available);
  add<engine, T, ATTEST_HARDMAX>(list, isa, available);
}

}  // namespace

std::span<const attest_kernel> x86_kernels() {
  static const std::vector<attest_kernel> list = [] {
    std::vector<attest_kernel> all;
#if defined(__x86_64__)
    const auto has_avx512 = [] { return static_cast<int>(cpu().avx512); };
    const auto has_avx2 = [] { return static_cast<int>(cpu().avx2); };
    add_operations<x86::avx512_float32, float>(all, "avx512", has_avx512);
    add_operations<x86::avx2_float32, float>(all, "avx2", has_avx2);
    add_operations<x86::avx512_float64, double>(all, "avx512", has_avx512);
    add_operations<x86::avx2_float64, double>(all, "avx2", has_avx2);
#endif
    return all;
  }();
  return list;
}

}  // namespace attest::kernels
