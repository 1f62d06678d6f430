// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/attest_gradient_kernel.h"
#include "kernels/cpu/instruction_sets.hpp"

namespace attest::kernels::backward {

/// How one problem is cut into tasks, by its shape alone, so that no bit depends on the number of threads. A task is
/// one stretch of keys (a chunk) of one group of batches and heads; it walks over its keys block by block and, for each
/// block, over all queries. What tasks add up together is added up behind them in a fixed order: chunks of gradients of
/// queries, families of gradients of relative terms.
struct Plan {
  const attest_gradient_problem* problem = nullptr;
  /// A group is all batches (all heads) where they share an array whose gradient is asked for, else one.
  bool all_batches = false, all_heads = false;
  std::int64_t query_block = 0;
  std::int64_t key_block = 0, key_blocks = 0;
  std::int64_t chunks = 0, chunk_blocks = 0;  ///< of a group; key blocks of a chunk, the last may have fewer
  /// The relative terms of all heads as those of fused::Plan, the bias in units of `unit`.
  const void* bias = nullptr;
  const void* factor = nullptr;
  /// Their gradients, one family for each batch, head and chunk; null: not asked for, or not relative.
  void* bias_sums = nullptr;
  void* factor_sums = nullptr;
  std::int64_t family = 0;  ///< numbers of one family and its margins
  double unit = 1;          ///< scores are computed times log2(e)

  std::int64_t groups() const {
    return (all_batches ? 1 : problem->forward.batches) * (all_heads ? 1 : problem->forward.heads);
  }
  std::int64_t tasks() const { return groups() * chunks; }
};

/// The sums of one gradient inside a group: it has a part for each batch and each head that share none.
struct Parts {
  std::int64_t batches, heads;
  Parts(const Plan& plan, const attest_tensor& array)
      : batches(plan.all_batches && array.batch != 0 ? plan.problem->forward.batches : 1),
        heads(plan.all_heads && array.head != 0 ? plan.problem->forward.heads : 1) {}
  std::int64_t count() const { return batches * heads; }
  std::int64_t of(std::int64_t b, std::int64_t h) const {
    return (batches == 1 ? 0 : b) * heads + (heads == 1 ? 0 : h);
  }
};

/// The code of one instruction set for one type.
struct Engine {
  int tile_rows;    ///< queries or keys of one step of the products
  int panel_width;  ///< columns of one step
  int bytes;        ///< of a number that the products read
  /// Numbers of the rows of the gradient of queries: whole panels.
  std::int64_t (*row_of_sums)(std::int64_t width);
  /// Bytes of run_task's workspace. `threads` workers run at the same time.
  std::size_t (*workspace_bytes)(const Plan& plan);
  /// All that the task contributes. workspace: aligned to 64 bytes, whatever it holds. query_sums: where the chunk's
  /// gradient of queries goes, without the scale, rows of row_of_sums(width), the parts one after the other; not read
  /// where chunks = 1, since then the task finishes it.
  void (*run_task)(const Plan& plan, std::int64_t task, void* workspace, void* query_sums);
};

#define ATTEST_ENGINES(name) extern const Engine name##_float32, name##_float64, name##_bfloat16, name##_float16;
ATTEST_INSTRUCTION_SETS(ATTEST_ENGINES)
#undef ATTEST_ENGINES
extern const Engine avx512bf16_bfloat16;  ///< products of pairs (AVX512-BF16); the others widen

}  // namespace attest::kernels::backward
