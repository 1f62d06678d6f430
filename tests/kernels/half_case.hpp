// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernels/attest_kernel.h"

namespace attest::test {

/// A problem of 16-bit inputs to make, run and hold against the scalar specification in float64 on the same numbers.
struct HalfCase {
  std::uint32_t operation = ATTEST_ATTENTION, dtype = ATTEST_BFLOAT16, ties = ATTEST_TIES_UNIFORM;
  std::int64_t batches = 1, heads = 1, queries = 1, keys = 1, width = 1, value_width = 1;
  double scale = 0.5;
  std::uint32_t bias = ATTEST_TERM_NONE, factor = ATTEST_TERM_NONE, mask = ATTEST_MASK_NONE;
  std::int64_t diagonal = 0;
  std::int64_t gap = 0;   ///< elements between rows, between heads and around everything
  double spread = 1;      ///< standard deviation of query and key
  bool integers = false;  ///< query, key, value and terms are small integers
  std::uint32_t seed = 1;

  std::string line() const;  ///< the fields that differ from the default, to repeat a failure
};

/// Owns the numbers of a case and what a run writes, with guards around every output.
class HalfProblem {
 public:
  explicit HalfProblem(const HalfCase& made);

  const attest_problem& problem() const { return problem_; }
  /// Fills outputs with NaN and the guards with a pattern.
  void blank();
  bool guards_intact() const;
  /// Bits of output, row_sum, log_sum_exp, in this order.
  std::vector<std::uint32_t> bits() const;

  /// The numbers of one run as doubles.
  struct Result {
    std::vector<double> output, row_sum, log_sum_exp;
  };
  Result result() const;

  /// The scalar specification in float64 on these inputs; `magnitudes`: with |C| and |V|.
  Result specification(bool magnitudes = false) const;

  /// The greatest sum_c |query_ic| |key_jc|, times |scale|, plus the greatest |B_ij|.
  double greatest_score_magnitude() const;

 private:
  template <typename T>
  struct Buffer {
    std::vector<T> numbers;
    std::int64_t gap = 0, batch = 0, head = 0, row = 0;
    T* data() { return numbers.data() + gap; }
    const T* data() const { return numbers.data() + gap; }
    attest_tensor tensor() const { return {const_cast<T*>(data()), batch, head, row}; }
  };
  template <typename T>
  Buffer<T> shape(std::int64_t rows, std::int64_t columns) const;
  template <typename T, typename Visit>
  void each(const Buffer<T>& b, std::int64_t rows, std::int64_t columns, Visit visit) const;
  double number(std::uint16_t bits) const;

  HalfCase made_;
  attest_problem problem_{};
  Buffer<std::uint16_t> query_, key_, value_, output_;
  Buffer<float> bias_, factor_, row_sum_, log_sum_exp_;
  Buffer<std::uint8_t> mask_;
  std::vector<std::int32_t> bucket_;
};

/// Runs a problem and returns its status.
using HalfRun = std::function<int(const attest_problem& problem, int threads)>;

/// Runs a case and holds every element to the a-priori bound of `error` (the derivation stands in half_case.cpp), the
/// guards to what they were, and the bits to those of other numbers of threads. "" or the first thing that is wrong.
std::string check_case(const HalfCase& made, const attest_error_class& error, const HalfRun& run);

/// Every field in turn: lengths and widths around the edges of blocks, terms, masks, ties, strides; of these every
/// `step`-th.
std::vector<HalfCase> sweep(std::uint32_t operation, std::uint32_t dtype, std::size_t step = 1);

}  // namespace attest::test
