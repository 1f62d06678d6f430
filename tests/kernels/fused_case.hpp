// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <random>
#include <string>
#include <vector>

#include "kernels/attest_kernel.h"
#include "tests/kernels/guarded.hpp"

namespace attest::test {

/// What a drawn problem looks like; the numbers follow from the seed.
struct FusedCase {
  std::uint32_t operation = ATTEST_ATTENTION, ties = ATTEST_TIES_UNIFORM;
  std::int64_t batches = 1, heads = 1, queries = 1, keys = 1, width = 1, value_width = 1;
  double scale = 0.5;
  std::uint32_t bias = ATTEST_TERM_NONE, factor = ATTEST_TERM_NONE, mask = ATTEST_MASK_NONE;
  std::int64_t diagonal = 0;
  bool token_major = false;    ///< rows of all heads beside each other, as a projection leaves them
  bool shared_keys = false;    ///< one head of keys and values for all: stride 0
  bool reversed_keys = false;  ///< negative row strides of keys and values
  std::int64_t gap = 0;        ///< numbers between two rows that belong to nobody
  double rising = 0;           ///< keys grow along the sequence by this, so that references are replaced
  bool integers = false;       ///< every number is a small whole one
  std::uint32_t seed = 1;

  std::string line() const;
};

/// A case in float or double, or the same numbers in the other type: every array lies between guard pages.
template <typename T>
class FusedProblem {
 public:
  explicit FusedProblem(const FusedCase& made);

  attest_problem p{};
  bool magnitudes = false;  ///< set by take_magnitudes: |C| and |V|
  void take_magnitudes();

  /// output, row_sum, log_sum_exp (not for hardmax), one after the other.
  std::vector<T> results() const;
  /// NaN in all outputs, and a pattern in what lies between their rows.
  void blank();
  bool gaps_intact() const;
  /// The greatest of sum_c |query_c key_c| * |scale| + |B| over the keys of a row, for each row of results' first axes.
  std::vector<double> score_magnitudes() const;

 private:
  T* array(std::size_t n);
  attest_tensor matrix(std::int64_t heads, std::int64_t rows, std::int64_t columns, bool reversed, double rising);
  void draw(const attest_tensor& t, std::int64_t heads, std::int64_t rows, std::int64_t columns, double rising);
  T number();
  attest_term term(std::uint32_t kind);

  FusedCase made_;
  std::mt19937 random_;
  std::list<Guarded> arrays_;
  std::vector<std::int32_t> bucket_;
};

extern template class FusedProblem<float>;
extern template class FusedProblem<double>;

/// Runs a kernel on a case and holds every number to the a-priori bound of its error class against the scalar
/// specification in float64 (fused_case.cpp derives the bound; 0 for hardmax of whole numbers, which nothing rounds but
/// a division), and asks for the same bits with 2, 3 and 5 threads, for scratch that is read before it is written, and
/// for intact gaps. "" or the first thing that is wrong.
std::string check_kernel(const attest_kernel& kernel, const FusedCase& made);

}  // namespace attest::test
