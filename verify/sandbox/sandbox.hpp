// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "kernels/attest_gradient_kernel.h"

namespace attest::verify::sandbox {

// A library of kernels runs in a process of its own: this program again, as `attest kernels sandbox`, which has the
// memory below as descriptor 3. The parent writes the question, the child the answer and, before each step, what it is
// about to do, so that the parent can say where a child ended that did not come back. Both are the same program, so the
// memory's layout is the structs' own.

/// The arrays of an instance that a problem points to, and where in the memory their bytes lie. A backward kernel has
/// what a forward one stored among its inputs.
enum Part {
  query,
  key,
  value,
  bias,
  bias_bucket,
  factor,
  factor_bucket,
  mask,
  sinks,
  keep,
  query_scale,
  key_scale,
  value_scale,
  grad_output,
  stored_output,
  stored_log_sum_exp,
  output,
  row_sum,
  log_sum_exp,
  grad_query,
  grad_key,
  grad_value,
  grad_bias,
  grad_factor,
  grad_sinks,
  parts
};
constexpr Part first_output = output;
constexpr const char* part_names[parts] = {"query",
                                           "key",
                                           "value",
                                           "bias",
                                           "bias's bucket",
                                           "factor",
                                           "factor's bucket",
                                           "mask",
                                           "sinks",
                                           "keep",
                                           "query_scale",
                                           "key_scale",
                                           "value_scale",
                                           "grad_output",
                                           "the stored output",
                                           "the stored log_sum_exp",
                                           "output",
                                           "row_sum",
                                           "log_sum_exp",
                                           "grad_query",
                                           "grad_key",
                                           "grad_value",
                                           "grad_bias",
                                           "grad_factor",
                                           "grad_sinks"};

struct Slot {
  std::int64_t offset = 0, bytes = 0;
  std::int64_t element = 1;            ///< bytes of an element: the least alignment that a kernel has to stand
  std::array<std::int64_t, 4> axes{};  ///< batches, heads, rows, columns of a tensor; a list has 0 columns
};

/// The runs that must give the same bits: their threads and what scratch and outputs hold before (a byte, repeated).
/// In a run `at_end` every array ends where memory ends, aligned to its element; else it begins at a multiple of 64. In
/// a run `apart` tensors lie as Spread has them, in one that is `turned` besides inputs with their last row first (or
/// with one row, where all are equal), and value by heads.
struct RunSetting {
  int threads;
  unsigned char scratch, outputs;
  bool at_end, apart, turned = false;
  Part asked = parts;  ///< the one output that is asked for; `parts`: all
};
/// Three runs that ask for everything, and then pairs that ask for one output each: `turned`, and, where that gave
/// other bits than the first run or `supports` refuses the layout, as in the first run.
constexpr std::int64_t whole_runs = 3, most_runs = whole_runs + 2 * (parts - first_output);

enum class Stage : std::uint32_t {
  starting,
  loading,
  asking,
  available,
  supports,
  scratch,
  scratch_of_many,
  half,
  running,
  again,
  finished
};

/// How a child that finished left.
enum class Answer : std::uint32_t {
  none,
  done,
  bad_library,  ///< the library is not one, or has no such kernel
  unsupported,
  unavailable,
  failed  ///< the kernel did not do what its interface promises
};

struct KernelRecord {
  char name[128], isa[32];
  std::uint32_t operation, dtype, available;
  attest_error_class error;  ///< struct_size 0: not stated
};
constexpr std::uint32_t most_kernels = 256;

struct Shared {
  // The question.
  char library[4096];    ///< empty: our own kernels
  char kernel[128];      ///< empty: list them all
  std::uint64_t memory;  ///< bytes that the library may allocate; 0: any number
  bool gradients;        ///< of a backward kernel; else `problem` is its forward part alone
  attest_gradient_problem problem;
  std::array<Slot, parts> slots;            ///< of outputs: for the first run
  std::int64_t outputs_stride, runs_count;  ///< from one run's outputs to the next one's
  RunSetting runs[most_runs];
  bool other_numbers_first;  ///< before the first run, one with other numbers at the same addresses; else the second
                             ///< run, with many threads, is the library's first call
  std::int64_t calls;        ///< of the first run's problem, after all runs; 0: none
  // The answer.
  Stage stage;
  Answer answer;
  std::int64_t run;
  char words[512];                ///< why, or where a signal was raised
  char findings[most_runs][256];  ///< what a run touched that it should not have
  bool done[most_runs];           ///< the run took place
  std::int64_t other_call;        ///< the first of the `calls` that gave other bits than the first run; 0: none
  Part other_part;                ///< of which output
  std::uint64_t scratch_of_many;  ///< bytes of scratch for `many` queries and keys, where it was asked
  bool repeats_other_numbers;     ///< the first run gave the bits of the run before it, which had other numbers
  bool dense_only;                ///< the kernel does not support arrays that lie apart
  std::uint32_t kernels;
  KernelRecord records[most_kernels];
};

constexpr std::int64_t many = 65'536;

/// The child: does what descriptor 3 asks. Never returns.
[[noreturn]] void answer();

}  // namespace attest::verify::sandbox
