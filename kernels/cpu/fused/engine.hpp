// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/attest_kernel.h"
#include "kernels/cpu/instruction_sets.hpp"

namespace attest::kernels::fused {

/// How one problem is cut into tasks. A task is one block of queries of one head; it walks over all visible keys in
/// blocks, so that a block's packed keys and values are read by every query of the task while they are in the cache. No
/// element's arithmetic depends on where the queries are cut.
struct Plan {
  const attest_problem* problem = nullptr;
  std::int64_t query_block = 0;   ///< queries of a task; the last task of a head may have fewer
  std::int64_t query_blocks = 0;  ///< tasks of a head
  /// The relative terms of all heads, `family` numbers a head as spread_term() writes them, the bias in units of
  /// `unit`; null for a dense term and for none. Tiles may read up to tile_rows - 1 numbers before a head's and
  /// panel_width - 1 behind.
  const void* bias = nullptr;
  const void* factor = nullptr;
  std::int64_t family = 0;
  double unit = 1;  ///< scores are computed times this: log2(e) for softmax, which is then 2^(score); 1 for hardmax

  int workers = 1;  ///< tasks that run at the same time: where a worker guesses its next one

  std::int64_t tasks() const { return problem->batches * problem->heads * query_blocks; }
};

/// A reference of the online softmax stays until a score exceeds it by so many powers of two: in random data it is
/// found in the first block and then stays.
constexpr int headroom = 8;

/// The code of one instruction set for one type. The functions may be called only where the instruction set is
/// available.
struct Engine {
  int tile_rows;    ///< queries of one step of the products; query_block is a multiple
  int panel_width;  ///< keys of one step
  int block_keys;   ///< keys of a block
  std::size_t (*workspace_bytes)(const Plan& plan);
  /// Computes all outputs of one task. workspace: aligned to 64 bytes, whatever it holds.
  void (*run_task)(const Plan& plan, std::int64_t task, void* workspace);
  /// The exp2 of the kernels, element by element, for tests: n numbers of the type.
  void (*exp2)(std::int64_t n, const void* from, void* to);
};

#define ATTEST_ENGINES(name) extern const Engine name##_float32, name##_float64;
ATTEST_INSTRUCTION_SETS(ATTEST_ENGINES)
#undef ATTEST_ENGINES

}  // namespace attest::kernels::fused
