// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/attest_kernel.h"
#include "kernels/cpu/instruction_sets.hpp"

namespace attest::kernels::fused {

/// How one problem is cut into tasks. A task is one block of queries of one head, or of `group` heads that read the
/// same keys and values; it walks over all visible keys in blocks, so that a block's packed keys and values are read by
/// every query of the task while they are in the cache. No element's arithmetic depends on where the queries are cut.
struct Plan {
  const attest_problem* problem = nullptr;
  std::int64_t group = 1;         ///< heads of a task
  std::int64_t query_block = 0;   ///< rows of a task; the last one of a group may have fewer
  std::int64_t query_blocks = 0;  ///< tasks of a group
  /// The relative terms of all heads, `family` numbers a head as spread_term() writes them, the bias in units of
  /// `unit`; null for a dense term and for none. Tiles may read up to tile_rows - 1 numbers before a head's and
  /// panel_width - 1 behind.
  const void* bias = nullptr;
  const void* factor = nullptr;
  std::int64_t family = 0;
  double unit = 1;  ///< scores are computed times this: log2(e) for softmax, which is then 2^(score); 1 for hardmax
  /// The product of query and key is computed times this: scale * unit, or, with a softcap, what tanh_of_power takes.
  double product_unit = 1;

  int workers = 1;  ///< tasks that run at the same time: where a worker guesses its next one

  std::int64_t tasks() const { return problem->batches * (problem->heads / group) * query_blocks; }
};

/// A reference of the online softmax stays until a score exceeds it by so many powers of two: in random data it is
/// found in the first block and then stays.
constexpr int headroom = 8;
/// In units of the score; one in 2^20 covers the rounding of the comparison.
constexpr double headroom_lag = headroom / 0x1.71547652b82fep+0 * (1 + 0x1p-20);

/// Queries of up to so many numbers are kept row by row.
constexpr std::int64_t widest_row = 128;

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
