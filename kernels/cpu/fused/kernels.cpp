// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/fused/kernels.hpp"

#include <algorithm>

#include "kernels/cpu/family.hpp"
#include "kernels/cpu/fused/engine.hpp"
#include "kernels/cpu/instruction_sets.hpp"
#include "kernels/cpu/simd/softcap.hpp"
#include "kernels/terms.hpp"
#include "kernels/threads.hpp"

namespace attest::kernels {

namespace {

using fused::Engine;
using fused::Plan;

constexpr double log2_e = 0x1.71547652b82fep+0;

/// The numbers of a task's queries and outputs stay in the second level of the cache beside a block of keys and values.
constexpr std::int64_t task_numbers = 65536, most_queries = 512;

/// Heads whose queries are the rows of one task. Queries too wide to be kept row by row are kept in tiles, and a tile
/// of those is of one head.
std::int64_t heads_of_task(const attest_problem& p) {
  return p.kv_heads == 0 || p.width > fused::widest_row ? 1 : p.heads / p.kv_heads;
}

Plan make_plan(const Engine& engine, const attest_problem& p) {
  const std::int64_t wanted = std::clamp<std::int64_t>(
      task_numbers / std::max<std::int64_t>(p.width + p.value_width, 1), engine.tile_rows, most_queries);
  const std::int64_t group = heads_of_task(p), rows = group * p.queries, blocks = (rows + wanted - 1) / wanted;
  if (blocks == 0) return {.problem = &p};
  const std::int64_t even = (rows + blocks - 1) / blocks;
  const std::int64_t block = (even + engine.tile_rows - 1) / engine.tile_rows * engine.tile_rows;
  const double unit = p.operation == ATTEST_HARDMAX ? 1 : log2_e;
  return {.problem = &p,
          .group = group,
          .query_block = block,
          .query_blocks = (rows + block - 1) / block,
          .family = engine.tile_rows + spread_size(p) + engine.panel_width,
          .unit = unit,
          .product_unit = p.softcap == 0 ? p.scale * unit : p.scale / p.softcap * (2 * log2_e)};
}

std::size_t round_to_lines(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

/// Bytes of one relative term of all heads. ALiBi's numbers are made where they are added (alibi.hpp).
std::size_t family_bytes(const Plan& plan, const attest_term& term) {
  const attest_problem& p = *plan.problem;
  if (!is_relative(term) || term.kind == ATTEST_TERM_ALIBI || p.queries == 0 || p.keys == 0) return 0;
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

template <class InstructionSet, const Engine& engine, typename T>
struct Fused : InstructionSet {
  static constexpr std::uint32_t dtype = sizeof(T) == 8 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;
  static constexpr Extensions extensions = Extensions::decoding;

  static attest_error_class error() {
    attest_error_class error = plain_error<T>(simd::Exp2<T>::error);
    error.key_block = engine.block_keys;
    error.reference_lag = fused::headroom_lag;
    error.tanh_relative = simd::tanh_relative<T>;
    error.tanh_absolute = simd::tanh_absolute<T>;
    return error;
  }

  static attest_status supports(const attest_problem&, attest_message) { return ATTEST_OK; }
  static std::size_t scratch(const attest_problem& p, int threads) { return kernels::scratch(engine, p, threads); }
  static void run(const attest_problem& p, void* scratch, int threads) { kernels::run<T>(engine, p, scratch, threads); }
};

template <class Family>
void add(std::vector<attest_kernel>& to) {
  add_family<Family, ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE, ATTEST_HARDMAX>(to);
}

}  // namespace

std::span<const attest_kernel> fused_kernels() {
  static const std::vector<attest_kernel> list = [] {
    std::vector<attest_kernel> all;
#define ATTEST_FLOAT32_OF(name) add<Fused<instruction_set::name, fused::name##_float32, float>>(all);
#define ATTEST_FLOAT64_OF(name) add<Fused<instruction_set::name, fused::name##_float64, double>>(all);
    ATTEST_INSTRUCTION_SETS(ATTEST_FLOAT32_OF)
    ATTEST_INSTRUCTION_SETS(ATTEST_FLOAT64_OF)
    return all;
  }();
  return list;
}

}  // namespace attest::kernels
