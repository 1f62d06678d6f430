// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "verify/instances/instance.hpp"

// The room judge: the exact result of every element is enclosed, the bound of its error derived (docs/numerics.md), and
// what was computed is compared with both. It starts no process and reads no file.
namespace attest::verify::judge {

/// The class that a kernel of unknown origin is held to: products and sums in float32 (float64 for float64), weights
/// rounded to the inputs' format before the second product, exp within 2 ulps... every constant with its reason in
/// docs/numerics.md.
attest_error_class default_error_class(attest_dtype dtype);

enum class Standing { inside, outside, undecided };

/// One element of an output against the truth.
struct ElementVerdict {
  std::string part;  ///< "output", "row_sum" or "log_sum_exp"
  std::int64_t batch = 0, head = 0, query = 0, column = 0;
  double computed = 0;
  double truth_low = 0, truth_high = 0;  ///< the exact value lies between (outward rounded)
  double error_low = 0, error_high = 0;  ///< |computed - exact| lies between
  double bound = 0;                      ///< a lower bound of the derived bound, so that inside is certain
  double ulps = 0;  ///< error_high in ulps of the output's format at the truth or the computed number,
                    ///< whichever is greater: where the truth is 0 no bit is right, no more
  Standing standing = Standing::undecided;
  double share() const;       ///< error_high / bound; infinity for NaN; 0 where there is no finite bound
  bool is_unbounded() const;  ///< undecided, because the class promises nothing here: its bound is infinite
};

/// How many elements of `output` are outside, by each of their coordinates.
struct Places {
  std::map<std::int64_t, std::int64_t> batches, heads;
  std::vector<std::int64_t> queries, columns;  ///< empty while no element is outside
};

/// Signed errors of one part of the outputs as shares of their bounds: for each row the mean over its columns, added up
/// over rows. What a row may contribute is between -1 and 1 (docs/numerics.md, B.1).
struct SignedErrors {
  std::int64_t rows = 0;
  double upward = 0;   ///< computed - exact
  double outward = 0;  ///< the same times the sign of the exact number: negative towards zero
  double slack = 0;    ///< how far each sum may be off, since errors are enclosed
  SignedErrors& operator+=(const SignedErrors& other);
};

/// Counts over all elements, and the ones to look at.
struct Judgement {
  std::int64_t elements = 0, inside = 0, outside = 0, undecided = 0;
  std::int64_t unbounded = 0;  ///< of those undecided: elements without a finite bound
  std::int64_t nonzero = 0;    ///< elements with a finite bound whose exact number is certainly not 0
  std::int64_t blunt = 0;      ///< of those: where a 0 would be inside, too, so that the bound tells little
  std::int64_t refined = 0;    ///< elements for which double-double or multi-precision arithmetic was needed
  Places outside_at;
  SignedErrors output_errors, row_sum_errors, log_sum_exp_errors;
  ElementVerdict worst;                       ///< of the greatest share
  std::vector<ElementVerdict> outside_first;  ///< at most JudgeOptions::listed of those outside or undecided, by share
  double greatest_ulps = 0;
  std::array<std::int64_t, 32>
      ulp_histogram{};  ///< [0]: 0 ulps exactly; [k]: up to 2^(k-8) ulps; the last takes the rest and NaN
  /// [k]: share in [k/20, (k+1)/20); [20]: 1 and above. Elements without a finite bound have none.
  std::array<std::int64_t, 21> share_histogram{};
  /// Greatest share in each cell of a grid over (batch and head) x (query blocks), for a heat map: at most 64 x 128
  /// cells.
  std::int64_t map_rows = 0, map_columns = 0;
  std::vector<double> map;
  /// All elements of each row in which one is outside, if JudgeOptions::keep_wrong_rows.
  std::vector<std::vector<ElementVerdict>> wrong_rows;
  bool accepted() const { return outside == 0 && undecided == 0; }
};

constexpr double kRandomFailure = 1e-12;

struct JudgeOptions {
  int threads = 1;
  std::size_t listed = 8;
  bool only_multi_precision = false;  ///< Arb alone from the start: the slow second opinion
  /// The bound for roundings that go up and down at random: each of a kernel's sums leaves it with a probability of
  /// (R.1) in docs/numerics.md, all of an instance's together with kRandomFailure. Not for hardmax.
  bool random_roundings = false;
  bool keep_wrong_rows = false;
  std::string instruction_set;  ///< "baseline", "avx2", "avx512", or the best one: no result depends on it
};

/// The lambda of (R.1) for an instance; 0 without random_roundings.
double lambda_of(const instances::Instance& instance, const JudgeOptions& options);

/// Holds what a kernel computed against the exact result, element by element. The truth is enclosed, the bound is
/// evaluated with directed rounding; an element is inside if |computed - exact| <= bound is certain, outside if > is
/// certain. Where the class promises nothing (an infinite bound), only the exact number is inside, NaN is outside, and
/// any other is undecided. The judgement does not depend on the number of threads or on the instruction set. InputError
/// if shapes do not fit.
Judgement judge(const instances::Instance& instance, const instances::Outputs& outputs, const attest_error_class& error,
                const JudgeOptions& options = {});

}  // namespace attest::verify::judge
